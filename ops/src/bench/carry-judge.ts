import type { Planned } from '@earmark/backend/carry-over/plan';
import { labelOf } from '@earmark/backend/transcripts/speaker-changes';
import { inOrder, type Version } from '@earmark/backend/transcripts/transcript.decider';
import { wordsIn, type Made } from './carry-corrections.ts';

export interface Judged {
  placed: number;
  asked: number;
  obsolete: number;
  readonly wrong: string[];
}

/** How far a place may be from where it was heard; versions of one recording differ by less. */
const NEAR_MS = 30_000;

/** Judges by the texts alone: whether each correction stands between the words that people left around it, at its time. */
export function judge(made: readonly Made[], planned: readonly Planned[], before: Version, after: Version): Judged {
  const judged: Judged = { placed: 0, asked: 0, obsolete: 0, wrong: [] };
  const [was, is] = [new Reading(before), new Reading(after)];
  let [added, removed] = [0, 0];
  for (const one of made) {
    const found = planned.filter(({ ref }) => ref.eventId !== null && one.eventIds.includes(ref.eventId));
    if (found.length === 0) judged.wrong.push(`${one.kind} was lost: ${one.left.join(' ')} … ${one.right.join(' ')}`);
    const outcome = found.some((part) => part.outcome === 'asked')
      ? 'asked'
      : found.some((part) => part.outcome === 'placed')
        ? 'placed'
        : 'obsolete';
    if (found.length > 0) judged[outcome] += 1;
    if (outcome === 'asked') continue;
    if (!isRight(one, outcome, was, is))
      judged.wrong.push(
        `${one.kind} ${outcome} wrongly: ${one.left.join(' ')} [${one.words.join(' ')}] ${one.right.join(' ')}; here: ${(outcome === 'placed' ? is : was).around(one.startMs)}`,
      );
    if (outcome === 'obsolete') continue;
    if (one.kind === 'add') added += 2;
    if (['replace', 'insert', 'as new'].includes(one.kind)) added += 1;
    if (['replace', 'remove', 'as new'].includes(one.kind)) removed += 1;
    if (one.kind === 'delete') removed += one.words.length;
  }
  const [more, less] = [surplus(is, was), surplus(was, is)];
  if (more !== added || less !== removed)
    judged.wrong.push(`${more} words were added and ${less} removed, instead of ${added} and ${removed}`);

  return judged;
}

/** How many words one has that the other has not. */
function surplus(one: Reading, other: Reading): number {
  const counts = new Map<string, number>();
  for (const { word } of other.words) counts.set(word, (counts.get(word) ?? 0) + 1);
  let more = 0;
  for (const { word } of one.words) {
    const left = counts.get(word) ?? 0;
    if (left === 0) more++;
    else counts.set(word, left - 1);
  }

  return more;
}

/** The words of a version in order. */
class Reading {
  readonly words: {
    word: string;
    startMs: number;
    endMs: number;
    segment: number;
    isFirst: boolean;
    label: string | null;
  }[] = [];

  constructor(version: Version) {
    for (const [segment, one] of inOrder(version).entries())
      for (const [index, word] of wordsIn(one.text).entries())
        this.words.push({
          word,
          startMs: one.startMs,
          endMs: one.endMs,
          segment,
          isFirst: index === 0,
          label: labelOf(version, one),
        });
  }

  /** What is said about then. */
  around(ms: number): string {
    const place = this.words.findIndex(({ endMs }) => endMs >= ms);

    return this.words
      .slice(Math.max(0, place - 5), place + 40)
      .map(({ word, isFirst }) => (isFirst ? `| ${word}` : word))
      .join(' ');
  }

  /** The words before or behind a place, without those of other corrections. */
  private beside(place: number, step: 1 | -1): string[] {
    const found: string[] = [];
    for (let at = place + step; found.length < 4 && at >= 0 && at < this.words.length; at += step) {
      const { word } = this.words[at]!;
      if (!isMark(word)) found.push(word);
    }

    return found;
  }

  /** Places (of the first word behind `left`) with these words between those, around that time. */
  places(left: readonly string[], words: readonly string[], right: readonly string[], atMs: number): number[] {
    const found: number[] = [];
    for (let place = 0; place <= this.words.length - words.length; place++) {
      if (!words.every((word, offset) => isSame(word, this.words[place + offset]!.word))) continue;
      const last = place + words.length - 1;
      const [before, behind] = [this.beside(place, -1), this.beside(last, 1)];
      // A word in the place of which another correction stands cannot be compared.
      const isTaken = (at: number) => isMark(this.words[at]?.word ?? '');
      const near = [
        ...left
          .toReversed()
          .map((word, index) => isMark(word) || isTaken(place - 1 - index) || isSame(word, before[index])),
        ...right.map((word, index) => isMark(word) || isTaken(last + 1 + index) || isSame(word, behind[index])),
      ];
      const around = near.filter(Boolean).length;
      const isBetween = left.length > 0 && near[0] === true && near[left.length] === true;
      const { startMs, endMs } = this.words[Math.min(place, this.words.length - 1)]!;
      if ((isBetween || around >= Math.min(3, near.length)) && startMs - NEAR_MS <= atMs && atMs <= endMs + NEAR_MS)
        found.push(place);
    }

    return found;
  }
}

const isMark = (word: string): boolean => word.includes('Zq');

const core = (word: string): string => word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
const isSame = (one: string, other: string | undefined): boolean =>
  other !== undefined && (core(one) === core(other) || one === other);

function isRight(made: Made, outcome: 'placed' | 'obsolete', was: Reading, is: Reading): boolean {
  const { kind, left, right, words, startMs } = made;
  const reading = outcome === 'placed' ? is : was;
  // Nothing that was made up can be there already.
  if (outcome === 'obsolete' && ['replace', 'insert', 'add', 'speaker', 'name'].includes(kind)) return false;
  switch (kind) {
    case 'replace':
    case 'insert':
    case 'as new':
    case 'add':
      return reading.places(left, words, right, startMs).length > 0;
    case 'remove':
    case 'delete':
      return reading.places(left, [], right, startMs).length > 0;
    case 'split':
      return reading.places(left, [], right, startMs).some((place) => reading.words[place]?.isFirst);
    case 'join':
      return reading.places(left, [], right, startMs).some((place) => reading.words[place]?.isFirst === false);
    case 'speaker': {
      const [name, ...own] = words;
      const given = reading.words.filter(({ label }) => label === name).map(({ word }) => word);
      const same = given.filter((word) => own.some((one) => isSame(one, word))).length;
      return given.length > 0 && same >= 0.8 * given.length && given.length >= 0.7 * own.length;
    }
    case 'times': {
      const startsAt = (ms: number) =>
        reading.words.some((one) => one.isFirst && isSame(words[0]!, one.word) && Math.abs(one.startMs - ms) <= 300);
      if (outcome === 'obsolete') return startsAt(startMs) || !startsAt(made.formerMs);
      const places = reading.places([], [], words.slice(0, 4), startMs).map((place) => reading.words[place]!);
      return places.some((word) => word.isFirst && word.startMs === startMs);
    }
    case 'name':
      return is.words.some(({ label }) => label === words[0]);
  }
}
