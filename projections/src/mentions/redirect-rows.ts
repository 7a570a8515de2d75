import { reachedFrom, shownIdIn, splitKey, type Redirects } from '@earmark/contracts/vocabulary';
import type { Tables } from '../kit/tables.ts';

/** The merges and splits in force. */
export async function loadRedirects(tables: Tables): Promise<Redirects<string>> {
  const merges = await tables.query<{ entity_id: string; into_id: string }>(
    'select entity_id, into_id from mentions_merge order by entity_id',
  );
  const splits = await tables.query<{ entity_id: string; into_id: string; place: string }>(
    'select entity_id, into_id, coalesce(segment_id, series_uuid) as place from mentions_split order by entity_id, place',
  );

  return {
    mergedInto: new Map(merges.map((row) => [row.entity_id, row.into_id])),
    splitInto: new Map(
      splits.map((row) => [splitKey(row.entity_id, row.place), { from: row.entity_id, into: row.into_id }]),
    ),
  };
}

/** Writes what every entity that takes part in a merge or split counts for: everywhere, and in the places of splits. */
export async function writeShown(tables: Tables, redirects: Redirects<string>): Promise<void> {
  const places = await tables.query<{ entity_id: string; series_uuid: string; segment_id: string | null }>(
    `select s.entity_id, coalesce(s.series_uuid, e.series_uuid) as series_uuid, s.segment_id
     from mentions_split s left join mentions_all_episode e on e.episode_uuid = s.episode_uuid
     where coalesce(s.series_uuid, e.series_uuid) is not null`,
  );
  await tables.query('delete from mentions_merged');
  const { mergedInto, splitInto } = redirects;
  const taking = new Set([...mergedInto].flat());
  for (const { from, into } of splitInto.values()) taking.add(from).add(into);
  for (const entityId of taking) {
    const put = (series: string | null, segment: string | null, shownId: string) =>
      tables.insert('mentions_merged', {
        entity_id: entityId,
        series_uuid: series,
        segment_id: segment,
        shown_id: shownId,
      });
    put(null, null, shownIdIn(redirects, entityId, null));
    if (places.length === 0) continue;
    const reached = reachedFrom(redirects, entityId);
    const own = places.filter((row) => reached.has(row.entity_id));
    for (const seriesUuid of new Set(own.flatMap((row) => (row.segment_id === null ? [row.series_uuid] : []))))
      put(seriesUuid, null, shownIdIn(redirects, entityId, { seriesUuid, segmentId: null }));
    const chosen = new Map(own.flatMap((row) => (row.segment_id === null ? [] : [[row.segment_id, row.series_uuid]])));
    for (const [segmentId, seriesUuid] of chosen)
      put(null, segmentId, shownIdIn(redirects, entityId, { seriesUuid, segmentId }));
  }
  await tables.flush();
}
