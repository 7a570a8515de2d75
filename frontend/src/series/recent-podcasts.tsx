import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { NavLink } from '../kit/router/routing.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { recentPodcasts } from './series.api.ts';

// Placeholder in the library for episodes whose podcast is unknown.
const HIDDEN_NAME = 'Unknown Podcast';

/** The sidebar's list of podcasts with their episode counts. */
export function RecentPodcasts() {
  const query = useQuery(recentPodcasts);
  const line = 'text-ink-faint px-2 py-1.5 text-[13px]';

  return (
    <Fetched
      query={{ ...query, data: query.data?.filter(({ name }) => name !== HIDDEN_NAME) }}
      pending={<output className={`${line} block`}>Loading podcasts...</output>}
      failed={<p className={line}>The list could not be loaded.</p>}
      isEmpty={(podcasts) => podcasts.length === 0}
      empty={<p className={line}>No podcasts yet.</p>}
    >
      {(podcasts) => (
        <ul aria-label="Recent podcasts">
          {podcasts.map(({ uuid, name, slug, episodeCount }) => (
            <li key={uuid}>
              <NavLink
                to={`/podcasts/${slug}`}
                className={({ isActive }) =>
                  clsx(
                    'flex min-h-8 items-center justify-between gap-2 rounded-md px-2 py-1 text-[13px] pointer-coarse:min-h-11',
                    isActive
                      ? 'bg-accent-soft text-accent-strong font-medium'
                      : 'text-ink-soft hover:bg-hover hover:text-ink',
                  )
                }
              >
                <span className="truncate" title={name}>
                  {name}
                </span>
                <span
                  className="text-xs tabular-nums"
                  title={`${episodeCount} ${episodeCount === 1 ? 'episode' : 'episodes'}`}
                >
                  {episodeCount}
                  <span className="sr-only">{episodeCount === 1 ? ' episode' : ' episodes'}</span>
                </span>
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </Fetched>
  );
}
