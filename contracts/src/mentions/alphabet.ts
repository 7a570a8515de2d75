import { WORD_BIT, bitsOf } from './fold-tables.ts';
import { unitFolds } from './unit-folds.ts';

/** Not in any pattern. */
export const OTHER = 0;
export const OTHER_WORD = 1;
/** A unit that is not plain: the text must be folded before it is scanned. */
export const SPECIAL = 2;
/** In a pattern, but too seldom to have a column in the automaton. */
export const RARE = 3;
export const RARE_WORD = 4;
export const SPACE = 5;
/** The first class that is one character of patterns. */
export const FIRST_OWN = 6;

const MAX_OWN = 58;

/** Classes of characters: the columns of the automaton. */
export interface Alphabet {
  readonly classCount: number;
  /** Class of a UTF-16 unit of the original text, folding included. */
  readonly classOfUnit: Uint8Array;
  /** 1 for the classes that hold letters, marks, numbers and `_`. */
  readonly isWordClass: Uint8Array;
  /** Class of a folded, lower-case code point; never SPECIAL. */
  readonly classOf: (codePoint: number) => number;
}

/** Gives the most frequent characters of the forms (folded, lower case) classes of their own. */
export function chooseAlphabet(forms: readonly string[]): Alphabet {
  const { isPlain, lowerCase } = unitFolds();
  const counts = countUnits(forms);
  const used = Array.from(counts.keys()).filter((unit) => counts[unit]! > 0 && isPlain[unit] === 1 && unit !== 0x20);
  const own = used.sort((a, b) => counts[b]! - counts[a]!).slice(0, MAX_OWN);

  const classOfFolded = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit += 1) classOfFolded[unit] = bitsOf(unit) & WORD_BIT ? OTHER_WORD : OTHER;
  for (const unit of used) classOfFolded[unit] = rareClassOf(unit);
  for (const [index, unit] of own.entries()) classOfFolded[unit] = FIRST_OWN + index;
  classOfFolded[0x20] = SPACE;

  const classOfUnit = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit += 1) {
    classOfUnit[unit] = isPlain[unit] === 1 ? classOfFolded[lowerCase[unit]!]! : SPECIAL;
  }
  const isWordClass = new Uint8Array(FIRST_OWN + own.length);
  isWordClass[OTHER_WORD] = 1;
  isWordClass[RARE_WORD] = 1;
  for (const [index, unit] of own.entries()) isWordClass[FIRST_OWN + index] = bitsOf(unit) & WORD_BIT;

  return {
    classCount: FIRST_OWN + own.length,
    classOfUnit,
    isWordClass,
    classOf: (codePoint) =>
      codePoint > 0xffff || isPlain[codePoint] === 0 ? rareClassOf(codePoint) : classOfFolded[codePoint]!,
  };
}

function rareClassOf(codePoint: number): number {
  return bitsOf(codePoint) & WORD_BIT ? RARE_WORD : RARE;
}

function countUnits(forms: readonly string[]): Uint32Array {
  const counts = new Uint32Array(0x10000);
  for (const form of forms) {
    for (let index = 0; index < form.length; index += 1) {
      const unit = form.charCodeAt(index);
      counts[unit] = counts[unit]! + 1;
    }
  }
  return counts;
}
