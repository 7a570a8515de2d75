import type { RecordedSegment, SegmentId } from '@earmark/contracts/transcripts';
import { keptWords, type Correction } from './corrections.ts';
import type { Draft } from './draft.ts';
import type { Places } from './placing.ts';
import { WordList } from './words.ts';

/** Times of two versions that differ by less are the same. */
export const SAME_TIME_MS = 250;

/** A place between two words of the new version. */
interface Cut {
  /** The word behind it. */
  readonly word: number;
  readonly timeMs: number;
}

export interface Cuts {
  readonly split: readonly Cut[];
  readonly joined: readonly number[];
}

/** Where segments are to be cut and joined in the new version; null: not surely. Leaves out what it has already. */
export function cutsOf(places: Places, draft: Draft, { before, after }: Correction): Cuts | null {
  const words = places.wordsOf(before);
  if (words === null) return null;
  const { at, old } = places.alignment;
  const now = new WordList(after);
  const wanted = new Map<number, number>();
  const kept = keptWords(old.words.slice(words.from, words.to), now.words);
  for (const [index, start] of now.starts.slice(1, -1).entries()) {
    const [left, right] = [kept[start - 1] ?? -1, kept[start] ?? -1];
    if (left < 0 || right !== left + 1) return null;
    wanted.set(words.from + right, after[index + 1]!.startMs);
  }
  const had = old.starts.filter((start) => start > words.from && start < words.to);

  const split: Cut[] = [];
  const join: number[] = [];
  const isHere = (word: number): boolean | null => {
    const [left, right] = [at[word - 1]!, at[word]!];
    if (left < 0 || right !== left + 1 || !places.isSure(word - 1, word)) return null;
    const [one, other] = [draft.holderOf(left), draft.holderOf(right)];
    return one === null || other === null ? null : one !== other;
  };
  for (const [word, startMs] of wanted) {
    if (had.includes(word)) continue;
    const isCut = isHere(word);
    if (isCut === null) return null;
    if (!isCut) split.push({ word: at[word]!, timeMs: Math.round(startMs + places.alignment.delayAt(word)) });
  }
  for (const word of had) {
    if (wanted.has(word)) continue;
    const isCut = isHere(word);
    if (isCut === null) return null;
    if (!isCut) continue;
    const [one, other] = [word - 1, word].map((near) => draft.version.segments.get(draft.holderOf(at[near]!)!)!);
    if (one!.speakerId !== other!.speakerId || !follow(draft, one!, other!)) return null;
    join.push(at[word]!);
  }

  return { split, joined: join };
}

const follow = ({ version }: Draft, one: RecordedSegment, other: RecordedSegment): boolean =>
  one.orderKey < other.orderKey &&
  ![...version.segments.values()].some(({ orderKey }) => orderKey > one.orderKey && orderKey < other.orderKey);

/** Where a segment that people added belongs. */
export interface Addition {
  readonly after: SegmentId | null;
  readonly startMs: number;
  readonly endMs: number;
}

/** `neighbours`: the last old word before it, the first behind it, and the segment that was added before it. Null: a person has to decide. */
export function additionOf(
  places: Places,
  draft: Draft,
  segment: RecordedSegment,
  neighbours: { left: number; right: number; added: SegmentId | null },
): Addition | 'obsolete' | null {
  const { left, right, added } = neighbours;
  const { old, now, at } = places.alignment;
  if (right !== left + 1) return null;
  const hunk = { from: right, to: right, words: new WordList([segment]).words, isAtStart: true };
  const found = places.place(hunk, [hunk]);
  if (found === null || found === 'obsolete') return found;
  const before = left < 0 ? null : draft.holderOf(at[left]!);
  const behind = right >= old.words.length ? null : draft.holderOf(at[right]!);
  const isLost = (left >= 0 && before === null) || (right < old.words.length && behind === null);
  if (isLost || before === behind || now.words.length === 0) return null;
  const delay = Math.round(places.alignment.delayAt(left < 0 ? right : left));
  const shift = Math.abs(delay) <= SAME_TIME_MS ? 0 : delay;

  return {
    after: added ?? before,
    startMs: Math.max(0, segment.startMs + shift),
    endMs: Math.max(0, segment.endMs + shift),
  };
}

/** The times that a segment of the new version gets; null: a person has to decide. */
export function timesOf(
  places: Places,
  draft: Draft,
  { before, after }: Correction,
): { segmentId: SegmentId; startMs: number; endMs: number }[] | null {
  const words = places.wordsOf(before);
  if (words === null) return null;
  const wanted = new Map<SegmentId, { startMs: number; endMs: number }>();
  const take = (edge: 'startMs' | 'endMs', was: number, is: number, word: number): boolean => {
    if (was === is) return true;
    const there = places.alignment.at[word]!;
    const segmentId = there < 0 ? null : draft.holderOf(there);
    if (segmentId === null || !isSureAround(places, word)) return false;
    const { startMs, endMs } = draft.version.segments.get(segmentId)!;
    const { first, last } = draft.boundsOf(segmentId);
    const delay = places.alignment.delayAt(word);
    // Without a boundary there, the new segment only has to be spoken then.
    if (there !== (edge === 'startMs' ? first : last))
      return is + delay >= startMs - SAME_TIME_MS && is + delay <= endMs + SAME_TIME_MS;
    const now = edge === 'startMs' ? startMs : endMs;
    if (Math.abs(now - is) <= SAME_TIME_MS) return true;
    if (Math.abs(now - was) > SAME_TIME_MS) return false;
    wanted.set(segmentId, { startMs, endMs, ...wanted.get(segmentId), [edge]: is });
    return true;
  };
  const isFound =
    take('startMs', before[0]!.startMs, after[0]!.startMs, words.from) &&
    take('endMs', before.at(-1)!.endMs, after.at(-1)!.endMs, words.to - 1);
  const times = [...wanted].map(([segmentId, to]) => ({ segmentId, ...to }));

  return isFound && times.every(({ startMs, endMs }) => startMs <= endMs) ? times : null;
}

const isSureAround = (places: Places, word: number): boolean => places.isSure(word, word);
