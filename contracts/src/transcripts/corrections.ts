import type { EventOf } from '../kit/event.ts';
import { SegmentAdded, SegmentEdited, SegmentsMerged, SegmentSplit } from './events.ts';
import type { SegmentId } from './values.ts';

/** Events that change the words of segments. Changes of times or speakers do not correct what was said. */
export const correctionEvents = [SegmentEdited, SegmentAdded, SegmentSplit, SegmentsMerged] as const;
export type CorrectionEvent = EventOf<(typeof correctionEvents)[number]>;

const types: ReadonlySet<string> = new Set(correctionEvents.map(({ type }) => type));

export const isCorrection = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: CorrectionEvent['type'] }> => types.has(event.type);

/** Ids of the segments whose words it changed. */
export function correctedSegments(event: CorrectionEvent): SegmentId[] {
  switch (event.type) {
    case 'SegmentEdited':
      return [event.data.segmentId];
    case 'SegmentAdded':
      return [event.data.segment.segmentId];
    case 'SegmentSplit':
      return event.data.after.map(({ segmentId }) => segmentId);
    case 'SegmentsMerged':
      return [event.data.after.segmentId];
  }
}
