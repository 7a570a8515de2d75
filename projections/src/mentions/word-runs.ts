import { LETTER_BIT, MARK_BIT, SPACELESS_BIT, WORD_BIT, bitsOf } from '@earmark/contracts/mentions';

const OTHER = 0;
const WORD = 1;
const SPACELESS_LETTER = 2;
const MARK = 3;
/** A high surrogate. */
const HALF = 4;
/** Classified by the tables of the matching rule, so that words do not depend on the version of Node. */
const KINDS = Uint8Array.from({ length: 256 }, (_, bits) => {
  if (bits & LETTER_BIT) return bits & SPACELESS_BIT ? SPACELESS_LETTER : WORD;
  if (bits & MARK_BIT) return MARK;

  return bits & WORD_BIT ? WORD : OTHER;
});

const kindOf = (codePoint: number): number => KINDS[bitsOf(codePoint)]!;

/** By UTF-16 unit. */
const KINDS_OF_UNITS = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  unit >= 0xd800 && unit < 0xdc00 ? HALF : kindOf(unit),
);

/** A run of word characters: UTF-16 offsets, end exclusive. */
export interface Run {
  start: number;
  end: number;
  /** It starts with a letter of a script without spaces, and includes the marks after such letters. */
  isSpaceless: boolean;
  /** Another run is directly before or after it. */
  isTouched: boolean;
}

/** Runs are cut where a script without spaces starts or ends. `take` must not keep the run: the next one overwrites it. */
export function eachRun(folded: string, take: (run: Run) => void): void {
  const run: Run = { start: -1, end: 0, isSpaceless: false, isTouched: false };
  for (let index = 0; index < folded.length; index += 1) {
    const place = index;
    let kind = KINDS_OF_UNITS[folded.charCodeAt(index)]!;
    if (kind === HALF) {
      const character = folded.codePointAt(index)!;
      if (character > 0xffff) index += 1;
      kind = kindOf(character);
    }
    if (run.start >= 0) {
      if (kind === MARK || (kind !== OTHER && run.isSpaceless === (kind === SPACELESS_LETTER))) continue;
      run.end = place;
      if (kind !== OTHER) run.isTouched = true;
      take(run);
      run.start = -1;
      run.isTouched = kind !== OTHER;
    } else run.isTouched = false;
    if (kind === OTHER) continue;
    run.start = place;
    run.isSpaceless = kind === SPACELESS_LETTER;
  }
  if (run.start < 0) return;
  run.end = folded.length;
  take(run);
}

/** Whether it has letters and all are of scripts without spaces: the rule then requires no boundaries around it. */
export function needsNoBoundary(folded: string): boolean {
  const letters = Array.from(folded, (character) => bitsOf(character.codePointAt(0)!)).filter(
    (bits) => bits & LETTER_BIT,
  );

  return letters.length > 0 && letters.every((bits) => bits & SPACELESS_BIT);
}

export const beginsWithMark = (folded: string): boolean => folded !== '' && kindOf(folded.codePointAt(0)!) === MARK;

export const isWordCharacter = (character: string): boolean => kindOf(character.codePointAt(0)!) !== OTHER;
