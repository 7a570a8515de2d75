import type { EpisodePage as EpisodePageView } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, MessageCircleQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { AudioPlayer } from '../audio/audio-player.tsx';
import { makeAudioPlayback } from '../audio/audio-playback.ts';
import { EpisodeDescription } from '../episodes/episode-description.tsx';
import { EpisodeHeader } from '../episodes/episode-header.tsx';
import { episodePage } from '../episodes/episodes.api.ts';
import { Button, buttonLook } from '../kit/button.tsx';
import { useMediaQuery } from '../kit/media-query.ts';
import { Notice } from '../kit/notice.tsx';
import { entitiesTitle, EntityList } from '../mentions/entity-list.tsx';
import { CategoryBadges } from '../series/podcast-header.tsx';
import { parseMoment } from '../transcripts/moment.ts';
import { TranscriptViewer } from '../transcripts/transcript-viewer.tsx';
import { EntitySheet } from './entity-sheet.tsx';
import { EpisodeSkeleton } from './episode-skeleton.tsx';
import { useSelection } from './episode-selection.ts';
import { PageFrame } from './page-frame.tsx';
import { ShareButton } from './share-button.tsx';
import { ASSISTANT_PATH } from './site-map.ts';

export function EpisodePage() {
  const { podcastName = '', episodeName = '' } = useParams();
  const { data, isPending, error, refetch } = useQuery(episodePage(podcastName, episodeName));

  if (isPending) return <EpisodeSkeleton />;
  if (error !== null && data === undefined)
    return (
      <PageFrame title="Episode">
        <Notice
          failed
          level={1}
          title="Error loading podcast data"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {error.message}
        </Notice>
      </PageFrame>
    );

  return <Episode key={data.episode.uuid} page={data} />;
}

function Episode({ page }: { page: EpisodePageView }) {
  const { podcast, episode, transcript, entityMentions } = page;
  const [playback] = useState(makeAudioPlayback);
  const { key } = useLocation();
  const [params] = useSearchParams();
  const startMs = parseMoment(params.get('t'));
  const { marking, selectedId, toggleEntity, clear } = useSelection(page);
  const isWide = useMediaQuery('(min-width: 1100px)');
  const description = page.description ?? episode.description;

  useEffect(() => {
    if (startMs !== null) playback.cue(startMs);
  }, [playback, startMs, key]);

  return (
    <>
      <PageFrame title={episode.title} className="flex flex-1 flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Link to={`/podcasts/${podcast.slug}`} className={`${buttonLook('quiet')} -ml-3`}>
            <ChevronLeft aria-hidden="true" className="size-4" />
            Back to Podcast
          </Link>
          <div className="flex gap-2">
            {episode.uploadedToOpenai && (
              <Link
                to={`${ASSISTANT_PATH}?${new URLSearchParams({ podcastId: episode.podcastId, episodeUuid: episode.uuid })}`}
                className={buttonLook('outline')}
              >
                <MessageCircleQuestion aria-hidden="true" className="size-4" />
                <span className="max-sm:sr-only">Ask Earmark</span>
              </Link>
            )}
            <ShareButton playback={playback} highlighted={marking?.text ?? null} />
          </div>
        </div>
        <EpisodeHeader
          page={page}
          categories={podcast.categories.length > 0 && <CategoryBadges categories={podcast.categories} />}
        />
        {description !== null && description !== '' && <EpisodeDescription html={description} />}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 min-[1100px]:grid-cols-[minmax(0,1fr)_320px]">
          <TranscriptViewer
            segments={transcript}
            playback={playback}
            hasAudio={episode.audioUrl !== null}
            marking={marking}
            onClearMarking={clear}
            startMs={startMs}
            action={
              isWide ? undefined : (
                <EntitySheet title={entitiesTitle(entityMentions.length)}>
                  {(close) => (
                    <EntityList
                      mentions={entityMentions}
                      selectedId={selectedId}
                      titleId={null}
                      onSelect={(id) => {
                        toggleEntity(id);
                        close();
                      }}
                    />
                  )}
                </EntitySheet>
              )
            }
          />
          {isWide && (
            <aside
              aria-labelledby="entities"
              className="bg-surface border-line sticky top-20 overflow-hidden rounded-md border"
            >
              <EntityList
                mentions={entityMentions}
                selectedId={selectedId}
                onSelect={toggleEntity}
                titleId="entities"
              />
            </aside>
          )}
        </div>
      </PageFrame>
      {episode.audioUrl !== null && (
        <div className="sticky bottom-0 z-20">
          <AudioPlayer
            playback={playback}
            src={episode.audioUrl}
            title={episode.title}
            expectedDuration={episode.duration}
          />
        </div>
      )}
    </>
  );
}
