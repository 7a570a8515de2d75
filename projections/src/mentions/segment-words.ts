import { foldName, foldQuickly } from '@earmark/contracts/mentions';

/**
 * Words of a text as numbers, for an index that finds the segments in which an occurrence may stand. A word is a run of
 * letters, marks, numbers and `_` of the folded text, as the matching rule bounds whole words. Where a script has no
 * spaces between words, each character and each two neighbours stand for words. Two kinds of key more, as the commonest
 * words are in nearly every segment and signs are no words: short words side by side, and signs that touch no word.
 */
export function wordKeys(text: string): number[] {
  return keysOf(foldQuickly(text), { isPattern: false, isFree: false, isInterchangeable: false });
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

  return { keys: keysOf(folded, { isPattern: true, isFree, isInterchangeable }), isExact: isOneKey(folded) };
}

/** Whether one key stands for just this text: a word, two short ones, up to three signs. */
const isOneKey = (folded: string): boolean =>
  SHORT_NEIGHBOURS.test(folded) || FEW_SIGNS.test(folded) || (ONE_WORD.test(folded) && !SPACELESS.test(folded));

const SHORT_NEIGHBOURS = /^[a-z]{1,3}[ '][a-z]{1,3}$/;
const FEW_SIGNS = /^(?:[^\p{L}\p{M}\p{N}_\u{10000}-\u{10ffff}]|[ -/:-@[-^{-~]{2,3})$/u;
const ONE_WORD = /^[\p{L}\p{M}\p{N}_]+$/u;
const SPACELESS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const LETTERS_IN_A_NUMBER = 6;
/** Words of up to three letters are less. */
const SHORT = 27 ** 3;
/** Two short words, by what stands between them. */
const NEIGHBOURS: Readonly<Record<string, number>> = { ' ': SHORT ** 2, "'": 2 * SHORT ** 2 };
const SIGNS = 3 * SHORT ** 2;

interface Reading {
  /** It is looked for. */
  isPattern: boolean;
  /** It needs no boundaries. */
  isFree: boolean;
  /** In it "and" and "&" are the same. */
  isInterchangeable: boolean;
}

function keysOf(folded: string, { isPattern, isFree, isInterchangeable }: Reading): number[] {
  const keys = new Set<number>();
  let before = 0;
  let end = 0;
  const addGap = (to: number) => {
    if (!isFree) addSigns(keys, folded, end, to, isInterchangeable);
  };
  eachRun(folded, (run) => {
    addGap(run.start);
    // Where no boundary is needed, the text may go on beside a run that is not of such a script.
    const isOpen = !run.isSpaceless && (isFree || (isInterchangeable && folded.slice(run.start, run.end) === 'and'));
    const isAlone = !isPattern || String.fromCodePoint(folded.codePointAt(run.start)!).length === run.end - run.start;
    const number = isOpen ? 0 : addKeys(keys, folded, run, isAlone);
    const isShort = number > 0 && number < SHORT;
    const base = isShort && before > 0 && run.start === end + 1 ? NEIGHBOURS[folded[end] ?? ''] : undefined;
    if (base !== undefined) keys.add(base + before * SHORT + number);
    before = isShort ? number : 0;
    end = run.end;
  });
  addGap(folded.length);

  return [...keys];
}

/** Up to three signs of the gap between two runs that touch neither; "&" only where it does not stand for "and". */
function addSigns(keys: Set<number>, folded: string, from: number, to: number, isInterchangeable: boolean): void {
  const last = to === folded.length ? to : to - 1;
  for (let start = from === 0 ? 0 : from + 1; start < last; start += 1)
    for (let end = start + 1; end <= Math.min(last, start + MOST_SIGNS); end += 1) {
      const signs = folded.slice(start, end);
      const key = isInterchangeable && signs.includes('&') ? 0 : signsKey(signs);
      if (key > 0) keys.add(key);
    }
}

const MOST_SIGNS = 3;
const SEVERAL_SIGNS = SIGNS + 0x1_0000;

/** Of one UTF-16 unit, or of a few printable ones of ASCII, without space around them; 0: it has none. */
function signsKey(signs: string): number {
  if (/^\s|\s$/.test(signs)) return 0;
  const [first = 0, second = 0, third = 0] = Array.from(signs, (sign) => sign.charCodeAt(0));
  if (signs.length === 1) return SIGNS + first;

  return /^[ -~]+$/.test(signs) ? SEVERAL_SIGNS + (first * 0x80 + second) * 0x80 + third : 0;
}

/**
 * Short words of a to z that stand alone are numbers to the base of 27, above 0. All others have two hashes, below 0:
 * that both are those of other words in the same segment does not happen. Of a script without spaces: each two
 * neighbours, and each character `alone`. Returns the number; 0 when it has none.
 */
function addKeys(keys: Set<number>, folded: string, run: Run, alone: boolean): number {
  const { start, end, isSpaceless, isTouched } = run;
  if (isSpaceless) {
    let before = '';
    for (const character of folded.slice(start, end)) {
      if (alone) keys.add(hashOf(character, 0, character.length, FIRST_SEED));
      if (before !== '') keys.add(hashOf(before + character, 0, before.length + character.length, FIRST_SEED));
      before = character;
    }
    return 0;
  }
  const number = isTouched || end - start > LETTERS_IN_A_NUMBER ? 0 : numberOf(folded, start, end);
  if (number > 0) {
    keys.add(number);
    return number;
  }
  // A run that touches another one is no whole word.
  keys.add(hashOf(folded, start, end, isTouched ? TOUCHED_SEED : FIRST_SEED));
  keys.add(hashOf(folded, start, end, SECOND_SEED));

  return 0;
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
