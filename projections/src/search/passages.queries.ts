import { formatClock } from '@earmark/contracts/kit';
import type { SearchPassage } from '@earmark/contracts/search';
import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Db } from '../kit/db.ts';

/** A segment by its place in the transcript that an episode shows. */
export interface SegmentPlace {
  readonly episodeUuid: string;
  readonly place: number;
}

export interface SegmentRow extends Omit<SearchPassage, 'marks' | 'timeFormatted'>, SegmentPlace {}

/** In no order. */
export async function listSegmentsAt(db: Db, places: readonly SegmentPlace[]): Promise<SegmentRow[]> {
  if (places.length === 0) return [];
  const { rows } = await db.query<Omit<SegmentRow, 'speaker'> & { speaker: string | null }>(
    `select p.episode_uuid as "episodeUuid", p.place, p.segment_id as "segmentId", p.start_ms as "startMs",
       p.end_ms as "endMs", k.name as speaker, p.text
     from (
       select s.episode_uuid, s.version_id, s.segment_id, s.start_ms, s.end_ms, s.speaker_id, s.text,
         (row_number() over (partition by s.episode_uuid order by s.order_key, s.segment_id))::integer - 1 as place
       from read.mentions_segment s
       join read.mentions_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id
       where s.episode_uuid = any($1)
     ) p
     join unnest($1::uuid[], $2::integer[]) as w(episode_uuid, place)
       on w.episode_uuid = p.episode_uuid and w.place = p.place
     left join read.mentions_speaker k on k.version_id = p.version_id and k.speaker_id = p.speaker_id`,
    [places.map(({ episodeUuid }) => episodeUuid), places.map(({ place }) => place)],
  );

  return rows.map((row) => ({ ...row, speaker: row.speaker ?? UNKNOWN_SPEAKER }));
}

/** Where an entity is mentioned in segments of an episode: flat UTF-16 offsets by id of the segment. */
export async function listSpans(
  db: Db,
  entityId: string,
  segments: readonly Pick<SegmentRow, 'episodeUuid' | 'segmentId'>[],
): Promise<Map<string, number[]>> {
  if (segments.length === 0) return new Map();
  const { rows } = await db.query<{ segmentId: string; spans: number[] }>(
    `select m.segment_id as "segmentId", m.spans
     from unnest($2::uuid[], $3::uuid[]) as w(episode_uuid, segment_id)
     join read.mentions_mention m on m.episode_uuid = w.episode_uuid and m.segment_id = w.segment_id and m.entity_id = $1`,
    [entityId, segments.map(({ episodeUuid }) => episodeUuid), segments.map(({ segmentId }) => segmentId)],
  );

  return new Map(rows.map(({ segmentId, spans }) => [segmentId, spans]));
}

export const passageView = (row: SegmentRow, marks: number[]): SearchPassage => ({
  segmentId: row.segmentId,
  startMs: row.startMs,
  endMs: row.endMs,
  timeFormatted: formatClock(row.startMs),
  speaker: row.speaker,
  text: row.text,
  marks,
});

/** The ranges of both, merged where they overlap. */
export function mergeMarks(a: readonly number[], b: readonly number[]): number[] {
  if (a.length === 0) return [...b];
  if (b.length === 0) return [...a];
  const ranges: [start: number, end: number][] = [];
  for (const marks of [a, b])
    for (let index = 0; index < marks.length; index += 2) ranges.push([marks[index]!, marks[index + 1]!]);
  ranges.sort((one, other) => one[0] - other[0]);
  const merged: number[] = [];
  for (const [start, end] of ranges)
    if (merged.length > 0 && start <= merged.at(-1)!) merged[merged.length - 1] = Math.max(merged.at(-1)!, end);
    else merged.push(start, end);

  return merged;
}
