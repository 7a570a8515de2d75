import { WORD_BIT, bitsOf, listMappedCodeUnits } from './fold-tables.ts';
import { unitFolds } from './unit-folds.ts';

/** Not in any pattern. */
export const OTHER = 0;
export const OTHER_WORD = 1;
/** A UTF-16 unit that cannot be folded alone: fold the text before scanning it. */
export const SPECIAL = 2;
/** Occurs in patterns, but too rarely for a column in the automaton. */
export const RARE = 3;
export const RARE_WORD = 4;
export const SPACE = 5;
/** The first class that stands for a single pattern character. */
export const FIRST_OWN = 6;

const MAX_OWN = 40;

/** Classes of characters: the columns of the automaton. */
export interface Alphabet {
  readonly classCount: number;
  /** Class of a UTF-16 unit of the original text, folding included. */
  readonly classOfUnit: Uint8Array;
  /** 1 for classes of letters, marks, numbers and `_`. */
  readonly isWordClass: Uint8Array;
  /** Class of a folded, lower-case code point; never SPECIAL. */
  readonly classOf: (codePoint: number) => number;
}

/** Gives the most frequent characters of the forms (folded, lower case) classes of their own. */
export function chooseAlphabet(forms: Iterable<string>): Alphabet {
  const { isPlain, lowerCase } = unitFolds();
  const used = listByCount(forms).filter((unit) => isPlain[unit] === 1 && unit !== 0x20);
  const own = used.slice(0, MAX_OWN);

  commonClasses ??= computeCommonClasses();
  const classOfFolded = commonClasses.folded.slice();
  const isWordClass = new Uint8Array(FIRST_OWN + own.length);
  isWordClass[OTHER_WORD] = 1;
  isWordClass[RARE_WORD] = 1;
  for (const unit of used) classOfFolded[unit] = rareClassOf(unit);
  for (const [index, unit] of own.entries()) {
    classOfFolded[unit] = FIRST_OWN + index;
    isWordClass[FIRST_OWN + index] = bitsOf(unit) & WORD_BIT;
  }

  const classOfUnit = commonClasses.unit.slice();
  for (const unit of used) classOfUnit[unit] = classOfFolded[unit]!;
  for (const unit of listMappedCodeUnits()) {
    if (isPlain[unit] === 1) classOfUnit[unit] = classOfFolded[lowerCase[unit]!]!;
  }
  return {
    classCount: FIRST_OWN + own.length,
    classOfUnit,
    isWordClass,
    classOf: (codePoint) =>
      codePoint > 0xffff || isPlain[codePoint] === 0 ? rareClassOf(codePoint) : classOfFolded[codePoint]!,
  };
}

/** The classes before any form is added, for folded and for original units. */
let commonClasses: { readonly folded: Uint8Array; readonly unit: Uint8Array } | null = null;

function computeCommonClasses(): { readonly folded: Uint8Array; readonly unit: Uint8Array } {
  const { isPlain, lowerCase } = unitFolds();
  const folded = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit += 1) folded[unit] = bitsOf(unit) & WORD_BIT ? OTHER_WORD : OTHER;
  folded[0x20] = SPACE;
  const unit = new Uint8Array(0x10000);
  for (let at = 0; at < 0x10000; at += 1) unit[at] = isPlain[at] === 1 ? folded[lowerCase[at]!]! : SPECIAL;
  return { folded, unit };
}

function rareClassOf(codePoint: number): number {
  return bitsOf(codePoint) & WORD_BIT ? RARE_WORD : RARE;
}

/** The UTF-16 units of the forms, the most frequent first. */
function listByCount(forms: Iterable<string>): number[] {
  const counts = new Uint32Array(0x10000);
  const used: number[] = [];
  for (const form of forms) {
    for (let index = 0; index < form.length; index += 1) {
      const unit = form.charCodeAt(index);
      if (counts[unit] === 0) used.push(unit);
      counts[unit] = counts[unit]! + 1;
    }
  }
  return used.sort((a, b) => counts[b]! - counts[a]!);
}
