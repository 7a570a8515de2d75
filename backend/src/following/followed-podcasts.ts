import type { FeedState as State, FollowedPodcast } from '@earmark/contracts/series';
import { listKnownEpisodes, type Db, type FollowablePodcast } from '@earmark/projections/queries';
import type { FeedCheckStore, FeedState } from './feed-checks.store.ts';

/** For so long a feed is shown as moved. */
const MOVED_MS = 30 * 24 * 3_600_000;
/** No check takes longer, unless its server was killed. */
const LONGEST_CHECK_MS = 15 * 60_000;

/** The podcasts with what is known of their feeds. `refreshMinutes` 0: feeds are not refreshed by themselves. */
export async function withFeedStates(
  db: Db,
  store: FeedCheckStore,
  podcasts: readonly FollowablePodcast[],
  refreshMinutes: number,
): Promise<FollowedPodcast[]> {
  const states = await store.list(podcasts.map(({ uuid }) => uuid));
  const missing = [...states.values()].flatMap((state) => state.missing);
  const added = missing.length === 0 ? new Set<string>() : await listKnownEpisodes(db, missing, { withRemoved: true });
  const now = new Date();

  return podcasts.map((podcast) => {
    const feed = states.get(podcast.uuid) ?? null;
    const newEpisodes = feed?.missing.filter((uuid) => !added.has(uuid)).length ?? 0;
    const { state, since } = stateOf(podcast.feedUrl, feed, newEpisodes, now);
    const isSelfRefreshed = refreshMinutes > 0 && state !== 'no-feed' && state !== 'gone';

    return {
      ...podcast,
      episodesInFeed: feed?.episodesInFeed ?? null,
      lastCheckedAt: feed?.checkedAt?.toISOString() ?? null,
      nextCheckAt: isSelfRefreshed ? (feed?.nextCheckAt ?? now).toISOString() : null,
      state,
      stateSince: since?.toISOString() ?? null,
      newEpisodes,
      problem: feed?.problem ?? null,
      isRefreshing: now.getTime() - (feed?.checkingSince?.getTime() ?? 0) < LONGEST_CHECK_MS,
    };
  });
}

function stateOf(
  feedUrl: string | null,
  feed: FeedState | null,
  newEpisodes: number,
  now: Date,
): { state: State; since: Date | null } {
  if (feedUrl === null) return { state: 'no-feed', since: null };
  if (feed?.goneSince) return { state: 'gone', since: feed.goneSince };
  if (feed?.failingSince) return { state: 'failing', since: feed.failingSince };
  if (!feed?.checkedAt) return { state: 'unchecked', since: null };
  if (feed.movedAt && now.getTime() - feed.movedAt.getTime() < MOVED_MS) return { state: 'moved', since: feed.movedAt };

  return { state: newEpisodes > 0 ? 'new' : 'up-to-date', since: null };
}
