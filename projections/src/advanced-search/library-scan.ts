import { EpisodeScanner, type Counted, type Scan } from './episode-scanner.ts';
import type { Criteria } from './criteria.ts';
import type { Library, SearchedEpisodeFacts } from './library.ts';
import type { TimeBudget } from './time-budget.ts';

/** A clock is read only so often. */
const EPISODES_A_CHECK = 64;

/**
 * Finds and counts in all episodes what `searchEpisode` finds in one. A search for a common word looks at millions of
 * mentions, so nothing is built for an episode: only the results that are shown are looked at again.
 */
export function scanLibrary(library: Library, criteria: Criteria, counted: Counted, budget: TimeBudget): Scan {
  budget.resume();
  const scanner = new EpisodeScanner(library, criteria, counted);
  const { episodes } = library;
  const { fromMs, toMs, seriesUuid, episodeUuid } = criteria;
  const hasPlace = fromMs !== null || toMs !== null || seriesUuid !== null || episodeUuid !== null;
  for (let index = 0; index < episodes.length; index += 1) {
    if (index % EPISODES_A_CHECK === 0) budget.check();
    const episode = episodes[index]!;
    if (!hasPlace || (isInDates(episode, criteria) && isInPodcast(episode, criteria))) scanner.look(episode, index);
  }

  return scanner.scan();
}

export const isInDates = (
  { publishedMs }: SearchedEpisodeFacts,
  { fromMs, toMs }: Pick<Criteria, 'fromMs' | 'toMs'>,
): boolean =>
  (fromMs === null && toMs === null) ||
  (publishedMs !== null && (fromMs === null || publishedMs >= fromMs) && (toMs === null || publishedMs < toMs));

export const isInPodcast = (
  episode: SearchedEpisodeFacts,
  { seriesUuid, episodeUuid }: Pick<Criteria, 'seriesUuid' | 'episodeUuid'>,
): boolean =>
  (seriesUuid === null || episode.seriesUuid === seriesUuid) && (episodeUuid === null || episode.uuid === episodeUuid);
