import type { EventId } from '@earmark/contracts/kit';
import type { SegmentId, SpeakerId, VersionId } from '@earmark/contracts/transcripts';
import type { Recorded } from '../kit/decider.ts';
import {
  emptyVersion,
  evolveVersion,
  isHandwork,
  type Version,
  type VersionEvent,
} from '../transcripts/transcript.decider.ts';

/** A version as machines made it, and as people left it. */
export interface CorrectedVersion {
  readonly versionId: VersionId;
  readonly base: Version;
  readonly corrected: Version;
  /** The last event by which people made a change, without those that were undone, by what it changed. */
  readonly causes: ReadonlyMap<string, EventId>;
  /** Segments that were cut from one another or joined, by one of them; a segment that never was is not listed. */
  readonly kin: ReadonlyMap<SegmentId, SegmentId>;
}

export const causeOf = {
  text: (segmentId: SegmentId) => `text ${segmentId}`,
  times: (segmentId: SegmentId) => `times ${segmentId}`,
  speaker: (segmentId: SegmentId) => `speaker ${segmentId}`,
  name: (speakerId: SpeakerId) => `name ${speakerId}`,
};

type RecordedEvent = VersionEvent & Recorded;

/** `events`: all of the version, in order. `corrected`: the version after them, which stays as it is. */
export function correctedVersion(
  versionId: VersionId,
  corrected: Version,
  events: readonly RecordedEvent[],
): CorrectedVersion {
  const base = emptyVersion();
  const causes = new Map<string, EventId>();
  const kin = new Map<SegmentId, SegmentId>();
  for (const event of events) {
    if (!isHandwork(event)) {
      evolveVersion(base, event);
      continue;
    }
    for (const [one, other] of tiesOf(event)) kin.set(rootOf(kin, one), rootOf(kin, other));
    if (corrected.edits.has(event.id)) for (const what of changedBy(event)) causes.set(what, event.id as EventId);
  }
  // A machine may have timed segments that people had added before.
  for (const [segmentId, { orderKey }] of base.segments) if (orderKey === undefined) base.segments.delete(segmentId);

  return { versionId, base, corrected, causes, kin: new Map([...kin.keys()].map((id) => [id, rootOf(kin, id)])) };
}

function rootOf(kin: ReadonlyMap<SegmentId, SegmentId>, segmentId: SegmentId): SegmentId {
  let root = segmentId;
  for (let next = kin.get(root); next !== undefined && next !== root; next = kin.get(root)) root = next;

  return root;
}

function tiesOf(event: VersionEvent): [SegmentId, SegmentId][] {
  if (event.type === 'SegmentSplit')
    return event.data.after.map(({ segmentId }) => [segmentId, event.data.before.segmentId]);
  if (event.type === 'SegmentsMerged')
    return event.data.before.map(({ segmentId }) => [segmentId, event.data.after.segmentId]);

  return [];
}

function changedBy(event: VersionEvent): string[] {
  const all = (segmentId: SegmentId) => [causeOf.text(segmentId), causeOf.times(segmentId), causeOf.speaker(segmentId)];
  switch (event.type) {
    case 'SegmentEdited':
      return [causeOf.text(event.data.segmentId)];
    case 'SegmentRetimed':
      return [causeOf.times(event.data.segmentId)];
    case 'SegmentAdded':
    case 'SegmentRestored':
    case 'SegmentDeleted':
      return all(event.data.segment.segmentId);
    case 'SegmentSplit':
      return event.data.after.flatMap(({ segmentId }) => all(segmentId));
    case 'SegmentsMerged':
      return event.data.before.flatMap(({ segmentId }) => all(segmentId));
    case 'SpeakerRenamed':
      return [causeOf.name(event.data.speakerId)];
    case 'SegmentsReassigned':
      return event.data.segments.map(({ segmentId }) => causeOf.speaker(segmentId));
    default:
      return [];
  }
}
