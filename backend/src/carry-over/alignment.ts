import { diffArrays } from 'diff';
import { giveWay } from '../kit/in-turns.ts';
import type { Word, WordList } from './words.ts';

/** So many words in a row that occur once in both texts hold the same place in both. */
const RUN = 4;
/** Between such places, texts that differ in more words are not compared: they have nothing in common. */
const MOST_DIFFERENT = 400;
/** How far around a word places of certainty are looked for, and how many are enough. */
const AROUND = 400;
const ENOUGH = 7;
/** Comparisons between turns of other work. */
const AT_ONCE = 200;

/** Which words of two versions of a transcript are the same spoken words. Ascending on both sides. */
export class Alignment {
  private constructor(
    readonly old: WordList,
    readonly now: WordList,
    /** By word of the old version; -1: the new one does not have it there. */
    readonly at: Int32Array,
    /** Old words whose place is certain. */
    private readonly isCertain: Uint8Array,
  ) {}

  static async of(old: WordList, now: WordList): Promise<Alignment> {
    const [a, b] = [old.words, now.words];
    const at = new Int32Array(a.length).fill(-1);
    const isCertain = new Uint8Array(a.length);
    let [lastOld, lastNow] = [-1, -1];
    for (const [i, j] of ascending(commonRuns(a, b)))
      for (let offset = 0; offset < RUN; offset++) {
        if (i + offset <= lastOld || j + offset <= lastNow) continue;
        [lastOld, lastNow] = [i + offset, j + offset];
        at[lastOld] = lastNow;
        isCertain[lastOld] = 1;
      }
    await fillBetween(a, b, at);

    return new Alignment(old, now, at, isCertain);
  }

  /** How much later the new version is around this old word, in milliseconds: the median of certain places nearby. */
  delayAt(word: number): number {
    const delays: number[] = [];
    for (let distance = 0; distance < AROUND && delays.length < ENOUGH; distance++)
      for (const near of distance === 0 ? [word] : [word - distance, word + distance])
        if (this.isCertain[near] === 1) delays.push(this.now.timeOf(this.at[near]!) - this.old.timeOf(near));
    delays.sort((one, other) => one - other);

    return delays[delays.length >> 1] ?? 0;
  }
}

/** Pairs of places at which the same words follow, which follow nowhere else; by place in the first. */
function commonRuns(a: readonly Word[], b: readonly Word[]): [number, number][] {
  const places = new Map<string, number>();
  for (const [place, run] of runsOf(b)) places.set(run, places.has(run) ? -1 : place);
  const runs = new Map<string, [number, number]>();
  const repeated = new Set<string>();
  for (const [place, run] of runsOf(a)) {
    const other = places.get(run) ?? -1;
    if (other < 0) continue;
    if (runs.has(run)) repeated.add(run);
    runs.set(run, [place, other]);
  }
  for (const run of repeated) runs.delete(run);

  return [...runs.values()];
}

function* runsOf(words: readonly Word[]): Iterable<[number, string]> {
  for (let place = 0; place + RUN <= words.length; place++) {
    let run = '';
    for (let offset = 0; offset < RUN; offset++) run += `${words[place + offset]!.folded} `;
    yield [place, run];
  }
}

/** The longest part of the pairs, which ascend on the first side, that ascends on the second, too. */
function ascending(pairs: readonly [number, number][]): [number, number][] {
  /** By length - 1, the pair with the smallest end that closes a row of that length. */
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, place]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < place) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = index;
  }
  const row: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) row.push(pairs[index]!);

  return row.reverse();
}

/** Compares what stands between two places that are known already. */
async function fillBetween(a: readonly Word[], b: readonly Word[], at: Int32Array): Promise<void> {
  let [i, j, compared] = [0, 0, 0];
  for (let end = 0; end <= a.length; end++) {
    const endNow = end === a.length ? b.length : at[end]!;
    if (endNow < 0) continue;
    if (end > i && endNow > j) {
      matchBetween(a.slice(i, end), b.slice(j, endNow), (one, other) => (at[i + one] = j + other));
      if (++compared % AT_ONCE === 0) await giveWay();
    }
    [i, j] = [end + 1, endNow + 1];
  }
}

function matchBetween(a: readonly Word[], b: readonly Word[], found: (one: number, other: number) => void): void {
  const words = (list: readonly Word[]) => list.map(({ folded }) => folded);
  const changes = diffArrays(words(a), words(b), { maxEditLength: MOST_DIFFERENT });
  let [one, other] = [0, 0];
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) for (let offset = 0; offset < count; offset++) found(one + offset, other + offset);
    if (!added) one += count;
    if (!removed) other += count;
  }
}
