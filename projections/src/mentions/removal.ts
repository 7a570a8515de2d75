import type { Tables } from '../kit/tables.ts';

/** Marks an episode, or all of a podcast, as removed or not, and returns their ids. */
export async function setRemoved(
  tables: Tables,
  what: { readonly seriesUuid: string } | { readonly episodeUuid: string },
  isRemoved: boolean,
): Promise<string[]> {
  const rows =
    'seriesUuid' in what
      ? await tables.query<{ episode_uuid: string }>(
          'update mentions_all_episode set is_series_removed = $2 where series_uuid = $1 returning episode_uuid',
          [what.seriesUuid, isRemoved],
        )
      : await tables.query<{ episode_uuid: string }>(
          'update mentions_all_episode set is_removed = $2 where episode_uuid = $1 returning episode_uuid',
          [what.episodeUuid, isRemoved],
        );

  return rows.map((row) => row.episode_uuid);
}

/** Podcasts that are removed now. */
export async function listRemovedSeries(tables: Tables): Promise<Set<string>> {
  const rows = await tables.query<{ uuid: string }>(
    'select series_uuid as uuid from mentions_removal where episode_uuid is null and to_ordinal is null',
  );

  return new Set(rows.map(({ uuid }) => uuid));
}
