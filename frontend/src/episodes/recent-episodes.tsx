import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { EpisodeRow, EpisodeRowSkeletons } from './episode-row.tsx';
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

  if (isPending) return <EpisodeRowSkeletons label="Loading recent episodes" />;
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
          <EpisodeRow episode={episode} />
        </li>
      ))}
    </ul>
  );
}
