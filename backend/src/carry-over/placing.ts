import type { RecordedSegment, SegmentId } from '@earmark/contracts/transcripts';
import type { Alignment } from './alignment.ts';
import { hunksOf, type Correction, type Hunk } from './corrections.ts';
import type { Draft } from './draft.ts';
import { areSame, partsOf, type Word } from './words.ts';

/** `null`: a person has to decide. */
export type Fit = readonly Word[] | 'obsolete' | null;

/** Words around a change that must be the same on each side, of as many nearest ones, and on both sides together. */
const NEAR = 4;
const SAME_BESIDE = 2;
const SAME_AROUND = 5;
/** By how much segments that overlap in time may miss each other, once the delay of the new version is taken off. */
const SLACK_MS = 3000;

/** Finds where corrections belong in a new version. */
export class Places {
  /** By segment of the corrected version as machines wrote it. */
  private readonly indexOf: ReadonlyMap<SegmentId, number>;

  constructor(readonly alignment: Alignment) {
    this.indexOf = new Map(alignment.old.segments.map(({ segmentId }, index) => [segmentId, index]));
  }

  /** The words `[from, to)` of neighbouring segments; null when others stand between them, or they have no words. */
  wordsOf(segments: readonly RecordedSegment[]): { from: number; to: number } | null {
    const { starts } = this.alignment.old;
    const indexes = segments.map(({ segmentId }) => this.indexOf.get(segmentId) ?? -1);
    if (indexes.length === 0 || indexes.some((index, place) => index < 0 || index !== indexes[0]! + place)) return null;
    const [from, to] = [starts[indexes[0]!]!, starts[indexes.at(-1)! + 1]!];

    return to > from ? { from, to } : null;
  }

  /** The changes of words as they belong into the new version; null: not all of them surely do. */
  textOf(correction: Pick<Correction, 'before' | 'after'>): Hunk[] | null {
    const words = this.wordsOf(correction.before);
    if (words === null) return null;
    const hunks = hunksOf(correction).map((hunk) => ({
      ...hunk,
      from: hunk.from + words.from,
      to: hunk.to + words.from,
    }));
    const placed: Hunk[] = [];
    for (const hunk of hunks) {
      const found = this.place(hunk, hunks);
      if (found === null) return null;
      if (found !== 'obsolete') placed.push(found);
    }

    return placed;
  }

  /** `all`: the other changes of the same passage, this one included. */
  place(hunk: Hunk, all: readonly Hunk[]): Hunk | 'obsolete' | null {
    const { old, now } = this.alignment;
    const gap = this.gapAround(hunk.from, hunk.to);
    if (gap === null) return null;
    const before = old.words.slice(hunk.from, hunk.to);
    const there = now.words.slice(gap.nowFrom, gap.nowTo);
    if (gap.from === hunk.from && gap.to === hunk.to) {
      const fit = fitted(before, hunk.words, there);
      return fit === null || fit === 'obsolete'
        ? fit
        : { from: gap.nowFrom, to: gap.nowTo, words: fit, isAtStart: hunk.isAtStart };
    }

    // Neighbouring words differ, too: perhaps because the new version has all of the corrected ones.
    return readsAs(there, correctedWords(old.words, gap.from, gap.to, all)) ? 'obsolete' : null;
  }

  /**
   * The old words `[from, to)`, widened to words that the new version has, and the new ones between the same neighbours.
   * Null when the place is not sure.
   */
  private gapAround(from: number, to: number): { from: number; to: number; nowFrom: number; nowTo: number } | null {
    const { at, old, now } = this.alignment;
    let [left, right] = [from - 1, to];
    while (left >= 0 && at[left]! < 0 && from - left <= NEAR) left--;
    while (right < old.words.length && at[right]! < 0 && right - to < NEAR) right++;
    const nowLeft = left < 0 ? -1 : at[left]!;
    const nowRight = right === old.words.length ? now.words.length : at[right]!;
    if ((left >= 0 && nowLeft < 0) || nowRight < 0 || nowRight <= nowLeft) return null;
    if (!this.isSure(left, right)) return null;

    return { from: left + 1, to: right, nowFrom: nowLeft + 1, nowTo: nowRight };
  }

  /** Whether enough words around are the same ones in a row, at the same time. `left`, `right`: the neighbours. */
  isSure(left: number, right: number): boolean {
    const { old, now, at } = this.alignment;
    const count = (from: number, step: 1 | -1, isPossible: (word: number) => boolean) => {
      let [same, seen] = [0, 0];
      for (let word = from; seen < NEAR && isPossible(word); word += step, seen++)
        if (at[word]! >= 0 && Math.abs(at[word]! - at[from]! - (word - from)) <= 1) same++;
      return { same, seen };
    };
    const before = count(left, -1, (word) => word >= 0);
    const behind = count(right, 1, (word) => word < old.words.length);
    // At the ends of a transcript there are fewer words; then all of them have to be the same.
    const isEnough = ({ same, seen }: typeof before) => same >= Math.min(SAME_BESIDE, seen);
    const around = Math.min(SAME_AROUND, before.seen + behind.seen);
    if (around === 0 || !isEnough(before) || !isEnough(behind) || before.same + behind.same < around) return false;

    return [left, right].every((word) => {
      if (word < 0 || word >= old.words.length) return true;
      const delay = this.alignment.delayAt(word);
      const one = old.segments[old.segmentOf[word]!]!;
      const other = now.segments[now.segmentOf[at[word]!]!]!;
      return one.startMs + delay <= other.endMs + SLACK_MS && other.startMs <= one.endMs + delay + SLACK_MS;
    });
  }

  /** The new words of old ones, in order; those that the new version does not have are left out. */
  counterparts(from: number, to: number): number[] {
    return [...this.alignment.at.slice(from, to)].filter((word) => word >= 0);
  }

  /** Segments of the new version where the old words were spoken: with the same words, else at the same time. */
  segmentsAt(draft: Draft, { from, to }: { from: number; to: number }): SegmentId[] {
    const held = new Set(this.counterparts(from, to).map((word) => draft.holderOf(word)));
    held.delete(null);
    if (held.size > 0) return [...held] as SegmentId[];
    const { old } = this.alignment;
    const [first, last] = [old.segments[old.segmentOf[from]!]!, old.segments[old.segmentOf[to - 1]!]!];
    const delay = this.alignment.delayAt(from);

    return segmentsDuring(draft, first.startMs + delay, last.endMs + delay);
  }
}

/** The words `[from, to)` after the changes within. */
export function correctedWords(words: readonly Word[], from: number, to: number, hunks: readonly Hunk[]): Word[] {
  const result: Word[] = [];
  for (let word = from; word <= to; word++) {
    const hunk = hunks.find((one) => one.from === word);
    if (hunk) result.push(...hunk.words);
    if (hunk && hunk.to > word) word = hunk.to - 1;
    else if (word < to) result.push(words[word]!);
  }

  return result;
}

/** Segments of which the larger part is spoken in that time, or which are spoken for the larger part of it. */
export function segmentsDuring({ version }: Draft, startMs: number, endMs: number): SegmentId[] {
  const shared = (segment: RecordedSegment) => Math.min(segment.endMs, endMs) - Math.max(segment.startMs, startMs);

  return [...version.segments.values()]
    .filter(
      (segment) =>
        shared(segment) > 0 && 2 * shared(segment) >= Math.min(segment.endMs - segment.startMs, endMs - startMs),
    )
    .sort((one, other) => (one.orderKey < other.orderKey ? -1 : 1))
    .map(({ segmentId }) => segmentId);
}

/**
 * What becomes of the words `there`, when people made `after` of `before`. Punctuation and a capital that nobody touched stay as
 * the new version has them.
 */
export function fitted(before: readonly Word[], after: readonly Word[], there: readonly Word[]): Fit {
  if (areSame(there, before, 'text')) return after;
  if (areSame(there, after, 'text')) return 'obsolete';
  const isAboutWords = !areSame(before, after, 'folded');
  if (isAboutWords && readsAs(there, after)) return 'obsolete';
  if (!isAboutWords || !areSame(there, before, 'folded')) return null;
  if (after.length === 0) return after;

  const [first, last] = [
    fittedEdge('lead', before[0]!, after[0]!, there[0]!),
    fittedEdge('trail', before.at(-1)!, after.at(-1)!, there.at(-1)!),
  ];
  if (first === null || last === null) return null;

  return after.map((word, index) => {
    const { lead, core, trail } = partsOf(word.text);
    const isCapital = index === 0 && core === core.toLowerCase() && isCapitalHere(before[0]!, there[0]!);
    const text = isCapital ? core.charAt(0).toUpperCase() + core.slice(1) : core;
    return { ...word, text: `${index === 0 ? first : lead}${text}${index === after.length - 1 ? last : trail}` };
  });
}

/** The same words, with the same capitals, whatever the punctuation around them. */
const readsAs = (there: readonly Word[], wanted: readonly Word[]): boolean =>
  there.length === wanted.length &&
  there.every((word, index) => partsOf(word.text).core === partsOf(wanted[index]!.text).core);

/** Null when both people and the new version changed it. */
function fittedEdge(edge: 'lead' | 'trail', before: Word, after: Word, there: Word): string | null {
  const [was, wanted, is] = [before, after, there].map(({ text }) => partsOf(text)[edge]) as [string, string, string];
  if (was === wanted) return is;

  return is === was || is === wanted ? wanted : null;
}

/** The new version begins a sentence where the old one did not. */
const isCapitalHere = (before: Word, there: Word): boolean => {
  const [was, is] = [partsOf(before.text).core, partsOf(there.text).core];

  return was !== '' && was.charAt(0) !== is.charAt(0) && was.charAt(0).toUpperCase() === is.charAt(0);
};
