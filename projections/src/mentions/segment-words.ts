import { foldName, foldText } from '@earmark/contracts/mentions';

/**
 * Words of a text as numbers, for an index that finds the segments in which an occurrence may stand. A word is a run of
 * letters, marks, numbers and `_` of the folded text, as the matching rule bounds whole words. Where a script has no
 * spaces between words, each character and each two neighbours stand for words.
 */
export function wordKeys(text: string): number[] {
  const folded = foldedQuickly(text);
  const keys = new Set<number>();
  eachRun(folded, (run) => addKeys(keys, folded, run, true));

  return [...keys];
}

/** What the index can say of a text that is looked for. */
export interface WordQuery {
  /** Every segment with an occurrence has all of them; empty: the index says nothing. */
  readonly keys: readonly number[];
  /** Whether every segment with all of them has an occurrence. */
  readonly isExact: boolean;
}

/** For a text that is looked for as whole words in any case, by the matching rule. */
export function wordQuery(text: string): WordQuery {
  const folded = foldName(text).toLowerCase();
  const isFree = /\p{L}/u.test(folded) && Array.from(folded).every((one) => !/\p{L}/u.test(one) || SPACELESS.test(one));
  // The rule takes " & " and " and " for the same.
  const isInterchangeable = / (?:and|&) /.test(folded);
  const keys = new Set<number>();
  let isOneWord = folded !== '' && !isFree && !/[^\p{L}\p{M}\p{N}_]/u.test(folded);
  eachRun(folded, (run) => {
    const { start, end, isSpaceless, isTouched } = run;
    if (isSpaceless || isTouched) isOneWord = false;
    // Where no boundary is needed, the text may go on beside a run that is not of such a script.
    if (!isSpaceless && (isFree || (isInterchangeable && folded.slice(start, end) === 'and'))) return;
    addKeys(keys, folded, run, String.fromCodePoint(folded.codePointAt(start)!).length === end - start);
  });

  return { keys: [...keys], isExact: isOneWord };
}

const SPACELESS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const LETTERS_IN_A_NUMBER = 6;

/**
 * Short words of a to z that stand alone are numbers to the base of 27, above 0. All others have two hashes, below 0:
 * that both are those of other words in the same segment does not happen. Of a script without spaces: each two
 * neighbours, and each character `alone`.
 */
function addKeys(keys: Set<number>, folded: string, run: Run, alone: boolean): void {
  const { start, end, isSpaceless, isTouched } = run;
  if (isSpaceless) {
    let before = '';
    for (const character of folded.slice(start, end)) {
      if (alone) keys.add(hashOf(character, 0, character.length, FIRST_SEED));
      if (before !== '') keys.add(hashOf(before + character, 0, before.length + character.length, FIRST_SEED));
      before = character;
    }
    return;
  }
  const number = isTouched || end - start > LETTERS_IN_A_NUMBER ? 0 : numberOf(folded, start, end);
  if (number > 0) {
    keys.add(number);
    return;
  }
  // A run that touches another one is no whole word.
  keys.add(hashOf(folded, start, end, isTouched ? TOUCHED_SEED : FIRST_SEED));
  keys.add(hashOf(folded, start, end, SECOND_SEED));
}

/** 0 when there is another character than a to z. */
function numberOf(folded: string, start: number, end: number): number {
  let number = 0;
  for (let index = start; index < end; index += 1) {
    const letter = folded.charCodeAt(index) - 0x60;
    if (letter < 1 || letter > 26) return 0;
    number = number * 27 + letter;
  }

  return number;
}

const FIRST_SEED = 0x811c9dc5;
const SECOND_SEED = 0x2f0b4a27;
const TOUCHED_SEED = 0x51ed270b;

/** FNV-1a with a shift, so that a character reaches all bits. */
function hashOf(folded: string, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ folded.charCodeAt(index), 0x01000193);
    hash ^= hash >>> 15;
  }

  return hash | 0x8000_0000;
}

const OTHER = 0;
const WORD = 1;
const SPACELESS_LETTER = 2;
const MARK = 3;
const UNKNOWN = 255;
const kinds = new Uint8Array(0x110000).fill(UNKNOWN);

function kindOf(character: number): number {
  const text = String.fromCodePoint(character);
  let kind = OTHER;
  if (/\p{L}/u.test(text)) kind = SPACELESS.test(text) ? SPACELESS_LETTER : WORD;
  else if (/\p{M}/u.test(text)) kind = MARK;
  else if (/[\p{N}_]/u.test(text)) kind = WORD;
  kinds[character] = kind;

  return kind;
}

/** A run of word characters: UTF-16 offsets, end exclusive. */
interface Run {
  start: number;
  end: number;
  /** It begins with a letter of a script without spaces, and has the marks after such letters too. */
  isSpaceless: boolean;
  /** Another run stands right before or after it. */
  isTouched: boolean;
}

/** Runs are cut where a script without spaces begins or ends. `take` may not keep the run: the next one overwrites it. */
function eachRun(folded: string, take: (run: Run) => void): void {
  const run: Run = { start: -1, end: 0, isSpaceless: false, isTouched: false };
  for (let index = 0; index < folded.length; index += 1) {
    let character = folded.charCodeAt(index);
    const place = index;
    if (character >= 0xd800 && character < 0xdc00) {
      character = folded.codePointAt(index)!;
      if (character > 0xffff) index += 1;
    }
    const kind = kinds[character] === UNKNOWN ? kindOf(character) : kinds[character]!;
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

/** Pieces between spaces that are not of ASCII alone, folded: "it’s" comes again and again. */
const pieces = new Map<string, string>();
const MOST_PIECES = 20_000;
const LONGEST_PIECE = 64;
const NOT_ASCII = /[^\0-\x7f]/;
const PIECE = /[^\0- ]*[^\0-\x7f][^\0- ]*/g;

/** As `foldText`, but for dashes and accents in ASCII, which are no part of words. The rule itself is slow. */
function foldedQuickly(text: string): string {
  return (NOT_ASCII.test(text) ? text.replace(PIECE, foldedPiece) : text).toLowerCase();
}

function foldedPiece(piece: string): string {
  const known = pieces.get(piece);
  if (known !== undefined) return known;
  const folded = foldText(piece, false).text;
  if (piece.length > LONGEST_PIECE) return folded;
  if (pieces.size >= MOST_PIECES) pieces.clear();
  pieces.set(piece, folded);

  return folded;
}
