import {
  correctedSegments,
  type Correction,
  type SegmentView,
  type TranscriptEvent,
} from '@earmark/contracts/transcripts';
import type { DecodedEvent } from '../kit/recorded-events.ts';

/** The corrections of one transcript as they were at the last event taken: the rule of the table. */
export class Corrections {
  private readonly standing = new Map<string, { segmentIds: readonly string[]; at: string; role: string }>();

  take(event: DecodedEvent): void {
    // The stream of a transcript holds nothing else.
    const segmentIds = correctedSegments(event as TranscriptEvent);
    const { actor, at, reverts } = event.recorded.metadata;
    if (segmentIds.length === 0 || (reverts !== null && this.standing.delete(reverts))) return;
    if (actor.kind === 'account') this.standing.set(event.id, { segmentIds, at, role: actor.role });
  }

  /** In the order of the segments; of each the last one. */
  of(segments: readonly SegmentView[]): Correction[] {
    const last = new Map<string, Correction>();
    for (const { segmentIds, at, role } of this.standing.values())
      for (const segmentId of segmentIds) last.set(segmentId, { segmentId, at, role });

    return segments.flatMap(({ id }) => last.get(id) ?? []);
  }
}
