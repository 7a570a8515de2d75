import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { podcastPage } from '../episodes/episodes.api.ts';
import { EpisodeCards } from '../episodes/episode-cards.tsx';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { PodcastHeader } from '../series/podcast-header.tsx';
import { PageFrame } from './page-frame.tsx';

export function PodcastPage() {
  const { podcastName = '' } = useParams();
  // Another podcast starts with an empty search field.
  return <Podcast key={podcastName} podcastName={podcastName} />;
}

function Podcast({ podcastName }: { podcastName: string }) {
  const { data, isPending, error, refetch } = useQuery(podcastPage(podcastName));

  if (isPending) return <PodcastSkeleton />;
  if (error !== null && data === undefined)
    return (
      <PageFrame title="Podcast">
        <NoEpisodes level={1} reason={error.message} onRetry={() => void refetch()} />
      </PageFrame>
    );

  return (
    <PageFrame title={data.podcast.name} className="flex flex-col gap-8">
      <PodcastHeader podcast={data.podcast} />
      {data.episodes.length === 0 ? (
        <NoEpisodes level={2} />
      ) : (
        <EpisodeCards podcastSlug={data.podcast.slug} episodes={data.episodes} />
      )}
    </PageFrame>
  );
}

interface NoEpisodesProps {
  level: 1 | 2;
  /** What went wrong, when that is why there are none. */
  reason?: string;
  onRetry?: () => void;
}

function NoEpisodes({ level, reason, onRetry }: NoEpisodesProps) {
  return (
    <Notice
      title="No episodes found"
      level={level}
      failed={reason !== undefined}
      action={onRetry === undefined ? undefined : <Button onClick={onRetry}>Try again</Button>}
    >
      <p>We couldn't find any episodes for this podcast. Please sync episodes first.</p>
      {reason !== undefined && <p className="text-ink-faint mt-2 text-[13px]">{reason}</p>}
    </Notice>
  );
}

function PodcastSkeleton() {
  return (
    <PageFrame title="Podcast" className="flex flex-col gap-8">
      <h1 className="sr-only">Podcast</h1>
      <div className="flex gap-4 sm:gap-6">
        <Skeleton className="size-20 sm:size-36" />
        <div className="flex-1">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="mt-3 h-4 w-2/5" />
          <Skeleton className="mt-5 hidden h-4 w-4/5 sm:block" />
        </div>
      </div>
      <div>
        <output className="text-ink-soft late block pb-3">Loading episodes...</output>
        <div className="bg-surface border-line divide-line divide-y rounded-md border">
          {[0, 1, 2, 3, 4].map((index) => (
            <div key={index} className="px-4 py-3.5">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="mt-2 h-3.5 w-4/5" />
              <Skeleton className="mt-2 h-3.5 w-1/4" />
            </div>
          ))}
        </div>
      </div>
    </PageFrame>
  );
}
