import type { TranscriptEvent } from './events.ts';

/** Ids of the segments that the event gave other words. Other times or speakers are no correction of what was said. */
export function correctedSegments(event: TranscriptEvent): string[] {
  switch (event.type) {
    case 'SegmentEdited':
      return [event.data.segmentId];
    case 'SegmentAdded':
      return [event.data.segment.segmentId];
    case 'SegmentSplit':
      return event.data.after.map(({ segmentId }) => segmentId);
    case 'SegmentsMerged':
      return [event.data.after.segmentId];
    case 'SegmentsRecorded':
    case 'TranscriptRecorded':
    case 'TranscriptActivated':
    case 'SegmentRetimed':
    case 'SegmentDeleted':
    case 'SegmentRestored':
    case 'SpeakerRenamed':
    case 'SegmentsReassigned':
      return [];
  }
}
