import { randomUUID } from 'node:crypto';
import type { PutTranscriptRequest } from '@earmark/contracts/episodes';
import { SegmentId, UNKNOWN_SPEAKER, type WrittenSegment } from '@earmark/contracts/transcripts';
import { Rejected } from '../kit/rejected.ts';
import { wellFormedText } from '../kit/well-formed.ts';

/** The payload with ids given and texts trimmed. Throws Rejected `invalid` for what no transcript can hold. */
export function writtenSegments({ segments }: PutTranscriptRequest): WrittenSegment[] {
  const seen = new Set<string>();

  return segments.map(({ id, text, startTime, endTime, speaker }, index) => {
    const segmentId = SegmentId.parse(id?.toLowerCase() ?? randomUUID());
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

/** A speaker's name as people see and write it; null: nobody knows who speaks. */
export function speakerLabel(name: string | null | undefined): string | null {
  const label = wellFormedText(name ?? '').trim();

  return label === '' || label === UNKNOWN_SPEAKER ? null : label;
}
