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
      takeMachines(base, event, kin);
      continue;
    }
    for (const [one, other] of tiesOf(event)) tie(kin, one, other);
    if (corrected.edits.has(event.id)) for (const what of changedBy(event)) causes.set(what, event.id as EventId);
  }
  return { versionId, base, corrected, causes, kin: new Map([...kin.keys()].map((id) => [id, rootOf(kin, id)])) };
}

/** Without what a machine did to segments that people had changed or added before: that shows what people wrote. */
function takeMachines(base: Version, event: VersionEvent, kin: Map<SegmentId, SegmentId>): void {
  if (event.type !== 'TimestampsVerified') return evolveVersion(base, event);
  const isAsMade = ({ segmentId, text }: { segmentId: SegmentId; text: string }) =>
    base.segments.get(segmentId)?.text === text;
  for (const repair of event.data.repairs) {
    const { kind } = repair;
    const isPossible =
      kind === 'retimed'
        ? base.segments.has(repair.segmentId)
        : kind === 'split'
          ? isAsMade(repair.before)
          : repair.before.every(isAsMade);
    if (isPossible) evolveVersion(base, { ...event, data: { ...event.data, repairs: [repair] } });
    else if (kind === 'split') for (const { segmentId } of repair.after) tie(kin, segmentId, repair.before.segmentId);
    else if (kind === 'merged') for (const { segmentId } of repair.before) tie(kin, segmentId, repair.after.segmentId);
  }
}

const tie = (kin: Map<SegmentId, SegmentId>, one: SegmentId, other: SegmentId): void => {
  kin.set(rootOf(kin, one), rootOf(kin, other));
};

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
