import { UNKNOWN_SPEAKER, type SegmentView } from '@earmark/contracts/transcripts';
import type { ExportEpisode } from '@earmark/projections/queries';
import { csvLine } from '../kit/csv.ts';
import type { ExportSource } from './export-source.ts';

/** Formats that hold a whole export in one file. */
export type RowForm = 'csv' | 'jsonl';

type Cell = string | number | null;
type Row = Readonly<Record<string, Cell | readonly (string | number)[]>>;

/** One file with all rows of the source, stamped in the last columns (CSV) or in an extra first line (JSON lines). */
export async function* exportRows(
  what: 'mentions' | 'transcripts',
  form: RowForm,
  source: ExportSource,
  onEpisode: (rows: number) => void = () => undefined,
): AsyncGenerator<string> {
  const { stamp, filter } = source;
  const stamped = {
    asOfPosition: stamp?.position ?? null,
    asOfEventId: stamp?.eventId ?? null,
    asOfAt: stamp?.at ?? null,
  };
  const columns = [...(what === 'mentions' ? MENTION_COLUMNS : SEGMENT_COLUMNS), ...Object.keys(stamped)];
  yield form === 'csv' ? csvLine(columns) : `${JSON.stringify({ export: what, asOf: stamp, ...filter })}\n`;
  for await (const episode of source.episodes()) {
    const segments = await source.segments(episode);
    const rows = what === 'mentions' ? await mentionRows(source, episode, segments) : segmentRows(episode, segments);
    yield rows
      .map((row) =>
        form === 'csv'
          ? csvLine(columns.map((name) => cellOf({ ...row, ...stamped }[name])))
          : `${JSON.stringify(row)}\n`,
      )
      .join('');
    onEpisode(rows.length);
  }
}

const cellOf = (value: Row[string] | undefined): Cell =>
  typeof value === 'object' && value !== null ? value.join(' | ') : (value ?? null);

const EPISODE_COLUMNS = ['podcast', 'episode', 'publishedAt'];
const SEGMENT_COLUMNS = [
  ...EPISODE_COLUMNS,
  ...['time', 'startMs', 'endMs', 'speaker', 'text', 'podcastUuid', 'episodeUuid', 'segmentId'],
];
const MENTION_COLUMNS = [
  ...['entity', 'type', 'found'],
  ...SEGMENT_COLUMNS,
  ...['entityId', 'vocabularyRevision', 'matcherVersion'],
];

const episodeCells = (episode: ExportEpisode) => ({
  podcast: episode.podcastName,
  podcastUuid: episode.podcastUuid,
  episode: episode.episodeTitle,
  episodeUuid: episode.episodeUuid,
  publishedAt: episode.publishedAt?.toISOString() ?? null,
});

const segmentRows = (episode: ExportEpisode, segments: readonly SegmentView[]): Row[] =>
  segments.map((segment) => ({
    ...episodeCells(episode),
    segmentId: segment.id,
    time: segment.timeFormatted,
    startMs: segment.startTime,
    endMs: segment.endTime,
    speaker: segment.speaker === UNKNOWN_SPEAKER ? null : segment.speaker,
    text: segment.text,
  }));

/**
 * One row per mention (a segment and an entity that occurs in it), in the order of the transcript. `found` is the
 * matched text, `marks` its places.
 */
async function mentionRows(
  source: ExportSource,
  episode: ExportEpisode,
  segments: readonly SegmentView[],
): Promise<Row[]> {
  const cells = segmentRows(episode, segments);
  const rows: { index: number; row: Row }[] = [];
  for (const { entity, marks } of await source.mentions(episode, segments))
    for (const [index, spans] of marksBySegment(marks))
      rows.push({
        index,
        row: {
          ...cells[index],
          entity: entity.name,
          entityId: entity.id,
          type: entity.type,
          found: spans.map(([start, end]) => segments[index]!.text.slice(start, end)),
          marks: spans.flat(),
          vocabularyRevision: episode.vocabularyRevision,
          matcherVersion: episode.matcherVersion,
        },
      });

  return rows.sort((a, b) => a.index - b.index).map(({ row }) => row);
}

/** Groups flat [segmentIndex, start, end, …]. */
function marksBySegment(marks: readonly number[]): Map<number, [start: number, end: number][]> {
  const spans = new Map<number, [number, number][]>();
  for (let at = 0; at < marks.length; at += 3) {
    const span: [number, number] = [marks[at + 1]!, marks[at + 2]!];
    const known = spans.get(marks[at]!);
    if (known) known.push(span);
    else spans.set(marks[at]!, [span]);
  }

  return spans;
}
