import { foldName, foldQuickly } from '@earmark/contracts/mentions';
import { beginsWithMark, eachRun, isWordCharacter, needsNoBoundary, type Run } from './word-runs.ts';

/**
 * The words of a segment with their places, as a tsvector holds them: for an index that finds the segments in which an
 * occurrence may stand. A word is a run of letters, marks, numbers and `_` of the folded text, as the matching rule bounds whole
 * words. Places say what stands between two words: one more after a space, two after an apostrophe, three after anything
 * else. Where a script has no spaces between words, each character and each two neighbours stand for words, and so does
 * punctuation that touches no word: without places.
 */
export type Words = ReadonlyMap<string, readonly number[]>;

/** Words of more UTF-16 units are not indexed: whatever is looked for may be a part of them. */
const LONGEST_WORD = 64;
/** Of a segment with such a word. */
export const LONG_WORD = ' ';
/** A tsvector has room for less than 1 MiB of words, for so many places of a word, and for places up to a last one. */
const MOST_CHARACTERS = 50_000;
const MOST_PLACES = 255;
const LAST_PLACE = 16_383;
/** The only word of a segment for which that is too little: whatever is looked for may stand there. */
export const OVERFULL = '  ';
/** Begins a word that touches one of a script without spaces: it is no whole word, but may hold a part. */
const TOUCHED = ' ';
const NO_PLACES: readonly number[] = [];

/** Is given the words of texts, but for those of scripts without spaces and those of more than 64 UTF-16 units. */
export interface WordTaker {
  take(word: string): void;
}

export function wordsOf(text: string, taker: WordTaker | null = null): Words {
  const folded = foldQuickly(text);
  const words = new Map<string, number[]>();
  let isOverfull = folded.length > MOST_CHARACTERS;
  const add = (word: string) => {
    if (!words.has(word)) words.set(word, []);
  };
  let place = 0;
  let end = 0;
  eachRun(folded, (run) => {
    if (!isOverfull) eachSign(folded, end, run.start, add);
    place += stepOver(folded, end, run.start);
    end = run.end;
    if (run.isSpaceless) {
      if (!isOverfull) eachCharacter(folded, run, true, add);
      return;
    }
    if (run.end - run.start > LONGEST_WORD) return add(LONG_WORD);
    const word = folded.slice(run.start, run.end);
    const places = words.get(word);
    // Once a segment: half of all words are there already.
    if (!places?.length) taker?.take(word);
    if (run.isTouched) return add(TOUCHED + word);
    if (places) places.push(place);
    else words.set(word, [place]);
    isOverfull ||= place > LAST_PLACE || places?.length === MOST_PLACES + 1;
  });
  if (isOverfull) return new Map([[OVERFULL, NO_PLACES]]);
  eachSign(folded, end, folded.length, add);

  return words;
}

/** As Postgres reads a tsvector. */
export const tsvector = (words: Words): string =>
  Array.from(words, ([word, places]) =>
    places.length === 0 ? quoted(word) : `${quoted(word)}:${places.join(',')}`,
  ).join(' ');

/** Words with the steps from the one before. */
export type Phrase = readonly { readonly word: string; readonly step: number }[];
/** What the index can say of a text that is looked for. */
export interface WordQuery {
  /** Every segment with an occurrence has them all; empty: the index says nothing. */
  readonly phrases: readonly Phrase[];
  /** Whether every segment with all of them has an occurrence. */
  readonly isExact: boolean;
}

/** For a text that is looked for as whole words in any case, by the matching rule. */
export function wordQuery(text: string): WordQuery {
  const folded = foldName(text);
  const isFree = needsNoBoundary(folded);
  const isInterchangeable = INTERCHANGEABLE.test(folded);
  const phrases: Phrase[] = [];
  /** To which the next word belongs; null: another one begins. */
  let phrase: { word: string; step: number }[] | null = null;
  let end = 0;
  /** Of words one space or apostrophe apart, and nothing else; a mark alone may also be one of a script without spaces. */
  let isPhrase = !beginsWithMark(folded);
  const addSigns = (to: number) => {
    if (isFree) return;
    eachSign(folded, end, to, (signs) => {
      // "&" may stand for "and", which is a word more.
      if (isInterchangeable && signs.includes('&')) phrase = null;
      else phrases.push(alone(signs));
    });
  };
  eachRun(folded, (run) => {
    addSigns(run.start);
    const step = stepOver(folded, end, run.start);
    isPhrase &&= end === 0 ? run.start === 0 : step <= AFTER_APOSTROPHE;
    end = run.end;
    const word = folded.slice(run.start, run.end);
    const isLong = word.length > LONGEST_WORD;
    // Where no boundary is needed, the text may go on beside a run that is not of such a script.
    const isOpen = isFree || (isInterchangeable && word === 'and');
    if (run.isSpaceless || isOpen || isLong || run.isTouched) {
      phrase = null;
      isPhrase = false;
      if (run.isSpaceless) eachCharacter(folded, run, isOneCharacter(word), (one) => phrases.push(alone(one)));
      else if (!isOpen) phrases.push(alone(isLong ? LONG_WORD : TOUCHED + word));
    } else if (phrase) phrase.push({ word, step });
    else phrases.push((phrase = [{ word, step }]));
  });
  addSigns(folded.length);

  return { phrases, isExact: (isPhrase && end > 0 && end === folded.length) || isFewSigns(folded) };
}

/** What the index can say of a text that is looked for anywhere, within words too. */
export interface PartQuery extends Pick<WordQuery, 'phrases'> {
  /** Every segment with an occurrence has, for each of them, a word of which it is a part. */
  readonly parts: readonly WordPart[];
}
export interface WordPart {
  readonly text: string;
  /** Where in the word it stands. */
  readonly place: 'start' | 'end' | 'anywhere';
}

/** In any case, by the matching rule. Neither phrases nor parts: the index says nothing. */
export function partQuery(text: string): PartQuery {
  const folded = foldName(text);
  const phrases: Phrase[] = [];
  const parts: WordPart[] = [];
  // A mark belongs to the character before it, and nobody knows which that is.
  if (beginsWithMark(folded)) return { phrases, parts };
  const isInterchangeable = INTERCHANGEABLE.test(folded);
  eachRun(folded, (run) => {
    const word = folded.slice(run.start, run.end);
    const isFirst = run.start === 0;
    const isLast = run.end === folded.length;
    if (run.isSpaceless) eachCharacter(folded, run, isOneCharacter(word), (one) => phrases.push(alone(one)));
    else if (isFirst || isLast) parts.push({ text: word, place: isFirst ? (isLast ? 'anywhere' : 'end') : 'start' });
    else if (!(isInterchangeable && word === 'and'))
      phrases.push(alone(word.length > LONGEST_WORD ? LONG_WORD : (run.isTouched ? TOUCHED : '') + word));
  });

  return { phrases, parts };
}

/** A segment that has the word, whatever stands around it, has one of them. */
export const formsOfWord = (word: string): string[] => [word, TOUCHED + word];

/** As Postgres reads a tsquery: segments that have all of the phrases, and those of which nobody knows. */
export const tsquery = (phrases: readonly Phrase[]): string =>
  `${phrases.map(wordByWord).join(' & ')} | ${quoted(OVERFULL)}`;

const wordByWord = (phrase: Phrase): string =>
  `(${phrase.map(({ word, step }, index) => (index === 0 ? quoted(word) : `<${step}> ${quoted(word)}`)).join(' ')})`;

/** As Postgres reads a tsquery: segments that have any of the words. */
export const anyWord = (words: readonly string[]): string => words.map(quoted).join(' | ');

const quoted = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`;

/** The rule takes " & " and " and " for the same. */
const INTERCHANGEABLE = / (?:and|&) /;
const isOneCharacter = (text: string): boolean => String.fromCodePoint(text.codePointAt(0)!).length === text.length;

const alone = (word: string): Phrase => [{ word, step: 0 }];

const AFTER_SPACE = 1;
const AFTER_APOSTROPHE = 2;
const AFTER_OTHERS = 3;
const APOSTROPHE = 0x27;

/** From a word that ends at `from` to the one that begins at `to`. */
function stepOver(folded: string, from: number, to: number): number {
  if (from === 0) return 1;
  const between = to === from + 1 ? folded.charCodeAt(from) : 0;

  return between === SPACE ? AFTER_SPACE : between === APOSTROPHE ? AFTER_APOSTROPHE : AFTER_OTHERS;
}

/** One entry of the index stands for just this text. */
const isFewSigns = (folded: string): boolean =>
  FEW_SIGNS.test(folded) || (folded.length === 1 && !isWordCharacter(folded));

const MOST_SIGNS = 3;
const FEW_SIGNS = /^[ -/:-@[-^{-~]{2,3}$/;
const SPACE = 0x20;

/** Up to three UTF-16 units of the gap between two runs that touch neither, without space around them. */
function eachSign(folded: string, from: number, to: number, take: (signs: string) => void): void {
  const last = to === folded.length ? to : to - 1;
  for (let start = from === 0 ? 0 : from + 1; start < last; start += 1) {
    if (folded.charCodeAt(start) === SPACE) continue;
    for (let end = start + 1; end <= last && end <= start + MOST_SIGNS; end += 1)
      if (folded.charCodeAt(end - 1) !== SPACE && isWhole(folded, start, end)) take(folded.slice(start, end));
  }
}

/** Half of a character is no text. */
const isWhole = (folded: string, start: number, end: number): boolean =>
  !isSecondHalf(folded.charCodeAt(start)) && !isSecondHalf(folded.charCodeAt(end));
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** Of a script without spaces: each two neighbours, and each character when it is alone. */
function eachCharacter(folded: string, { start, end }: Run, isAlone: boolean, take: (one: string) => void): void {
  let before = '';
  for (const character of folded.slice(start, end)) {
    if (isAlone) take(character);
    if (before !== '') take(before + character);
    before = character;
  }
}
