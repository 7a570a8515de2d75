import { correctedSegments, isCorrection, type Correction, type SegmentView } from '@earmark/contracts/transcripts';
import type { DecodedEvent } from '../kit/recorded-events.ts';

interface Known {
  readonly segmentIds: readonly string[];
  readonly revision: number;
  readonly at: string;
  readonly role: string;
  readonly undone: boolean;
}

/** The corrections of one transcript after the last event taken, by the same rule as the table. */
export class Corrections {
  /** By the id of the correction. */
  private readonly known = new Map<string, Known>();
  /** The id of each event that undid or redid a correction → that correction. */
  private readonly turns = new Map<string, string>();

  take(event: DecodedEvent): void {
    if (!isCorrection(event)) return;
    const segmentIds = correctedSegments(event);
    const { actor, at, reverts, causationId } = event.recorded.metadata;
    if (reverts !== null) return this.turn(reverts, event.id);
    // One that was carried over is still the correction of whoever made it.
    const made =
      (causationId === null ? undefined : this.known.get(causationId)) ??
      (actor.kind === 'account' ? { at, role: actor.role } : null);
    if (made)
      this.known.set(event.id, { segmentIds, revision: event.revision, at: made.at, role: made.role, undone: false });
  }

  /** The last correction of each segment, in the order of the segments. */
  of(segments: readonly SegmentView[]): Correction[] {
    const last = new Map<string, Correction>();
    const standing = [...this.known.values()].filter(({ undone }) => !undone);
    for (const { segmentIds, at, role } of standing.sort((one, other) => one.revision - other.revision))
      for (const segmentId of segmentIds) last.set(segmentId, { segmentId, at, role });

    return segments.flatMap(({ id }) => last.get(id) ?? []);
  }

  private turn(reverted: string, by: string): void {
    const id = this.turns.get(reverted) ?? reverted;
    const correction = this.known.get(id);
    if (!correction) return;
    this.turns.set(by, id);
    this.known.set(id, { ...correction, undone: !correction.undone });
  }
}
