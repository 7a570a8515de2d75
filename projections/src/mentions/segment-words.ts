import { foldName, foldQuickly } from '@earmark/contracts/mentions';
import { KeySet } from './key-set.ts';
import { beginsWithMark, eachRun, isOneWord, isWordCharacter, needsNoBoundary, type Run } from './word-runs.ts';

/**
 * Words of a text as numbers, for an index that finds the segments in which an occurrence may stand. A word is a run of
 * letters, marks, numbers and `_` of the folded text, as the matching rule bounds whole words. Where a script has no
 * spaces between words, each character and each two neighbours stand for words. Two kinds of key more, as the commonest
 * words are in nearly every segment and signs are no words: short words side by side, and signs that touch no word.
 */
export function wordKeys(text: string, words: WordTaker | null = null): number[] {
  return keysOf(foldQuickly(text), { isPattern: false, isFree: false, isInterchangeable: false, words });
}

/** Is told the words of texts, but for those of scripts without spaces and those of more than 64 UTF-16 units. */
export interface WordTaker {
  /** Two words may have the same key where it is below 0. */
  take(folded: string, start: number, end: number, key: number): void;
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
  const folded = foldName(text);
  const reading = {
    isPattern: true,
    isFree: needsNoBoundary(folded),
    isInterchangeable: INTERCHANGEABLE.test(folded),
    words: null,
  };

  return { keys: keysOf(folded, reading), isExact: isOneKey(folded) };
}

/** What the index can say of a text that is looked for anywhere, within words too. */
export interface PartQuery {
  /** Every segment with an occurrence has all of them. */
  readonly keys: readonly number[];
  /** Every segment with an occurrence has, for each of them, a word of which it is a part. */
  readonly parts: readonly WordPart[];
}
export interface WordPart {
  readonly text: string;
  /** Where in the word it stands. */
  readonly place: 'start' | 'end' | 'anywhere';
}

/** In any case, by the matching rule. Neither keys nor parts: the index says nothing. */
export function partQuery(text: string): PartQuery {
  const folded = foldName(text);
  const keys = new KeySet();
  const parts: WordPart[] = [];
  // A mark belongs to the character before it, and nobody knows which that is.
  if (beginsWithMark(folded)) return { keys: [], parts };
  const isInterchangeable = INTERCHANGEABLE.test(folded);
  eachRun(folded, (run) => {
    const word = folded.slice(run.start, run.end);
    const isFirst = run.start === 0;
    const isLast = run.end === folded.length;
    if (run.isSpaceless) addCharacters(keys, folded, run, isOneCharacter(word));
    else if (isFirst || isLast) parts.push({ text: word, place: isFirst ? (isLast ? 'anywhere' : 'end') : 'start' });
    else if (!(isInterchangeable && word === 'and')) addWord(keys, folded, run);
  });

  return { keys: keys.takeAll(), parts };
}

/** A segment that has the word, whatever stands around it, has one of them. */
export function keysOfWord(word: string): number[] {
  const number = word.length > LETTERS_IN_A_NUMBER ? 0 : numberOf(word, 0, word.length);
  const hash = hashOf(word, 0, word.length, SECOND_SEED);

  return number > 0 ? [number, hash] : [hash];
}

/** The rule takes " & " and " and " for the same. */
const INTERCHANGEABLE = / (?:and|&) /;
const isOneCharacter = (text: string): boolean => String.fromCodePoint(text.codePointAt(0)!).length === text.length;

/** Whether one key stands for just this text: a word, two short ones, up to three signs. */
const isOneKey = (folded: string): boolean =>
  SHORT_NEIGHBOURS.test(folded) ||
  FEW_SIGNS.test(folded) ||
  isOneWord(folded) ||
  (folded.length === 1 && !isWordCharacter(folded));

const SHORT_NEIGHBOURS = /^[a-z]{1,3}[ '][a-z]{1,3}$/;
const FEW_SIGNS = /^[ -/:-@[-^{-~]{2,3}$/;
const LETTERS_IN_A_NUMBER = 6;
/** Words of up to three letters are less. */
const SHORT = 27 ** 3;
/** Two short words, by what stands between them. */
const NEIGHBOURS: Readonly<Record<string, number>> = { ' ': SHORT ** 2, "'": 2 * SHORT ** 2 };
const SIGNS = 3 * SHORT ** 2;
/** Words of more UTF-16 units are in no list: whatever is looked for may be a part of them. */
const LONGEST_WORD = 64;
/** Of a segment with such a word. */
export const LONG_WORD = 0x7fff_ffff;

interface Reading {
  /** It is looked for. */
  isPattern: boolean;
  /** It needs no boundaries. */
  isFree: boolean;
  /** In it "and" and "&" are the same. */
  isInterchangeable: boolean;
  /** Null: nobody wants the words. */
  words: WordTaker | null;
}

/** Of the text at hand: nothing here waits. */
const KEYS = new KeySet();

function keysOf(folded: string, { isPattern, isFree, isInterchangeable, words }: Reading): number[] {
  const keys = KEYS;
  let before = 0;
  let end = 0;
  const addGap = (to: number) => {
    if (!isFree) addSigns(keys, folded, end, to, isInterchangeable);
  };
  eachRun(folded, (run) => {
    addGap(run.start);
    // Where no boundary is needed, the text may go on beside a run that is not of such a script.
    const isOpen = !run.isSpaceless && (isFree || (isInterchangeable && folded.slice(run.start, run.end) === 'and'));
    let key = 0;
    if (run.isSpaceless)
      addCharacters(keys, folded, run, !isPattern || isOneCharacter(folded.slice(run.start, run.end)));
    else if (!isOpen) {
      key = addWord(keys, folded, run);
      if (run.end - run.start <= LONGEST_WORD) words?.take(folded, run.start, run.end, key);
      else if (!isPattern) keys.add(LONG_WORD);
    }
    const isShort = key > 0 && key < SHORT;
    const base = isShort && before > 0 && run.start === end + 1 ? NEIGHBOURS[folded[end] ?? ''] : undefined;
    if (base !== undefined) keys.add(base + before * SHORT + key);
    before = isShort ? key : 0;
    end = run.end;
  });
  addGap(folded.length);

  return keys.takeAll();
}

/** Up to three signs of the gap between two runs that touch neither; "&" only where it does not stand for "and". */
function addSigns(keys: KeySet, folded: string, from: number, to: number, isInterchangeable: boolean): void {
  const last = to === folded.length ? to : to - 1;
  for (let start = from === 0 ? 0 : from + 1; start < last; start += 1)
    for (let end = start + 1; end <= last && end <= start + MOST_SIGNS; end += 1) {
      if (isInterchangeable && folded.charCodeAt(end - 1) === AMPERSAND) break;
      const key = signsKey(folded, start, end);
      if (key > 0) keys.add(key);
    }
}

const MOST_SIGNS = 3;
const SEVERAL_SIGNS = SIGNS + 0x1_0000;
const SPACE = 0x20;
const AMPERSAND = 0x26;

/** Of one UTF-16 unit, or of a few printable ones of ASCII, without space around them; 0: it has none. */
function signsKey(folded: string, start: number, end: number): number {
  const first = folded.charCodeAt(start);
  if (first === SPACE || folded.charCodeAt(end - 1) === SPACE) return 0;
  if (end === start + 1) return SIGNS + first;
  let key = 0;
  for (let index = start; index < start + MOST_SIGNS; index += 1) {
    const sign = index < end ? folded.charCodeAt(index) : 0;
    if (index < end && (sign < SPACE || sign > 0x7e)) return 0;
    key = key * 0x80 + sign;
  }

  return SEVERAL_SIGNS + key;
}

/** Of a script without spaces: each two neighbours, and each character `alone`. */
function addCharacters(keys: KeySet, folded: string, { start, end }: Run, alone: boolean): void {
  let before = '';
  for (const character of folded.slice(start, end)) {
    if (alone) keys.add(hashOf(character, 0, character.length, FIRST_SEED));
    if (before !== '') keys.add(hashOf(before + character, 0, before.length + character.length, FIRST_SEED));
    before = character;
  }
}

/**
 * Short words of a to z that stand alone are numbers to the base of 27, above 0. All others have two hashes, below 0:
 * that both are those of other words in the same segment does not happen. Returns the number or the second hash.
 */
function addWord(keys: KeySet, folded: string, { start, end, isTouched }: Run): number {
  const number = isTouched || end - start > LETTERS_IN_A_NUMBER ? 0 : numberOf(folded, start, end);
  if (number > 0) {
    keys.add(number);
    return number;
  }
  // A run that touches another one is no whole word.
  keys.add(hashOf(folded, start, end, isTouched ? TOUCHED_SEED : FIRST_SEED));
  const hash = hashOf(folded, start, end, SECOND_SEED);
  keys.add(hash);

  return hash;
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
