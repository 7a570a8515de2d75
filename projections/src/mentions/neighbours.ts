import { ALONE, type Matcher, type Neighbours } from '@earmark/contracts/mentions';
import type { Knex } from 'knex';
import { sql } from '../kit/query-builder.ts';
import type { Tables } from '../kit/tables.ts';

interface SegmentText {
  readonly segment_id: string;
  readonly episode_uuid: string;
  readonly text: string;
}

/** Texts before and after each segment of its transcript; null at its ends. */
export interface NeighbourColumns {
  readonly before: string | null;
  readonly after: string | null;
}

export const inTranscriptOrder = (segment: string): Knex.Raw =>
  sql.raw('(partition by ??, ?? order by ??, ??)', [
    `${segment}.episode_uuid`,
    `${segment}.version_id`,
    `${segment}.order_key`,
    `${segment}.segment_id`,
  ]);

export const neighboursIn = ({ before, after }: NeighbourColumns): Neighbours => ({
  before: before ?? '',
  after: after ?? '',
});

/**
 * Looks up the neighbours of those segments of shown transcripts in which a pattern with a context stands; without
 * contexts it reads nothing.
 */
export async function findNeighbours(
  db: Pick<Tables, 'query'>,
  matcher: Matcher,
  segments: readonly SegmentText[],
): Promise<(segment: Pick<SegmentText, 'segment_id'>) => Neighbours> {
  const asked = matcher.hasContexts ? segments.filter(({ text }) => matcher.dependsOnNeighbours(text)) : [];
  if (asked.length === 0) return () => ALONE;
  const rows = await db.query<NeighbourColumns & { segment_id: string }>(
    `select x.segment_id, x.before, x.after from (
       select s.segment_id, lag(s.text) over w as before, lead(s.text) over w as after from mentions_segment s
       join mentions_all_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id
       where s.episode_uuid = any($1)
       window w as (partition by s.episode_uuid order by s.order_key, s.segment_id)
     ) x where x.segment_id = any($2)`,
    [[...new Set(asked.map((row) => row.episode_uuid))], asked.map((row) => row.segment_id)],
  );
  const found = new Map(rows.map((row) => [row.segment_id, neighboursIn(row)]));

  return ({ segment_id: segmentId }) => found.get(segmentId) ?? ALONE;
}

/** A place between segments: where one was removed. */
export interface Gap {
  readonly episodeUuid: string;
  readonly orderKey: string;
}

/** The segments next to changed ones and to gaps, in the shown transcripts as they are now: their contexts may differ. */
export async function listNextTo(
  tables: Pick<Tables, 'query'>,
  episodes: readonly string[],
  segments: readonly string[],
  gaps: readonly Gap[],
): Promise<{ episodeUuid: string; segmentId: string }[]> {
  return tables.query(
    `with shown as (
       select s.episode_uuid, s.segment_id, s.order_key,
         lag(s.segment_id) over w as before, lag(s.order_key) over w as key_before,
         lead(s.segment_id) over w as after, lead(s.order_key) over w as key_after
       from mentions_segment s
       join mentions_all_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id
       where s.episode_uuid = any($1)
       window w as (partition by s.episode_uuid order by s.order_key, s.segment_id)
     )
     select n.episode_uuid as "episodeUuid", n.segment_id as "segmentId" from shown n
     where n.before = any($2) or n.after = any($2) or exists (
       select 1 from unnest($3::uuid[], $4::text[]) as g(episode_uuid, order_key)
       where g.episode_uuid = n.episode_uuid and (
         (n.order_key <= g.order_key collate "C" and (n.key_after is null or n.key_after >= g.order_key collate "C"))
         or (n.order_key >= g.order_key collate "C" and (n.key_before is null or n.key_before <= g.order_key collate "C")))
     )`,
    [episodes, segments, gaps.map((gap) => gap.episodeUuid), gaps.map((gap) => gap.orderKey)],
  );
}
