import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileMatcher } from '@earmark/contracts/mentions';
import { z } from 'zod';
import { filesBelow, SHARED_DATA, type Corpus } from '../suites/corpus.ts';
import { FOLDS, SPACELESS, WORD } from './plain-count.ts';

/** Independent counts by another rule, which the file describes. */
const Reference = z.object({
  names: z.array(z.object({ name: z.string(), mentions: z.number(), files: z.number() })),
});
/** Word characters of the reference; ours include marks too. */
const THEIR_WORD = '[\\p{L}\\p{N}_]';
const THEIR_WORDS = new RegExp(`${THEIR_WORD}+`, 'gu');
const begins = (word: string): RegExp => new RegExp(`^${word}`, 'u');
const ends = (word: string): RegExp => new RegExp(`${word}$`, 'u');
const OURS = { before: ends(WORD), behind: begins(WORD) };
const THEIRS = { before: ends(THEIR_WORD), behind: begins(THEIR_WORD) };
/** Enough text to see the character beside an occurrence and any invisible ones before it. */
const CONTEXT = 20;

export interface ReferenceCheck {
  readonly names: number;
  readonly files: number;
  /** Names for which our implementation of the file's rule does not give the file's counts. */
  readonly unlike: number;
  /** Names with the same occurrences by our rule as in the file. */
  readonly equal: number;
  /** Names and occurrences that only one side counts, by cause. */
  readonly causes: ReadonlyMap<string, { names: Set<string>; more: number; fewer: number }>;
  /** Differences without a known cause, and the first of them. */
  readonly unexplained: number;
  readonly example: string | null;
}

/** Compares our matcher with the reference on the raw files it used, name by name and position by position. */
export async function checkReference(corpus: Corpus, file: string): Promise<ReferenceCheck> {
  const { names } = Reference.parse(JSON.parse(await readFile(join(SHARED_DATA, 'expected', file), 'utf8')));
  const files = (await filesBelow(corpus.folder)).filter(wasRead);
  const matcher = compileMatcher(names.map(({ name }) => ({ name, caseSensitive: true, wholeWord: true })));
  const find = referenceRule(names.map(({ name }) => name));
  const counted = names.map(() => ({ mentions: 0, files: 0 }));
  const differing = new Set<string>();
  const causes = new Map<string, { names: Set<string>; more: number; fewer: number }>();
  let unexplained = 0;
  let example: string | null = null;
  const tell = (cause: string | null, kind: 'more' | 'fewer', name: string, context: string) => {
    differing.add(name);
    if (cause === null) {
      unexplained++;
      example ??= `${kind} by our rule: ${JSON.stringify(name)} in ${JSON.stringify(context)}`;
      return;
    }
    const told = causes.get(cause) ?? { names: new Set<string>(), more: 0, fewer: 0 };
    causes.set(cause, told);
    told.names.add(name);
    told[kind]++;
  };
  for (const path of files) {
    const text = (await readFile(path, 'utf8')).normalize('NFC').replace(/\s+/g, ' ');
    const ours = names.map(() => new Map<number, number>());
    matcher.scan(text, (index, start, end) => ours[index]!.set(start, end));
    const theirs = find(text);
    for (const [index, { name }] of names.entries()) {
      const starts = theirs.get(index) ?? new Set<number>();
      counted[index]!.mentions += starts.size;
      if (starts.size > 0) counted[index]!.files++;
      const context = (start: number) => text.slice(Math.max(0, start - CONTEXT), start + name.length + CONTEXT);
      for (const start of starts)
        if (!ours[index]!.has(start)) tell(whyFewer(text, name, start, ours[index]!), 'fewer', name, context(start));
      for (const [start, end] of ours[index]!)
        if (!starts.has(start)) tell(whyMore(text.slice(start, end), name), 'more', name, context(start));
    }
  }
  const unlike = names.filter(
    ({ mentions, files: inFiles }, index) => counted[index]!.mentions !== mentions || counted[index]!.files !== inFiles,
  );

  return {
    names: names.length,
    files: files.length,
    unlike: unlike.length,
    equal: names.length - differing.size,
    causes,
    unexplained,
    example,
  };
}

/** In the small set, the reference skipped derived files and everything but plain text. */
const wasRead = (path: string): boolean => /\.(md|txt|srt|vtt)$/.test(path) && !path.includes('/_derived/');

/** Start positions of names in a text by index of the name, by the rule of the reference. */
function referenceRule(names: readonly string[]): (text: string) => Map<number, Set<number>> {
  const byWord = new Map<string, { index: number; name: string; at: number }[]>();
  for (const [index, name] of names.entries()) {
    const first = [...name.matchAll(THEIR_WORDS)][0];
    if (first === undefined) throw new Error(`a name without a word: ${name}`);
    byWord.set(first[0], [...(byWord.get(first[0]) ?? []), { index, name, at: first.index }]);
  }

  return (text) => {
    const found = new Map<number, Set<number>>();
    // The first word of a name is a whole word of the text, since no word character can precede it.
    for (const { 0: word, index: place } of text.matchAll(THEIR_WORDS))
      for (const { index, name, at } of byWord.get(word) ?? []) {
        const start = place - at;
        const end = start + name.length;
        if (start < 0 || !text.startsWith(name, start)) continue;
        if (THEIRS.before.test(name) && THEIRS.behind.test(text.slice(end, end + 2))) continue;
        const starts = found.get(index) ?? new Set<number>();
        found.set(index, starts.add(start));
      }

    return found;
  };
}

/** Why our rule has no occurrence where the reference has one; null: unknown cause. */
function whyFewer(text: string, name: string, start: number, ours: ReadonlyMap<number, number>): string | null {
  const end = start + name.length;
  for (const [from, to] of ours) if (from < end && to > start) return 'overlapping occurrences count once';
  const before = text.slice(Math.max(0, start - CONTEXT), start);
  const behind = text.slice(end, end + CONTEXT);
  const seen = { before: FOLDS['invisible characters'](before), behind: FOLDS['invisible characters'](behind) };
  const isHeldBefore = OURS.before.test(seen.before);
  if (!isHeldBefore && !OURS.behind.test(seen.behind)) return null;
  if (isHeldBefore ? !THEIRS.behind.test(name) : !THEIRS.before.test(name))
    return 'a boundary is required even beside punctuation that starts or ends the name';
  if (isHeldBefore ? seen.before !== before : seen.behind !== behind) return 'invisible characters are ignored';
  if (isHeldBefore ? /\p{M}$/u.test(before) : /^\p{M}/u.test(behind)) return 'a mark is part of a word';

  return null;
}

/** Why our rule has an occurrence, written like this, where the reference has none; null: unknown cause. */
function whyMore(written: string, name: string): string | null {
  if (written === name)
    return SPACELESS.test(name.match(/\p{L}/gu)?.join('') ?? '') ? 'scripts without spaces need no boundary' : null;
  const same = Object.entries({ ...FOLDS, '"&" and "and"': (text: string) => text.replaceAll(' & ', ' and ') });
  const isSame = (folds: typeof same) =>
    folds.reduce((folding, [, fold]) => fold(folding), written) ===
    folds.reduce((folding, [, fold]) => fold(folding), name);
  if (!isSame(same)) return null;
  const needed = same.filter((one) => !isSame(same.filter((other) => other !== one)));

  return `treated as equal: ${needed.map(([what]) => what).join(', ')}`;
}
