import { useQuery } from '@tanstack/react-query';
import { Link } from '../kit/router/routing.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
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

function Rows() {
  const query = useQuery(recentEpisodes);

  return (
    <Fetched
      query={query}
      pending={<EpisodeRowSkeletons label="Loading recent episodes" />}
      failed={<LoadingFailed query={query} title="Error loading recent episodes" />}
      isEmpty={(episodes) => episodes.length === 0}
      empty={
        <Notice title="No episodes with mentions yet">
          Episodes appear here once a transcript mentions somebody or something.
        </Notice>
      }
    >
      {(episodes) => (
        <ul aria-label="Recent episodes" className="divide-line divide-y">
          {episodes.map((episode) => (
            <li key={episode.id}>
              <EpisodeRow episode={episode} />
            </li>
          ))}
        </ul>
      )}
    </Fetched>
  );
}
