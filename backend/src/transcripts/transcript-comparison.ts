import type { SaveConflict } from '@earmark/contracts/episodes';
import { formatClock } from '@earmark/contracts/kit';
import {
  type RecordedSegment,
  type SegmentId,
  type SegmentView,
  UNKNOWN_SPEAKER,
} from '@earmark/contracts/transcripts';
import { labelOf, type LabelledSegment } from './speaker-changes.ts';
import type { Version } from './transcript.decider.ts';
import { wantedSegments, type WantedSegment } from './written-segments.ts';
import type { WrittenSegment } from '@earmark/contracts/transcripts';

/** A segment on both sides, with what only the caller changed. */
export interface Kept extends LabelledSegment {
  readonly mine: WantedSegment;
  readonly hasNewText: boolean;
  readonly hasNewTimes: boolean;
  /** Nobody else changed its text or times. */
  readonly isTheirsAsLoaded: boolean;
}

export interface Comparison {
  /** What the caller sent, in its order. */
  readonly sent: readonly WantedSegment[];
  readonly kept: readonly Kept[];
  readonly restored: readonly { readonly mine: WantedSegment; readonly gone: RecordedSegment }[];
  readonly added: ReadonlySet<WantedSegment>;
  /** By id, in their current state. */
  readonly removed: ReadonlyMap<SegmentId, RecordedSegment>;
  readonly conflicts: readonly SaveConflict[];
}

/**
 * What the caller changed since `base`. A field that the caller and somebody else changed to different values is a
 * conflict; segments that the caller never loaded are never removed.
 */
export function compareTranscripts(base: Version, written: readonly WrittenSegment[], now: Version): Comparison {
  const sent = wantedSegments(base, written, now);
  const conflicts: SaveConflict[] = [];
  const conflict = (mine: WantedSegment | null, loaded?: RecordedSegment, current?: RecordedSegment) =>
    conflicts.push({
      segmentId: mine?.segmentId ?? loaded?.segmentId,
      base: viewOf(base, loaded),
      mine: mine && viewOfWanted(mine),
      theirs: viewOf(now, current),
    });

  const kept: Kept[] = [];
  const restored: { mine: WantedSegment; gone: RecordedSegment }[] = [];
  const added = new Set<WantedSegment>();
  for (const mine of sent) {
    const loaded = base.segments.get(mine.segmentId);
    const current = now.segments.get(mine.segmentId);
    const gone = now.deleted.get(mine.segmentId);
    if (loaded && current) {
      const one = keptOf({ base, loaded, now, current, mine });
      if (one) kept.push(one);
      else conflict(mine, loaded, current);
    } else if (loaded) {
      if (!isAs(mine, loaded, labelOf(base, loaded))) conflict(mine, loaded);
    } else if (current) {
      if (!isAs(mine, current, labelOf(now, current))) conflict(mine, undefined, current);
    } else if (gone) restored.push({ mine, gone });
    else added.add(mine);
  }

  const ids = new Set(sent.map(({ segmentId }) => segmentId));
  const removed = new Map<SegmentId, RecordedSegment>();
  for (const loaded of base.segments.values()) {
    const current = now.segments.get(loaded.segmentId);
    if (ids.has(loaded.segmentId) || !current) continue;
    if (isUnchanged(loaded, current)) removed.set(current.segmentId, current);
    else conflict(null, loaded, current);
  }

  return { sent, kept, restored, added, removed, conflicts };
}

/** Null when somebody else changed the same field to another value. */
function keptOf(sides: {
  base: Version;
  loaded: RecordedSegment;
  now: Version;
  current: RecordedSegment;
  mine: WantedSegment;
}): Kept | null {
  const { base, loaded, now, current, mine } = sides;
  const text = sideOf(loaded.text.trim(), mine.text, current.text.trim(), Object.is);
  const times = sideOf<Times>(loaded, mine, current, haveSameTimes);
  const label = sideOf(labelOf(base, loaded), mine.label, labelOf(now, current), Object.is);
  if (text === 'conflict' || times === 'conflict' || label === 'conflict') return null;

  return {
    mine,
    loaded,
    current,
    label: mine.label,
    isWanted: label === 'mine',
    hasNewText: text === 'mine',
    hasNewTimes: times === 'mine',
    isTheirsAsLoaded: loaded.text === current.text && haveSameTimes(loaded, current),
  };
}

/** Whose value is kept. */
function sideOf<Value>(
  base: Value,
  mine: Value,
  theirs: Value,
  areSame: (one: Value, other: Value) => boolean,
): 'theirs' | 'mine' | 'conflict' {
  if (areSame(mine, base) || areSame(mine, theirs)) return 'theirs';

  return areSame(theirs, base) ? 'mine' : 'conflict';
}

type Times = Pick<RecordedSegment, 'startMs' | 'endMs'>;
const haveSameTimes = (one: Times, other: Times): boolean => one.startMs === other.startMs && one.endMs === other.endMs;

/** Renaming its speaker does not change a segment. */
const isUnchanged = (loaded: RecordedSegment, current: RecordedSegment): boolean =>
  loaded.text === current.text && haveSameTimes(loaded, current) && loaded.speakerId === current.speakerId;

const isAs = (mine: WantedSegment, segment: RecordedSegment, label: string | null): boolean =>
  mine.text === segment.text.trim() && haveSameTimes(mine, segment) && mine.label === label;

const viewOf = (version: Version, segment: RecordedSegment | undefined): SegmentView | null =>
  segment === undefined ? null : viewOfWanted({ ...segment, label: labelOf(version, segment) });

export const viewOfWanted = ({ segmentId, startMs, endMs, label, text }: WantedSegment): SegmentView => ({
  id: segmentId,
  startTime: startMs,
  endTime: endMs,
  speaker: label ?? UNKNOWN_SPEAKER,
  text,
  timeFormatted: formatClock(startMs),
});
