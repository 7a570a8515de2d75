import type { Db } from '../kit/db.ts';

export interface TimedSegment {
  readonly episodeUuid: string;
  /** In which it begins. */
  readonly second: number;
  readonly segmentId: string;
  readonly text: string;
}

/** Segments of the shown transcripts that begin within these seconds, in the order of the transcript. */
export async function listSegmentsInSeconds(
  db: Db,
  wanted: readonly { readonly episodeUuid: string; readonly second: number }[],
): Promise<TimedSegment[]> {
  if (wanted.length === 0) return [];
  const { rows } = await db.query<TimedSegment>(
    `select w.episode_uuid as "episodeUuid", w.second, s.segment_id as "segmentId", s.text
     from (select distinct * from unnest($1::uuid[], $2::integer[]) as t(episode_uuid, second)) w
     join read.mentions_episode e on e.episode_uuid = w.episode_uuid
     join read.mentions_segment s on s.episode_uuid = e.episode_uuid and s.version_id = e.version_id
       and s.start_ms >= w.second * 1000 and s.start_ms < (w.second + 1) * 1000
     order by w.episode_uuid, w.second, s.order_key`,
    [wanted.map(({ episodeUuid }) => episodeUuid), wanted.map(({ second }) => second)],
  );

  return rows;
}
