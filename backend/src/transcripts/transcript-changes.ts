import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { RecordedSegment, SegmentId, SpeakerId, VersionId } from '@earmark/contracts/transcripts';
import { orderKeysOfAdded } from './order-keys.ts';
import { renamedSpeakers, SpeakerIds, type Speaker } from './speaker-changes.ts';
import type { Comparison, Kept } from './transcript-comparison.ts';
import { inOrder, type Version, type VersionEvent } from './transcript.decider.ts';
import type { WantedSegment } from './written-segments.ts';

const GAP = /^\s+/;

interface InVersion {
  readonly episodeUuid: EpisodeUuid;
  readonly versionId: VersionId;
}

/** By segment: its speaker so far, and the label that the caller wrote. */
type Labels = Map<SegmentId, { from: SpeakerId | null; label: string | null }>;

/** The caller's changes as events that apply to `now`; none when there are conflicts. */
export function transcriptChanges(inVersion: InVersion, comparison: Comparison, now: Version): VersionEvent[] {
  const { sent, kept, restored, added, removed, conflicts } = comparison;
  if (conflicts.length > 0) return [];
  const renamed = renamedSpeakers(kept);
  const speakers = new SpeakerIds(inVersion.versionId, now, renamed);
  const orderKeys = orderKeysOfAdded(sent, added, now);
  const labels: Labels = new Map();

  const events = [...renamed].map(([speakerId, to]): VersionEvent => {
    return {
      type: 'SpeakerRenamed',
      data: { ...inVersion, speakerId, from: now.speakers.get(speakerId) ?? '', to },
    };
  });
  for (const { mine, gone } of restored) {
    events.push({ type: 'SegmentRestored', data: { ...inVersion, segment: gone } });
    events.push(...edits(inVersion, gone, mine));
    labels.set(mine.segmentId, { from: gone.speakerId, label: mine.label });
  }

  const cuts = new Map(cutsOf(comparison));
  const joins = new Map(joinsOf(comparison, now));
  for (const { mine, current, isWanted, hasNewText, hasNewTimes } of kept) {
    if (isWanted) labels.set(mine.segmentId, { from: current.speakerId, label: mine.label });
    const after = {
      ...current,
      ...(hasNewText && { text: mine.text }),
      ...(hasNewTimes && { startMs: mine.startMs, endMs: mine.endMs }),
    };
    const parts = cuts.get(mine.segmentId);
    const joined = joins.get(mine.segmentId);
    if (parts) {
      const pieces = parts.map((part) => pieceOf(current, part, orderKeys));
      for (const split of splitsInto(current, [after, ...pieces]))
        events.push({ type: 'SegmentSplit', data: { ...inVersion, ...split } });
      for (const { segmentId, label } of parts) labels.set(segmentId, { from: current.speakerId, label });
    } else if (joined)
      for (const merge of mergesInto([current, ...joined], after))
        events.push({ type: 'SegmentsMerged', data: { ...inVersion, ...merge } });
    else events.push(...edits(inVersion, current, after));
  }

  const described = new Set([...cuts.values(), ...joins.values()].flat().map(({ segmentId }) => segmentId));
  for (const segment of removed.values())
    if (!described.has(segment.segmentId)) events.push({ type: 'SegmentDeleted', data: { ...inVersion, segment } });
  for (const { segmentId, startMs, endMs, text, label } of added) {
    if (described.has(segmentId)) continue;
    const { speakerId, introduced } = speakers.find(label);
    const segment = { segmentId, orderKey: orderKeys.get(segmentId)!, speakerId, startMs, endMs, text };
    events.push({ type: 'SegmentAdded', data: { ...inVersion, segment, speaker: introduced } });
  }

  return [...events, ...reassigned(inVersion, speakers, labels)];
}

function edits(inVersion: InVersion, from: RecordedSegment, to: Omit<WantedSegment, 'label'>): VersionEvent[] {
  const { segmentId } = from;
  const events: VersionEvent[] = [];
  if (from.text.trim() !== to.text.trim())
    events.push({ type: 'SegmentEdited', data: { ...inVersion, segmentId, from: from.text, to: to.text } });
  if (from.startMs !== to.startMs || from.endMs !== to.endMs)
    events.push({
      type: 'SegmentRetimed',
      data: { ...inVersion, segmentId, from: timesOf(from), to: timesOf(to) },
    });

  return events;
}

const timesOf = ({ startMs, endMs }: { startMs: number; endMs: number }) => ({ startMs, endMs });

const pieceOf = (
  whole: RecordedSegment,
  { segmentId, text, startMs, endMs }: WantedSegment,
  orderKeys: ReadonlyMap<string, string>,
): RecordedSegment => ({ ...whole, segmentId, orderKey: orderKeys.get(segmentId)!, text, startMs, endMs });

/** Segments that were split between words, within their times: id → the added segments that follow and hold the rest. */
function* cutsOf({ sent, kept, added }: Comparison): Iterable<[string, WantedSegment[]]> {
  if (added.size === 0) return;
  const places = new Map(sent.map((mine, place) => [mine, place]));
  for (const { mine, current } of kept.filter(isRewritten)) {
    const behind: WantedSegment[] = [];
    for (let next = places.get(mine)! + 1; next < sent.length && added.has(sent[next]!); next++)
      behind.push(sent[next]!);
    const texts = behind.map(({ text }) => text);
    const parts = behind.slice(0, partsBehind(current.text.trim(), mine.text, texts));
    const areInside = [mine, ...parts].every(
      ({ startMs, endMs }) => startMs >= current.startMs && endMs <= current.endMs,
    );
    if (parts.length > 0 && areInside) yield [mine.segmentId, parts];
  }
}

/** Segments that took over the text of removed segments that followed: id → those segments. */
function* joinsOf({ kept, removed }: Comparison, now: Version): Iterable<[string, RecordedSegment[]]> {
  if (removed.size === 0) return;
  const ordered = inOrder(now);
  const places = new Map(ordered.map(({ segmentId }, place) => [segmentId, place]));
  for (const { mine, current } of kept.filter(isRewritten)) {
    const behind: RecordedSegment[] = [];
    for (const next of ordered.slice(places.get(mine.segmentId)! + 1)) {
      if (!removed.has(next.segmentId)) break;
      behind.push(next);
    }
    const texts = behind.map(({ text }) => text.trim());
    const joined = behind.slice(0, partsBehind(mine.text, current.text.trim(), texts));
    if (joined.length > 0) yield [mine.segmentId, joined];
  }
}

const isRewritten = ({ hasNewText, isTheirsAsLoaded }: Kept): boolean => hasNewText && isTheirsAsLoaded;

function reassigned(inVersion: InVersion, speakers: SpeakerIds, labels: Labels): VersionEvent[] {
  const segments: { segmentId: SegmentId; from: SpeakerId | null; to: SpeakerId | null }[] = [];
  const introduced: Speaker[] = [];
  for (const [segmentId, { from, label }] of labels) {
    if (speakers.labelOf(from) === label) continue;
    const found = speakers.find(label);
    segments.push({ segmentId, from, to: found.speakerId });
    if (found.introduced) introduced.push(found.introduced);
  }
  if (segments.length === 0) return [];

  return [{ type: 'SegmentsReassigned', data: { ...inVersion, segments, speakers: introduced } }];
}

/**
 * How many of the `parts`, from the first on, complete the `whole` text after its `beginning`, with white space between
 * them; 0 when they do not.
 */
function partsBehind(whole: string, beginning: string, parts: Iterable<string>): number {
  if (!whole.startsWith(beginning)) return 0;
  let rest = whole.slice(beginning.length);
  let count = 0;
  for (const part of parts) {
    const gap = GAP.exec(rest)?.[0] ?? '';
    if (gap === '' || !rest.startsWith(part, gap.length)) return 0;
    rest = rest.slice(gap.length + part.length);
    count++;
    if (rest.trim() === '') return count;
  }

  return 0;
}

type Split = { before: RecordedSegment; after: [RecordedSegment, RecordedSegment] };
type Merge = { before: [RecordedSegment, RecordedSegment]; after: RecordedSegment };

/** One split at a time, from the front. `parts` are two or more; the first has the id of `whole`. */
export function splitsInto(whole: RecordedSegment, parts: readonly RecordedSegment[]): Split[] {
  const end = parts.at(-1)!.endMs;
  let rest = whole;

  return parts.slice(0, -1).map((part, index) => {
    const next = parts[index + 1]!;
    const isLast = index === parts.length - 2;
    const text = rest.text.trim().slice(part.text.length).trim();
    const before = rest;
    rest = isLast ? next : { ...next, text, endMs: Math.max(next.endMs, end) };

    return { before, after: [part, rest] };
  });
}

/** One merge at a time, from the front. `parts` are two or more; `whole` has the id of the first. */
function mergesInto(parts: readonly RecordedSegment[], whole: RecordedSegment): Merge[] {
  const last = parts.length - 1;
  let joined = parts[0]!;

  return parts.slice(1).map((next, index) => {
    const before: Merge['before'] = [joined, next];
    joined =
      index + 1 === last
        ? whole
        : { ...joined, text: `${joined.text} ${next.text}`, endMs: Math.max(joined.endMs, next.endMs) };

    return { before, after: joined };
  });
}
