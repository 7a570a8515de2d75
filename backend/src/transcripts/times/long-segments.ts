import { uuidFrom } from '@earmark/contracts/kit';
import { type RecordedSegment, SegmentId, type TimeRepair, type VersionId } from '@earmark/contracts/transcripts';
import { sentenceEnds } from '../formats/repair-text.ts';
import { firstAbove, orderKeysBetween } from '../order-keys.ts';
import { splitsInto } from '../transcript-changes.ts';
import { partsOf } from './stray-times.ts';

export const LONGEST_MS = 60_000;

/** Ids and order keys that are in use, or were by segments that are deleted. */
interface Taken {
  readonly versionId: VersionId;
  readonly ids: ReadonlySet<SegmentId>;
  /** Ascending. */
  readonly orderKeys: readonly string[];
}

type Split = Extract<TimeRepair, { kind: 'split' }>;

/** `known`: all segments whose ids and places are taken. */
export function splitLong(
  segments: readonly RecordedSegment[],
  known: readonly RecordedSegment[],
  versionId: VersionId,
): { segments: readonly RecordedSegment[]; splits: Split[] } {
  const splits: Split[] = [];
  if (!segments.some(isLong)) return { segments, splits };
  const taken: Taken = {
    versionId,
    ids: new Set(known.map(({ segmentId }) => segmentId)),
    orderKeys: [...new Set(known.map(({ orderKey }) => orderKey))].sort(),
  };
  const parts = partsOf(segments).flatMap((part) =>
    part.flatMap((segment, index) => {
      const own = splitAtSentences(segment, part[index + 1], taken);
      splits.push(...own);
      return own.length === 0 ? [segment] : [...own.map(({ after }) => after[0]), own.at(-1)!.after[1]];
    }),
  );

  return { segments: parts, splits };
}

const isLong = ({ startMs, endMs }: RecordedSegment): boolean => endMs - startMs > LONGEST_MS;

/**
 * Splits a segment above 60 s at sentence ends into parts of at most 60 s, as far as its sentences allow. `next`: the
 * segment that follows it. What is said within this one would come before its later parts, so those stay together.
 */
function splitAtSentences(segment: RecordedSegment, next: RecordedSegment | undefined, taken: Taken): Split[] {
  if (!isLong(segment)) return [];
  const text = segment.text.trim();
  const latestMs = next?.startMs ?? Infinity;
  const cuts = cutsOf(text, segment).filter((cut) => timeAt(segment, cut, text.length) <= latestMs);
  if (cuts.length === 0) return [];

  const bounds = [0, ...cuts, text.length];
  const nextKey = taken.orderKeys[firstAbove(taken.orderKeys, segment.orderKey)] ?? null;
  const orderKeys = orderKeysBetween(segment.orderKey, nextKey, cuts.length);
  const ids = freeIds(segment.segmentId, cuts.length, taken);
  const parts = bounds.slice(0, -1).map((from, index): RecordedSegment => {
    const to = bounds[index + 1]!;
    return {
      ...segment,
      ...(index > 0 && { segmentId: ids[index - 1]!, orderKey: orderKeys[index - 1]! }),
      startMs: timeAt(segment, from, text.length),
      endMs: timeAt(segment, to, text.length),
      text: text.slice(from, to).trim(),
    };
  });

  return splitsInto({ ...segment, text }, parts).map(({ before, after }, index) => ({
    kind: 'split',
    // As it is recorded, with the white space around it.
    before: index === 0 ? segment : before,
    after,
  }));
}

/** Where parts begin: as many sentences in each as fit. */
function cutsOf(text: string, segment: RecordedSegment): number[] {
  const ends = sentenceEnds(text).filter((end) => text.slice(end).trim() !== '');
  const cuts: number[] = [];
  let from = 0;
  let fitting = 0;
  for (const end of [...ends, text.length]) {
    const isTooLong =
      timeAt(segment, end, text.length) - timeAt(segment, from, text.length) > LONGEST_MS && fitting > from;
    if (isTooLong) {
      cuts.push(fitting);
      from = fitting;
    }
    fitting = end;
  }

  return cuts;
}

const timeAt = ({ startMs, endMs }: RecordedSegment, offset: number, length: number): number =>
  startMs + Math.round(((endMs - startMs) * offset) / length);

function freeIds(segmentId: SegmentId, count: number, { versionId, ids }: Taken): SegmentId[] {
  const free: SegmentId[] = [];
  for (let number = 2; free.length < count; number++) {
    const id = uuidFrom(versionId, `${segmentId}, part ${number}`, SegmentId);
    if (!ids.has(id)) free.push(id);
  }

  return free;
}
