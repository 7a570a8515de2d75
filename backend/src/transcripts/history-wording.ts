import { formatClock } from '@earmark/contracts/kit';
import type { RecordedSegment, SegmentId, SpeakerId, VersionId } from '@earmark/contracts/transcripts';
import type { TranscriptState } from './transcript.decider.ts';

const FORMATS: Readonly<Record<string, string>> = {
  webvtt: 'WebVTT',
  srt: 'SubRip',
  substation: 'SubStation Alpha',
  html: 'HTML',
  editor: 'in the editor',
};
/** Names for people: `podlove-json` is just JSON, `text-stamps` plain text. */
const FORMAT_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^html-/, 'HTML'],
  [/^text-/, 'plain text'],
  [/^markdown-/, 'Markdown'],
  [/-json$/, 'JSON'],
  [/-xml$/, 'XML'],
];

/** The kind of a transcript file, in a word or two. */
export const formatKind = (format: string): string =>
  FORMATS[format] ?? FORMAT_KINDS.find(([kind]) => kind.test(format))?.[1] ?? format.toUpperCase();

export const exactClock = (ms: number): string => `${formatClock(ms)}.${String(ms % 1000).padStart(3, '0')}`;
export const span = ({ startMs, endMs }: { startMs: number; endMs: number }, by = formatClock): string =>
  `${by(startMs)}–${by(endMs)}`;

export const speakerName = (state: TranscriptState | null, versionId: VersionId, speakerId: SpeakerId | null): string =>
  (speakerId === null ? undefined : state?.versions.get(versionId)?.speakers.get(speakerId)) ?? 'an unknown speaker';

export const described = (
  state: TranscriptState | null,
  versionId: VersionId,
  { speakerId, startMs }: RecordedSegment,
): string => `a segment of ${speakerName(state, versionId, speakerId)} at ${formatClock(startMs)}`;

function find(state: TranscriptState | null, versionId: VersionId, segmentId: SegmentId): RecordedSegment | undefined {
  const version = state?.versions.get(versionId);

  return version?.segments.get(segmentId) ?? version?.deleted.get(segmentId);
}

/** The segment's current state, even if it has been deleted since. */
export function known(
  state: TranscriptState | null,
  versionId: VersionId,
  segmentId: SegmentId,
  speakerId?: SpeakerId | null,
): string {
  const segment = find(state, versionId, segmentId);
  if (!segment) return 'a segment';

  return described(state, versionId, speakerId === undefined ? segment : { ...segment, speakerId });
}

export const speakerOf = (state: TranscriptState | null, versionId: VersionId, segmentId: SegmentId): string =>
  speakerName(state, versionId, find(state, versionId, segmentId)?.speakerId ?? null);
