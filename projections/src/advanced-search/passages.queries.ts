import { formatClock } from '@earmark/contracts/kit';
import { richestExcerpt } from '@earmark/contracts/mentions';
import type { SearchPassage } from '@earmark/contracts/search';
import type { Db } from '../kit/db.ts';
import { segmentIdAt } from './episode-facts.ts';
import type { Library } from './library.ts';

/** A segment by its place in the transcript that an episode shows. */
export interface SegmentPlace {
  readonly episodeUuid: string;
  readonly place: number;
}

export interface SegmentRow extends Omit<SearchPassage, 'marks' | 'timeFormatted'>, SegmentPlace {}

/** Those that there are, in no order. */
export async function listSegmentsAt(
  db: Db,
  { byUuid, names }: Library,
  places: readonly SegmentPlace[],
): Promise<SegmentRow[]> {
  const wanted = places.flatMap(({ episodeUuid, place }) => {
    const episode = byUuid.get(episodeUuid);

    return episode && place >= 0 && place < episode.segments
      ? [{ episode, place, segmentId: segmentIdAt(episode, place) }]
      : [];
  });
  if (wanted.length === 0) return [];
  // By the whole key: with less, Postgres reads all segments of the episodes.
  const { rows } = await db.query<{ at: string; endMs: number; text: string }>({
    name: 'search: segments',
    text: `select w.at, s.end_ms as "endMs", s.text
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as w(episode_uuid, version_id, segment_id, at)
      join read.mentions_segment s on s.episode_uuid = w.episode_uuid and s.version_id = w.version_id
        and s.segment_id = w.segment_id`,
    values: [
      wanted.map(({ episode }) => episode.uuid),
      wanted.map(({ episode }) => episode.versionId),
      wanted.map(({ segmentId }) => segmentId),
    ],
  });

  return rows.map(({ at, endMs, text }) => {
    const { episode, place, segmentId } = wanted[Number(at) - 1]!;
    const [startMs, speaker] = [episode.startsMs[place]!, names.speakers.texts[episode.speakers[place]!]!];

    return { episodeUuid: episode.uuid, place, segmentId, startMs, endMs, speaker, text };
  });
}

/** Where an entity is mentioned in segments of an episode: flat UTF-16 offsets by id of the segment. */
export async function listSpans(
  db: Db,
  entityId: string,
  segments: readonly Pick<SegmentRow, 'episodeUuid' | 'segmentId'>[],
): Promise<Map<string, number[]>> {
  if (segments.length === 0) return new Map();
  const { rows } = await db.query<{ segmentId: string; spans: number[] }>({
    name: 'search: spans',
    text: `select m.segment_id as "segmentId", m.spans
     from unnest($2::uuid[], $3::uuid[]) as w(episode_uuid, segment_id)
     join read.mentions_mention m on m.episode_uuid = w.episode_uuid and m.segment_id = w.segment_id and m.entity_id = $1`,
    values: [entityId, segments.map(({ episodeUuid }) => episodeUuid), segments.map(({ segmentId }) => segmentId)],
  });

  return new Map(rows.map(({ segmentId, spans }) => [segmentId, spans]));
}

/** Some transcripts have segments of minutes: a result shows what was found and the sentences around it. */
const CONTEXT = 300;

export function passageView(row: SegmentRow, found: readonly number[]): SearchPassage {
  const { text, marks } = richestExcerpt(row.text, found, CONTEXT);

  return {
    segmentId: row.segmentId,
    startMs: row.startMs,
    endMs: row.endMs,
    timeFormatted: formatClock(row.startMs),
    speaker: row.speaker,
    text,
    marks: [...marks],
  };
}

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
