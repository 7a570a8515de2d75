import { MARK_BIT, SPACELESS_BIT, WORD_BIT, bitsOf } from './fold-tables.ts';

/** Words that must, or must not, stand near an occurrence of a pattern. Left out: no condition. */
export interface PatternContext {
  /** One of these must; empty: none need. */
  readonly near?: readonly string[];
  /** None of these may. */
  readonly notNear?: readonly string[];
  /** How many words away is still near. */
  readonly distance?: number;
}

/** The texts of the segments before and after one in its transcript; empty where there is none. */
export interface Neighbours {
  readonly before: string;
  readonly after: string;
}

export const ALONE: Neighbours = { before: '', after: '' };

export const hasContext = ({ near = [], notNear = [] }: PatternContext): boolean => near.length + notNear.length > 0;

/** The pattern by which a word of a context is found. */
export const contextWord = (name: string) => ({ name, caseSensitive: false, wholeWord: true });

/** Indexes of the first and last word that something covers. */
export interface WordSpan {
  readonly first: number;
  readonly last: number;
}

/** Where each word starts in the original: runs of word characters, and each character of a script without spaces. */
export function wordStarts(folded: { readonly text: string; readonly starts: readonly number[] }): number[] {
  const starts: number[] = [];
  let unit = 0;
  let previous = 0;
  for (const character of folded.text) {
    const bits = bitsOf(character.codePointAt(0) ?? 0);
    if (startsWord(bits, previous)) starts.push(folded.starts[unit] ?? 0);
    previous = bits;
    unit += character.length;
  }

  return starts;
}

/** `bits`, `previous`: of a character of the folded text and the one before it (0: none). */
export function startsWord(bits: number, previous: number): boolean {
  if ((bits & WORD_BIT) === 0) return false;
  if ((previous & WORD_BIT) === 0) return true;

  return (bits & MARK_BIT) === 0 && ((bits | previous) & SPACELESS_BIT) !== 0;
}

/** The words that [start, end) of a text covers, plus `shift`; of mere punctuation, the word before it. */
export function spanOf(
  starts: { readonly length: number; readonly [index: number]: number },
  { start, end }: { readonly start: number; readonly end: number },
  shift: number,
): WordSpan {
  return { first: countBelow(starts, start + 1) - 1 + shift, last: countBelow(starts, end) - 1 + shift };
}

/** 1 for words side by side, 0 when they overlap. */
export const wordsBetween = (one: WordSpan, other: WordSpan): number =>
  Math.max(0, other.first - one.last, one.first - other.last);

/** How many of the ascending numbers are below the limit. */
function countBelow(numbers: { readonly length: number; readonly [index: number]: number }, limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }

  return low;
}
