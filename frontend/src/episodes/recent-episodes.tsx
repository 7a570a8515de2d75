import type { DashboardEpisode } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Cover } from '../kit/cover.tsx';
import { formatDistance } from '../kit/date.ts';
import { Notice } from '../kit/notice.tsx';
import { Loading, Skeleton } from '../kit/skeleton.tsx';
import { recentEpisodes } from './episodes.api.ts';

/** The dashboard's card "Recent Episodes with Mentions". */
export function RecentEpisodes() {
  return (
    <section aria-labelledby="recent-episodes" className="bg-surface border-line overflow-hidden rounded-md border">
      <div className="border-line flex min-h-12 items-center justify-between gap-3 border-b px-4">
        <h2 id="recent-episodes" className="text-[15px] font-semibold">
          Recent Episodes with Mentions
        </h2>
        <Link
          to="/episodes"
          className="text-accent inline-flex h-8 shrink-0 items-center text-[13px] font-medium hover:underline"
        >
          View All
        </Link>
      </div>
      <Rows />
    </section>
  );
}

function Rows(): ReactNode {
  const { data, isPending, error, refetch } = useQuery(recentEpisodes);

  if (isPending) return <RowSkeletons />;
  if (error !== null && data === undefined)
    return (
      <Notice
        failed
        title="Error loading recent episodes"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {error.message}
      </Notice>
    );
  if (data.length === 0)
    return (
      <Notice title="No episodes with mentions yet">
        Episodes appear here once a transcript mentions somebody or something.
      </Notice>
    );

  return (
    <ul aria-label="Recent episodes" className="divide-line divide-y">
      {data.map((episode) => (
        <li key={episode.id}>
          <Row episode={episode} />
        </li>
      ))}
    </ul>
  );
}

function Row({ episode }: { episode: DashboardEpisode }) {
  const { mentionsCount } = episode;

  return (
    <Link
      to={`/podcasts/${episode.podcastSlug}/${episode.id}`}
      className="group hover:bg-hover grid grid-cols-[44px_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-4 py-3 focus-visible:-outline-offset-2 sm:grid-cols-[44px_minmax(0,1fr)_auto]"
    >
      <Cover src={episode.podcastImage} name={episode.podcastName} className="size-11 self-start sm:self-auto" />
      <div className="min-w-0 flex-1">
        <p className="group-hover:text-accent line-clamp-2 font-medium lg:line-clamp-1">{episode.title}</p>
        <p className="text-ink-soft flex min-w-0 gap-1.5 text-[13px]">
          <span className="truncate">{episode.podcastName}</span>
          {episode.publishedAt !== null && (
            <>
              <span aria-hidden="true">·</span>
              <time dateTime={episode.publishedAt} className="shrink-0">
                {formatDistance(episode.publishedAt)}
              </time>
            </>
          )}
        </p>
      </div>
      <div className="col-start-2 flex flex-row-reverse items-center justify-end gap-2 sm:col-start-auto sm:flex-row sm:gap-3">
        {episode.hasWhisperTranscript && <Badge>Transcript</Badge>}
        <span className="text-ink-soft text-[13px] whitespace-nowrap tabular-nums sm:w-24 sm:text-right">
          {mentionsCount} {mentionsCount === 1 ? 'mention' : 'mentions'}
        </span>
      </div>
    </Link>
  );
}

function RowSkeletons() {
  return (
    <Loading label="Loading recent episodes" className="divide-line divide-y">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="flex items-center gap-3 px-4 py-3">
          <Skeleton className="size-11" />
          <div className="flex-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="mt-2 h-3.5 w-2/5" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
