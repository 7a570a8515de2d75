import type { EpisodePage } from '@earmark/contracts/episodes';
import { useMemo, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { AudioPlayer } from '../audio/audio-player.tsx';
import { MiniPlayer } from '../audio/mini-player.tsx';
import { usePlayerState } from '../audio/player-context.tsx';
import { EpisodeDescription } from '../episodes/episode-description.tsx';
import { EpisodeHeader } from '../episodes/episode-header.tsx';
import { PastBanner } from '../history/past-banner.tsx';
import type { Subject } from '../history/subject.ts';
import { useQuery } from '@tanstack/react-query';
import { me } from '../accounts/accounts.api.ts';
import { KeptCorrections } from '../transcripts/correcting/kept-corrections.tsx';
import { useCorrecting } from '../transcripts/correcting/use-correcting.ts';
import { useMayEdit } from './edit-toggle.tsx';
import { useSlowWhileTyping } from './slow-while-typing.ts';
import { useAddress } from '../kit/address.ts';
import { changePreferences, usePreferences } from '../kit/preferences.ts';
import type { Highlights } from '../kit/preferences.ts';
import { KeptDraftNotice } from '../ui/draft-notice.tsx';
import { hueOf } from '../ui/hue.ts';
import { MarkProvenance } from '../mentions/mark-provenance.tsx';
import { CategoryBadges } from '../series/podcast-header.tsx';
import { layerOf } from '../transcripts/all-marks.ts';
import type { MarkedEntity } from '../transcripts/marked-place.ts';
import type { TranscriptHandle } from '../transcripts/transcript-props.ts';
import { TranscriptViewer } from '../transcripts/transcript-viewer.tsx';
import { NO_AUDIO, useEpisodeAudio } from '../audio/use-episode-audio.ts';
import { FIND } from './episode-address.ts';
import type { EditorTab, PageArrival } from './episode-address.ts';
import { useUnsaved } from './episode-drafts.ts';
import { EpisodeEntities, EntitiesOpener, useHasRoomBeside } from './episode-entities.tsx';
import { useEpisodeKeys } from './episode-keys.ts';
import { SHORTCUTS } from './keyboard-map.ts';
import { EpisodeMentionStrip } from './episode-mention-strip.tsx';
import { AS_OF, COMPARE, useComparison } from './episode-past.ts';
import { useSelection } from './episode-selection.ts';
import { useEpisodeSharing } from './episode-sharing.ts';
import { useStartMoment } from './episode-start.ts';
import { EpisodeToolbar } from './episode-toolbar.tsx';
import { MissingTranscript, NewTranscript, Reprocessing } from './transcript-state.tsx';
import { OpenHistory } from '../history/history-button.tsx';
import { KeysDialog } from '../ui/keys-dialog.tsx';
import { late } from '../ui/late.tsx';
import { PageFrame } from '../ui/page-frame.tsx';

const EpisodeTimeTravel = late(async () => (await import('./episode-time-travel.tsx')).EpisodeTimeTravel);

/** `the transcript, the entities and the description` */
const LIST = new Intl.ListFormat('en-GB');

interface EpisodeReadingProps {
  page: EpisodePage;
  viewer: RefObject<TranscriptHandle | null>;
  arrival: PageArrival;
  toggle: ReactNode;
  /** Opens an editor, that of the transcript at a segment. */
  onEdit: (tab: EditorTab, segmentId?: string) => void;
}

/** The page of an episode for reading and listening, now or at a past moment. */
export function EpisodeReading({ page, viewer, arrival, toggle, onEdit }: EpisodeReadingProps) {
  const { podcast, episode, transcript, entityMentions } = page;
  const audio = useEpisodeAudio(page);
  const startMs = useStartMoment(audio, transcript, arrival.key);
  const { marking, selectedId, toggleEntity, clear } = useSelection(page);
  const { highlights } = usePreferences();
  const setHighlights = (next: Highlights) => changePreferences({ highlights: next });
  const [isKeysOpen, setKeysOpen] = useState(false);
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const unsaved = useUnsaved(episode.uuid);
  const [firstUnsaved] = unsaved;
  const [isTravelOpen, setTravelOpen] = useState(false);
  const isTravelling = isTravelOpen || params.get(AS_OF) !== null;
  const comparison = useComparison(page);
  const changed = comparison?.changed ?? null;
  const changedIds = useMemo(
    () => (changed === null ? null : new Set(changed.segments.map(({ segmentId }) => segmentId))),
    [changed],
  );
  const [asked, setAsked] = useState<{ subject: Subject; name: string; from: Element | null } | null>(null);
  const isWide = useHasRoomBeside();
  const isOtherPlaying = usePlayerState(
    ({ track, status }) =>
      track !== null && track.episodeUuid !== episode.uuid && (status === 'playing' || status === 'buffering'),
  );
  const marked = useMemo(() => entityMentions.map(markedEntity), [entityMentions]);
  const layer = useMemo(() => (highlights === 'all' ? layerOf(marked) : null), [highlights, marked]);
  // Nothing of the past can be corrected.
  const mayCorrect = useMayEdit() && page.asOf === undefined;
  const correcting = useCorrecting(page, useQuery(me).data?.user?.username ?? '');
  const onTyping = useSlowWhileTyping();
  const sharing = useEpisodeSharing(page, {
    highlighted: marking?.text ?? null,
    nowMs: () => audio?.nowMs() ?? 0,
    findQuote: () => viewer.current?.quote() ?? null,
  });
  useEpisodeKeys({
    hasAudio: audio !== null,
    togglePlay: () => audio?.toggle(),
    skip: (seconds) => audio?.skip(seconds),
    stepSegment: (by) => viewer.current?.stepSegment(by),
    stepMention: (by) => viewer.current?.stepMention(by),
    find: () => viewer.current?.openFind(),
    toggleFollow: () => viewer.current?.toggleFollow(),
    toggleMute: () => audio?.toggleMute(),
    stepSpeed: (by) => audio?.stepSpeed(by),
    correct: mayCorrect ? () => viewer.current?.correct() : null,
    copyQuote: sharing.copyQuote,
    copyLink: sharing.copyLink,
    showKeys: () => setKeysOpen(true),
  });

  const select = (id: string) => {
    toggleEntity(id);
    // Choosing something makes sure that it is visible.
    if (highlights === 'none') setHighlights('selected');
  };
  const entities = {
    episodeUuid: episode.uuid,
    mentions: entityMentions,
    selectedId,
    onSelect: select,
    highlights,
    onHighlights: setHighlights,
    hasTranscript: transcript.length > 0,
  };
  const openSegmentHistory = (id: string, from: Element) => {
    const time = transcript.find((segment) => segment.id === id)?.timeFormatted;
    setAsked({
      subject: { kind: 'segment', episodeUuid: episode.uuid, id },
      name: `The segment at ${time}`,
      from,
    });
  };
  const provenance = (entityId: string, segmentId: string, leave: () => Element | null) => (
    <MarkProvenance
      entityId={entityId}
      episodeUuid={episode.uuid}
      segmentId={segmentId}
      onHistory={(name) => setAsked({ subject: { kind: 'entity', id: entityId }, name, from: leave() })}
    />
  );
  const description = page.description ?? episode.description;

  return (
    <>
      <PageFrame title={episode.title} className="pb-0!">
        <EpisodeToolbar
          page={page}
          sharing={sharing}
          onKeys={() => setKeysOpen(true)}
          toggle={toggle}
          // On a page of the past, the banner leads back.
          travel={page.asOf === undefined ? { isOpen: isTravelling, onToggle: setTravelOpen } : undefined}
        />
      </PageFrame>
      {/* Outside the page frames, so that it stays in view at any scroll position. */}
      {page.asOf !== undefined && <PastBanner at={page.asOf.at} now={nowOf(params)} />}
      <PageFrame title={null} className="flex flex-col gap-5 pt-5! pb-0!">
        {isTravelling && <EpisodeTimeTravel page={page} comparison={comparison} />}
        {page.asOf === undefined && firstUnsaved !== undefined && (
          <KeptDraftNotice to={LIST.format(unsaved.map((tab) => `the ${tab}`))} onEdit={() => onEdit(firstUnsaved)} />
        )}
        {mayCorrect && <KeptCorrections correcting={correcting} />}
        {transcript.length > 0 && page.asOf === undefined && (
          <>
            <Reprocessing page={page} />
            <NewTranscript page={page} play={audio?.playFrom ?? null} />
          </>
        )}
        <EpisodeHeader
          page={page}
          categories={podcast.categories.length > 0 && <CategoryBadges categories={podcast.categories} />}
        />
        {description !== null && description !== '' && <EpisodeDescription html={description} />}
      </PageFrame>
      {/* Docked at the bottom, but placed first in the document, so that keyboard and screen reader reach it before the long lists. */}
      {audio !== null && (
        <AudioPlayer
          className="order-last"
          audio={audio}
          above={isOtherPlaying && <MiniPlayer />}
          strip={(duration) =>
            marking !== null && (
              <EpisodeMentionStrip audio={audio} segments={transcript} marking={marking} duration={duration} />
            )
          }
        />
      )}
      <PageFrame title={null} className="flex-1 pt-5!">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 min-[1100px]:grid-cols-[minmax(0,1fr)_320px]">
          <TranscriptViewer
            ref={viewer}
            title={episode.title}
            segments={transcript}
            playback={audio ?? NO_AUDIO}
            hasAudio={audio !== null}
            marks={{
              marking,
              layer,
              isMarked: highlights !== 'none',
              onClear: clear,
              entities: marked,
              // The current patterns do not explain marks on a page of the past.
              provenance: page.asOf === undefined ? provenance : null,
            }}
            changes={{ changed: changedIds, corrections: page.corrections, onCorrected: openSegmentHistory }}
            correction={mayCorrect ? { correcting, onTyping, onEditor: (id) => onEdit('transcript', id) } : null}
            search={{
              sought: params.get(FIND) ?? '',
              onSeek: (text) => setAddress({ [FIND]: text === '' ? null : text }),
            }}
            startMs={startMs}
            returnTo={arrival.returnTo}
            missing={<MissingTranscript page={page} />}
            action={isWide ? undefined : <EntitiesOpener {...entities} />}
          />
          {isWide && <EpisodeEntities {...entities} />}
        </div>
      </PageFrame>
      {asked !== null && (
        <OpenHistory
          subject={asked.subject}
          name={asked.name}
          onClose={() => setAsked(null)}
          returnFocus={() => asked.from instanceof HTMLElement && asked.from.focus({ preventScroll: true })}
        />
      )}
      <KeysDialog shortcuts={SHORTCUTS} isOpen={isKeysOpen} onClose={() => setKeysOpen(false)} />
    </>
  );
}

/** Address of the current page, keeping the other parameters. */
function nowOf(params: URLSearchParams): string {
  const now = new URLSearchParams(params);
  now.delete(AS_OF);
  now.delete(COMPARE);

  return `?${now}`;
}

const markedEntity = ({ marks, entity }: EpisodePage['entityMentions'][number]): MarkedEntity => ({
  id: entity.id,
  name: entity.name,
  type: entity.type,
  href: `/entities/${entity.slug}`,
  iconName: entity.iconName,
  hue: hueOf(entity.colorClass),
  marks,
});
