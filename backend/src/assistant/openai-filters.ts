import type { ComparisonFilter, CompoundFilter } from 'openai/resources/shared';
import type { ScopeAsked } from './assistant-provider.ts';

/** Longer lists of values are cut into several conditions. */
const MOST_VALUES = 100;
/** Of more episodes than this, their whole podcasts are searched; what is cited from outside of the scope is left out. */
const MOST_EPISODES = 1000;

export type ScopeFilter = ComparisonFilter | CompoundFilter;

/** Where an uploaded episode belongs. */
export interface IndexedEpisode {
  readonly episodeUuid: string;
  readonly seriesUuid: string;
}

/**
 * The scope as conditions on what was uploaded with each transcript; undefined: no restriction. `indexed`: what the scope
 * has that was uploaded.
 */
export function scopeFilter(
  { seriesUuids, episodeUuids }: ScopeAsked,
  indexed: readonly IndexedEpisode[],
): ScopeFilter | undefined {
  if (seriesUuids === null && episodeUuids === null) return undefined;
  const podcasts = new Set(seriesUuids ?? []);
  const chosen = new Set(episodeUuids ?? []);
  const single = indexed.filter((one) => chosen.has(one.episodeUuid) && !podcasts.has(one.seriesUuid));
  if (single.length > MOST_EPISODES) {
    for (const { seriesUuid } of single) podcasts.add(seriesUuid);
    single.length = 0;
  }
  const parts = [
    ...inLists('podcast_id', [...podcasts]),
    ...inLists(
      'episode_uuid',
      single.map(({ episodeUuid }) => episodeUuid),
    ),
  ];

  return parts.length > 1 ? { type: 'or', filters: parts } : parts[0];
}

function inLists(key: string, values: readonly string[]): ComparisonFilter[] {
  const lists: ComparisonFilter[] = [];
  for (let from = 0; from < values.length; from += MOST_VALUES)
    lists.push({ type: 'in', key, value: values.slice(from, from + MOST_VALUES) });

  return lists;
}
