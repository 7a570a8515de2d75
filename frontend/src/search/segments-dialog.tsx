import type { SearchedEpisode, SegmentsAnswer } from '@earmark/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { IconButton } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { PassageLine } from './passage-line.tsx';
import { episodePath } from './result-links.ts';
import type { SpokenMention } from './result-mentions.tsx';
import { useResultPlayback } from './result-playback.ts';
import { searchSegments } from './search.api.ts';

interface SegmentsDialogProps {
  result: SearchedEpisode;
  asked: SpokenMention;
  onClose: () => void;
}

/** The segments in which a speaker mentions an entity. */
export function SegmentsDialog({ result, asked, onClose }: SegmentsDialogProps) {
  const { episode } = result;
  const query = useQuery(searchSegments({ episodeUuid: episode.uuid, words: '', ...asked }));
  const returnFocus = useReturnFocus();

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          {...returnFocus}
          className="sheet bg-surface shadow-float fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[85dvh] max-w-180 flex-col rounded-t-xl sm:inset-x-4 sm:top-[8vh] sm:bottom-auto sm:max-h-[80vh] sm:rounded-md"
        >
          <div className="border-line flex shrink-0 items-start justify-between gap-2 border-b py-2 pr-2 pl-4">
            <div className="min-w-0 py-1">
              <Dialog.Title className="text-[15px] font-semibold wrap-anywhere">
                {asked.speaker} on {asked.entity}
              </Dialog.Title>
              <Dialog.Description className="text-ink-soft text-[13px] wrap-anywhere tabular-nums">
                {query.data === undefined ? '' : `${counted(query.data.totalSegments, 'segment')} in `}
                {episode.name}
              </Dialog.Description>
            </div>
            <Dialog.Close asChild>
              <IconButton label="Close segments">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="min-h-40 overflow-y-auto overscroll-contain">
            <Fetched
              query={query}
              pending={<RowSkeletons label="Loading segments" rows={3} />}
              failed={<LoadingFailed query={query} title="Error loading segments" />}
              isEmpty={({ segments }) => segments.length === 0}
              empty={<Notice title="No transcript segments found for this speaker-entity combination." />}
            >
              {(answer) => <Segments answer={answer} result={result} entity={asked.entity} />}
            </Fetched>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface SegmentsProps {
  answer: SegmentsAnswer;
  result: SearchedEpisode;
  entity: string;
}

function Segments({ answer: { segments, totalSegments }, result, entity }: SegmentsProps) {
  const { episode, podcast } = result;
  const playback = useResultPlayback(result);
  const place = { podcastSlug: podcast.slug, episodeSlug: episode.slug };

  return (
    <>
      <ol aria-label="Segments" className="divide-line divide-y">
        {segments.map(({ id, startTime, endTime, speaker, text, marks }) => {
          const to = episodePath(place, { entity, words: '' }, { text, marks, startMs: startTime });

          return (
            <li key={id} className="px-4 py-3">
              <PassageLine
                episodeUuid={episode.uuid}
                startMs={startTime}
                endMs={endTime}
                speaker={speaker}
                text={text}
                marks={marks}
                to={null}
                playback={playback}
              >
                <Link to={to} className="text-accent underline underline-offset-2 pointer-coarse:py-2.5">
                  Jump to segment
                </Link>
              </PassageLine>
            </li>
          );
        })}
      </ol>
      {totalSegments > segments.length && (
        <p className="text-ink-soft border-line border-t px-4 py-3 text-[13px] tabular-nums">
          The first {segments.length} of {totalSegments.toLocaleString('en-GB')} segments.
        </p>
      )}
    </>
  );
}
