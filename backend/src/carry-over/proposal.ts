import { diffArrays } from 'diff';
import { hunksOf, type Correction } from './corrections.ts';
import { correctedWords, fitted } from './placing.ts';
import { joined, WordList, wordsOf, type Word } from './words.ts';

/** What a new text becomes when a correction is put into it where it fits best. A person looks at it first. */
export function proposalFor(correction: Pick<Correction, 'before' | 'after'>, now: string): string {
  const before = new WordList(correction.before).words;
  const there = wordsOf(now);
  const at = counterpartsOf(before, there);
  const hunks = hunksOf(correction);
  const result: Word[] = [];
  let done = 0;
  for (const hunk of hunks) {
    let [left, right] = [hunk.from - 1, hunk.to];
    while (left >= 0 && at[left]! < 0) left--;
    while (right < before.length && at[right]! < 0) right++;
    const { from, to } = stretchOf(at, { left, right }, there.length);
    if (from < done) continue;
    const isAlone = left === hunk.from - 1 && right === hunk.to;
    const fit = isAlone ? fitted(before.slice(hunk.from, hunk.to), hunk.words, there.slice(from, to)) : null;
    const words = fit === 'obsolete' ? there.slice(from, to) : (fit ?? correctedWords(before, left + 1, right, hunks));
    const gap = there[from]?.gap ?? '';
    result.push(
      ...there.slice(done, from),
      ...words.map((word, index) => (index === 0 ? { ...word, gap: gap === '' && from > 0 ? ' ' : gap } : word)),
    );
    done = to;
  }
  const rest = there.slice(done);

  return joined(
    [...result, ...rest].map((word) => (word.gap === '' && word === rest[0] ? { ...word, gap: ' ' } : word)),
  );
}

/** The new words between two old ones; where there is no such word, about as many as the old ones. */
function stretchOf(
  at: readonly number[],
  { left, right }: { left: number; right: number },
  length: number,
): { from: number; to: number } {
  const within = at.slice(left + 1, right).filter((word) => word >= 0);
  const count = right - left - 1;
  const [before, behind] = [at[left] ?? -1, at[right] ?? -1];
  if (before >= 0 && behind >= 0) return { from: before + 1, to: behind };
  if (before >= 0)
    return { from: before + 1, to: Math.min(length, Math.max(before + 1 + count, (within.at(-1) ?? -1) + 1)) };
  if (behind >= 0) return { from: Math.max(0, Math.min(behind - count, within[0] ?? behind)), to: behind };

  return within.length === 0 ? { from: 0, to: length } : { from: within[0]!, to: within.at(-1)! + 1 };
}

/** Gives each of several segments its part of a text that was written for all of them. */
export function partsFor(texts: readonly string[], text: string): string[] {
  const owners = texts.flatMap((one, index) => wordsOf(one).map(() => index));
  const former = texts.flatMap((one) => wordsOf(one));
  const parts: Word[][] = texts.map(() => []);
  const words = wordsOf(text);
  let [old, now, owner] = [0, 0, 0];
  for (const { added, removed, count } of diffArrays(
    former.map((word) => word.folded),
    words.map((word) => word.folded),
  )) {
    if (added) for (const word of words.slice(now, now + count)) parts[owner]!.push(word);
    else {
      // Words that take the place of removed ones belong where those were.
      owner = owners[old] ?? owner;
      if (!removed)
        for (let index = 0; index < count; index++) {
          owner = owners[old + index]!;
          parts[owner]!.push(words[now + index]!);
        }
      old += count;
    }
    if (!removed) now += count;
  }

  return parts.map(joined);
}

function counterpartsOf(before: readonly Word[], there: readonly Word[]): number[] {
  const at: number[] = [];
  let place = 0;
  for (const { added, removed, count } of diffArrays(
    before.map((word) => word.folded),
    there.map((word) => word.folded),
  )) {
    for (let index = 0; index < count && !added; index++) at.push(removed ? -1 : place + index);
    if (!removed) place += count;
  }

  return at;
}
