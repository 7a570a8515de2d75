import { randomUUID } from 'node:crypto';
import { LATEST_MS, type PutTranscriptRequest } from '@earmark/contracts/episodes';
import { type RecordedSegment, SegmentId, type WrittenSegment } from '@earmark/contracts/transcripts';
import { Rejected } from '../kit/rejected.ts';
import { wellFormedText } from '../kit/well-formed.ts';
import { labelOf, speakerLabel } from './speaker-changes.ts';
import type { Version } from './transcript.decider.ts';

/** The length of an added segment that has no end. */
const NEW_SEGMENT_MS = 5000;

/** The payload with missing ids added and texts trimmed. Throws Rejected `invalid` for segments that no transcript can hold. */
export function writtenSegments({ segments }: PutTranscriptRequest): WrittenSegment[] {
  const seen = new Set<string>();

  return segments.map(({ id, text, startTime, endTime, speaker }, index) => {
    const segmentId = id ?? SegmentId.parse(randomUUID());
    if (seen.has(segmentId)) throw new Rejected('invalid', `The segment id ${segmentId} is used twice.`);
    seen.add(segmentId);
    const written = wellFormedText(text).trim();
    if (written === '')
      throw new Rejected('invalid', `Segment ${index + 1} has no text: write some, or delete the segment.`);
    if (startTime !== undefined && endTime !== undefined && endTime < startTime)
      throw new Rejected('invalid', `Segment ${index + 1} ends before it starts.`);

    return {
      segmentId,
      text: written,
      startMs: startTime,
      endMs: endTime,
      speaker: speaker === undefined ? undefined : speakerLabel(speaker),
    };
  });
}

/** A segment as the caller wants it, with missing values filled in. */
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

/** Editors show whole seconds, so a start that comes back as it was shown keeps its milliseconds. */
function timesOfKnown(written: WrittenSegment, known: RecordedSegment): { startMs: number; endMs: number } {
  const { startMs = known.startMs, endMs = known.endMs } = written;
  const isAsShown = startMs === known.startMs - (known.startMs % 1000) && known.startMs <= endMs;

  return { startMs: isAsShown ? known.startMs : startMs, endMs };
}

function timesOfNew({ startMs, endMs }: WrittenSegment, previousEnd: number): { startMs: number; endMs: number } {
  const start = startMs ?? previousEnd;

  return { startMs: start, endMs: endMs ?? Math.min(start + NEW_SEGMENT_MS, LATEST_MS) };
}
