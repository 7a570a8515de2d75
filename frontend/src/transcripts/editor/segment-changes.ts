import { formatClock, uuidFrom } from '@earmark/contracts/kit';
import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { SegmentView } from '@earmark/contracts/transcripts';

const NEW_SEGMENT_MS = 5000;
const NEW_SEGMENT_TEXT = 'New segment text...';
const CLOCK = /^(?:(\d{1,3}):([0-5]?\d)|(\d{1,3})):([0-5]?\d)$/;

/** A segment as it is typed. */
export interface Fields {
  /** HH:MM:SS */
  readonly time: string;
  readonly speaker: string;
  readonly text: string;
}

export const fieldsOf = ({ startTime, speaker, text }: SegmentView): Fields => ({
  time: formatClock(startTime),
  speaker,
  text,
});

/** Milliseconds of HH:MM:SS or MM:SS; null for any other form. */
export function parseClock(text: string): number | null {
  const found = CLOCK.exec(text.trim());
  if (found === null) return null;
  const [, hours = '0', minutes, onlyMinutes = '0', seconds = '0'] = found;

  return ((Number(hours) * 60 + Number(minutes ?? onlyMinutes)) * 60 + Number(seconds)) * 1000;
}

/**
 * The segment with what was typed, trimmed; the same object when that changes nothing. A time that reads as before keeps its
 * milliseconds, any other form than that of a time is 0. A segment that is moved behind its end keeps its length.
 */
export function withFields(segment: SegmentView, fields: Fields): SegmentView {
  const text = fields.text.trim();
  const speaker = fields.speaker.trim() || UNKNOWN_SPEAKER;
  const isTimeKept = fields.time.trim() === formatClock(segment.startTime);
  const startTime = isTimeKept ? segment.startTime : (parseClock(fields.time) ?? 0);
  const endTime = isTimeKept || startTime <= segment.endTime ? segment.endTime : startTime + lengthOf(segment);
  if (text === segment.text.trim() && speaker === segment.speaker && startTime === segment.startTime) return segment;

  return timed({ ...segment, text, speaker }, startTime, endTime);
}

/** Both parts of the segment cut at the caret, times in proportion to the text; null when one would be without text. */
export function splitAt(segment: SegmentView, caret: number): [SegmentView, SegmentView] | null {
  const before = segment.text.slice(0, caret).trim();
  const after = segment.text.slice(caret).trim();
  if (before === '' || after === '') return null;
  const { startTime, endTime } = segment;
  const cut = startTime + Math.round((lengthOf(segment) * before.length) / (before.length + after.length));

  return [
    timed({ ...segment, text: before }, startTime, cut),
    timed({ ...segment, id: newId(segment.id), text: after }, cut, endTime),
  ];
}

/** The segment and the next one as one. */
export const joined = (segment: SegmentView, next: SegmentView): SegmentView => ({
  ...segment,
  text: `${segment.text.trim()} ${next.text.trim()}`,
  endTime: Math.max(segment.endTime, next.endTime),
});

/** What "Add segment" puts at the end. */
export function newSegment(rows: readonly SegmentView[], episodeUuid: string): SegmentView {
  const startTime = rows.at(-1)?.endTime ?? 0;
  const segment = { id: newId(episodeUuid), startTime, endTime: startTime, timeFormatted: '' };

  return timed({ ...segment, text: NEW_SEGMENT_TEXT, speaker: UNKNOWN_SPEAKER }, startTime, startTime + NEW_SEGMENT_MS);
}

export const SCOPES = ['this', 'onwards', 'all'] as const;
/** Which of the segments that bear the same speaker. */
export type Scope = (typeof SCOPES)[number];

/** Ids of this segment, or of those that bear the label which it was shown with. */
export function sameSpeaker(
  rows: readonly SegmentView[],
  { id, speaker }: Pick<SegmentView, 'id' | 'speaker'>,
  scope: Scope,
): ReadonlySet<string> {
  if (scope === 'this') return new Set([id]);
  const from = scope === 'onwards' ? rows.findIndex((row) => row.id === id) : 0;

  return speakerIds(from === -1 ? [] : rows.slice(from), speaker);
}

/** Ids of the segments that bear this label. */
export const speakerIds = (rows: readonly SegmentView[], label: string): ReadonlySet<string> =>
  new Set(rows.flatMap(({ id, speaker }) => (speaker === label ? [id] : [])));

export function withSpeaker(rows: readonly SegmentView[], ids: ReadonlySet<string>, name: string): SegmentView[] {
  const speaker = name.trim();

  return rows.map((row) => (ids.has(row.id) && row.speaker !== speaker ? { ...row, speaker } : row));
}

/** Every label with the number of its segments, in the order of their first words. */
export function speakerCounts(rows: readonly SegmentView[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { speaker } of rows) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);

  return counts;
}

/** "Updated N segments" */
export const updatedSegments = (count: number): string => `Updated ${count} ${count === 1 ? 'segment' : 'segments'}`;

const timed = (segment: SegmentView, startTime: number, endTime: number): SegmentView => ({
  ...segment,
  startTime,
  endTime,
  timeFormatted: formatClock(startTime),
});

const lengthOf = ({ startTime, endTime }: SegmentView): number => Math.max(0, endTime - startTime);

// Not crypto.randomUUID: browsers have it on https only.
const newId = (parent: string): string => uuidFrom(parent, crypto.getRandomValues(new Uint32Array(4)).join(' '));
