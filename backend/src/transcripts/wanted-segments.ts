import { LATEST_MS } from '@earmark/contracts/episodes';
import type { RecordedSegment, SegmentId } from '@earmark/contracts/transcripts';
import { Rejected } from '../kit/rejected.ts';
import { labelOf } from './speaker-changes.ts';
import type { Version } from './transcript.decider.ts';
import type { WrittenSegment } from '@earmark/contracts/transcripts';

/** Of a segment that says neither how long it is. */
const NEW_SEGMENT_MS = 5000;

/** A segment as the caller wants it to be, with what was not said filled in. */
export interface WantedSegment {
  readonly segmentId: SegmentId;
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly label: string | null;
}

/** Throws Rejected `invalid` for a segment that ends before it starts. */
export function wantedSegments(base: Version, written: readonly WrittenSegment[], now: Version): WantedSegment[] {
  let previousEnd = 0;

  return written.map((one, index) => {
    const { segmentId, text, speaker } = one;
    const version = base.segments.has(segmentId) ? base : now;
    const known = version.segments.get(segmentId) ?? now.deleted.get(segmentId);
    const { startMs, endMs } = known ? timesOfKnown(one, known) : timesOfNew(one, previousEnd);
    if (endMs < startMs) throw new Rejected('invalid', `Segment ${index + 1} ends before it starts.`);
    previousEnd = endMs;
    const label = speaker === undefined ? (known ? labelOf(version, known) : null) : speaker;

    return { segmentId, text, startMs, endMs, label };
  });
}

/** Editors show whole seconds: a start that comes back as it was shown is untouched and keeps its milliseconds. */
function timesOfKnown(written: WrittenSegment, known: RecordedSegment): { startMs: number; endMs: number } {
  const { startMs = known.startMs, endMs = known.endMs } = written;
  const isAsShown = startMs === known.startMs - (known.startMs % 1000) && known.startMs <= endMs;

  return { startMs: isAsShown ? known.startMs : startMs, endMs };
}

function timesOfNew({ startMs, endMs }: WrittenSegment, previousEnd: number): { startMs: number; endMs: number } {
  const start = startMs ?? previousEnd;

  return { startMs: start, endMs: endMs ?? Math.min(start + NEW_SEGMENT_MS, LATEST_MS) };
}
