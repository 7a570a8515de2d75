import {
  COMBINING_CLASSES,
  DECOMPOSITIONS,
  LETTER,
  LOWER_CASE,
  MARK,
  SPACE,
  SPACELESS,
  STRIPS_MARKS,
  WORD,
} from './fold-tables.generated.ts';

/** A letter, mark, number or `_`: may not adjoin a whole-word occurrence. */
export const WORD_BIT = 1;
export const LETTER_BIT = 2;
export const MARK_BIT = 4;
/** A Latin, Greek, Cyrillic, Hebrew or Arabic letter: marks after it are removed. */
export const STRIPS_MARKS_BIT = 8;
/** A letter of a script that is written without spaces between words. */
export const SPACELESS_BIT = 16;
/** White space, dashes and the minus sign, which fold to a space. */
export const SPACE_BIT = 32;
/** Removed before anything else. */
export const REMOVED_BIT = 64;

const REMOVED = [
  [0x00ad, 0x00ad],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2060],
  [0x2066, 0x2069],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xe0100, 0xe01ef],
] as const;

const APOSTROPHES = '’‘ʼ′´`';
const QUOTES = '“”„«»';

const HANGUL_FIRST = 0xac00;
const HANGUL_COUNT = 11_172;
const LEADING_FIRST = 0x1100;
const VOWEL_FIRST = 0x1161;
const VOWEL_COUNT = 21;
// One below the first trailing consonant: index 0 means none.
const TRAILING_BASE = 0x11a7;
const TRAILING_COUNT = 28;

const bits = new Uint8Array(0x110000);
const combiningClasses = new Map<number, number>();
const decompositions = new Map<number, readonly number[]>();
const compositions = new Map<number, Map<number, number>>();
const lowerCase = new Map<number, number>();
const replacements = new Map<number, number>();

readTables();

/** The `…_BIT`s of a code point; 0 for lone surrogates and unknown code points. */
export function bitsOf(codePoint: number): number {
  return bits[codePoint] ?? 0;
}

/** Rank of a mark's canonical combining class, in ascending order; 0 for starters. */
export function combiningClassOf(codePoint: number): number {
  return combiningClasses.get(codePoint) ?? 0;
}

/** Full canonical decomposition (NFD of this code point alone); null when it does not decompose. */
export function decompositionOf(codePoint: number): readonly number[] | null {
  const index = codePoint - HANGUL_FIRST;
  if (index < 0 || index >= HANGUL_COUNT) return decompositions.get(codePoint) ?? null;
  const syllable = Math.floor(index / TRAILING_COUNT);
  const leading = LEADING_FIRST + Math.floor(syllable / VOWEL_COUNT);
  const vowel = VOWEL_FIRST + (syllable % VOWEL_COUNT);
  const trailing = index % TRAILING_COUNT;
  return trailing === 0 ? [leading, vowel] : [leading, vowel, TRAILING_BASE + trailing];
}

/** The NFC composition of two neighbours; null when they do not compose. */
export function compositionOf(first: number, second: number): number | null {
  const leading = first - LEADING_FIRST;
  const vowel = second - VOWEL_FIRST;
  if (leading >= 0 && leading < 19 && vowel >= 0 && vowel < VOWEL_COUNT) {
    return HANGUL_FIRST + (leading * VOWEL_COUNT + vowel) * TRAILING_COUNT;
  }
  const syllable = first - HANGUL_FIRST;
  const trailing = second - TRAILING_BASE;
  if (syllable >= 0 && syllable < HANGUL_COUNT && trailing > 0 && trailing < TRAILING_COUNT) {
    return syllable % TRAILING_COUNT === 0 ? first + trailing : null;
  }
  return compositions.get(second)?.get(first) ?? null;
}

/** Whether it may compose with the code point before it. */
export function composesWithPrevious(codePoint: number): boolean {
  const isVowel = codePoint >= VOWEL_FIRST && codePoint < VOWEL_FIRST + VOWEL_COUNT;
  const isTrailing = codePoint > TRAILING_BASE && codePoint < TRAILING_BASE + TRAILING_COUNT;
  return isVowel || isTrailing || compositions.has(codePoint);
}

/** Simple lower case. Both lower-case sigmas are one, since Σ becomes either depending on its position in the word. */
export function lowerCaseOf(codePoint: number): number {
  return lowerCase.get(codePoint) ?? codePoint;
}

/** Apostrophes become ', quotation marks ", white space and dashes a space; everything else is unchanged. */
export function replacementOf(codePoint: number): number {
  return replacements.get(codePoint) ?? codePoint;
}

/** Every code point below 0x10000 that decomposes, has a lower case or is replaced, except Hangul syllables. */
export function listMappedCodeUnits(): number[] {
  const mapped = [...decompositions.keys(), ...lowerCase.keys(), ...replacements.keys()];
  return mapped.filter((codePoint) => codePoint < 0x10000);
}

/** Every code point that affects the one before it: marks, removed characters, second parts of compositions. */
export function listCombiningCodeUnits(): number[] {
  const hangul = Array.from({ length: 0x11c3 - VOWEL_FIRST }, (_, index) => VOWEL_FIRST + index);
  return [...hangul.filter(composesWithPrevious), ...compositions.keys(), ...combiningClasses.keys()].filter(
    (codePoint) => codePoint < 0x10000,
  );
}

function readTables(): void {
  const properties: readonly [string, number][] = [
    [WORD, WORD_BIT],
    [LETTER, LETTER_BIT],
    [MARK, MARK_BIT],
    [STRIPS_MARKS, STRIPS_MARKS_BIT],
    [SPACELESS, SPACELESS_BIT],
    [SPACE, SPACE_BIT],
  ];
  for (const [ranges, bit] of properties) {
    for (const [first, end] of rangesIn(ranges)) {
      for (let codePoint = first; codePoint < end; codePoint += 1) bits[codePoint] = bits[codePoint]! | bit;
    }
  }
  for (const [first, end] of rangesIn(SPACE)) {
    for (let codePoint = first; codePoint < end; codePoint += 1) replacements.set(codePoint, 0x20);
  }
  for (const [first, last] of REMOVED) {
    for (let codePoint = first; codePoint <= last; codePoint += 1) bits[codePoint] = bitsOf(codePoint) | REMOVED_BIT;
  }
  for (const [index, ranges] of COMBINING_CLASSES.split(',').entries()) {
    for (const [first, end] of rangesIn(ranges)) {
      for (let codePoint = first; codePoint < end; codePoint += 1) combiningClasses.set(codePoint, index + 1);
    }
  }
  for (const apostrophe of APOSTROPHES) replacements.set(apostrophe.charCodeAt(0), 0x27);
  for (const quote of QUOTES) replacements.set(quote.charCodeAt(0), 0x22);
  readDecompositions();
  readLowerCase();
}

/** Start and end (exclusive) of each range. */
function rangesIn(text: string): (readonly [number, number])[] {
  const numbers = numbersIn(text);
  const ranges: (readonly [number, number])[] = [];
  let end = 0;
  for (let i = 0; i < numbers.length; i += 2) {
    const first = end + numbers[i]!;
    end = first + numbers[i + 1]!;
    ranges.push([first, end]);
  }
  return ranges;
}

function readDecompositions(): void {
  const composites = new Map<string, number>();
  let codePoint = 0;
  for (const entry of DECOMPOSITIONS.split(',')) {
    const isFinal = entry.endsWith('!');
    const [gap = 0, ...parts] = numbersIn(isFinal ? entry.slice(0, -1) : entry);
    codePoint += gap;
    decompositions.set(codePoint, parts);
    if (!isFinal) composites.set(parts.join(' '), codePoint);
  }
  for (const [key, composite] of composites) {
    const parts = key.split(' ').map(Number);
    const last = parts.pop() ?? 0;
    const first = parts.length === 1 ? parts[0] : composites.get(parts.join(' '));
    const byFirst = compositions.get(last) ?? new Map<number, number>();
    if (first !== undefined) byFirst.set(first, composite);
    compositions.set(last, byFirst);
  }
}

function readLowerCase(): void {
  const numbers = numbersIn(LOWER_CASE);
  let from = 0;
  for (let i = 0; i < numbers.length; i += 4) {
    const [gap = 0, length = 0, step = 0, distance = 0] = numbers.slice(i, i + 4);
    from += gap;
    for (let index = 0; index < length; index += 1) lowerCase.set(from + index * step, from + index * step + distance);
    from += (length - 1) * step;
  }
  lowerCase.set(0x3c2, 0x3c3);
}

function numbersIn(text: string): number[] {
  return text.split(' ').map((part) => Number.parseInt(part, 36));
}
