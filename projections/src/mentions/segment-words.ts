import { foldName, foldQuickly } from '@earmark/contracts/mentions';
import { beginsWithMark, eachRun, isWordCharacter, needsNoBoundary, type Run } from './word-runs.ts';

/**
 * The words of a segment with their positions, as in a tsvector, for an index that finds the segments in which an
 * occurrence is possible. A word is a run of letters, marks, numbers and `_` of the folded text, as the matching rule bounds whole
 * words. Positions encode what separates two words: one more after a space, two after an apostrophe, three after anything
 * else. In a script without spaces, each character and each pair of neighbours is a word, and so are
 * punctuation that touches no word and two short words with one space between them, all without positions.
 */
export type Words = ReadonlyMap<string, readonly number[]>;

/** Longer words (in UTF-16 units) are not indexed, so any query may be part of them. */
const LONGEST_WORD = 64;
/** Marks a segment with such a word. */
export const LONG_WORD = ' ';
/** Limits of a tsvector: less than 1 MiB of words, this many positions per word, and a highest position. */
const MAX_CHARACTERS = 50_000;
const MAX_PLACES = 255;
const LAST_PLACE = 16_383;
/** The only word of a segment that exceeds those limits: any query may occur there. */
export const OVERFULL = '  ';
/** Prefix of a word that touches one of a script without spaces: it is not a whole word, but may contain a part. */
const TOUCHED = ' ';
/**
 * Pairs of words up to this length are words, too: most segments have "of" and "the", and to find "of the" by positions
 * Postgres would read every one of them.
 */
const SHORT_WORD = 3;
const NO_PLACES: readonly number[] = [];

/** Receives the words of texts, except those of scripts without spaces and those over 64 UTF-16 units. */
export interface WordTaker {
  take(word: string): void;
}

export function wordsOf(text: string, taker: WordTaker | null = null): Words {
  const folded = foldQuickly(text);
  const words = new Map<string, number[]>();
  let isOverfull = folded.length > MAX_CHARACTERS;
  const add = (word: string) => {
    if (!words.has(word)) words.set(word, []);
  };
  let place = 0;
  let end = 0;
  /** The word just before, if it is short; else empty. */
  let short = '';
  eachRun(folded, (run) => {
    if (!isOverfull) eachSign(folded, end, run.start, add);
    const step = stepOver(folded, end, run.start);
    place += step;
    end = run.end;
    const before = short;
    short = '';
    if (run.isSpaceless) {
      if (!isOverfull) eachCharacter(folded, run, true, add);
      return;
    }
    if (run.end - run.start > LONGEST_WORD) return add(LONG_WORD);
    const word = folded.slice(run.start, run.end);
    if (word.length <= SHORT_WORD && !run.isTouched) {
      if (before !== '' && step === AFTER_SPACE) add(pair(before, word));
      short = word;
    }
    const places = words.get(word);
    // Once per segment: half of all words are repeats.
    if (!places?.length) taker?.take(word);
    if (run.isTouched) return add(TOUCHED + word);
    if (places) places.push(place);
    else words.set(word, [place]);
    isOverfull ||= place > LAST_PLACE || places?.length === MAX_PLACES + 1;
  });
  if (isOverfull) return new Map([[OVERFULL, NO_PLACES]]);
  eachSign(folded, end, folded.length, add);

  return words;
}

/** In the text format of a tsvector. */
export const tsvector = (words: Words): string =>
  Array.from(words, ([word, places]) =>
    places.length === 0 ? quoted(word) : `${quoted(word)}:${places.join(',')}`,
  ).join(' ');

/** Words with the step from the previous word. */
export type Phrase = readonly { readonly word: string; readonly step: number }[];
/** What the index can tell about a query. */
export interface WordQuery {
  /** Every segment with an occurrence has all of them; empty: the index cannot help. */
  readonly phrases: readonly Phrase[];
  /** Whether every segment with all of them has an occurrence. */
  readonly isExact: boolean;
}

/** For a query of whole words, ignoring case, by the matching rule. */
export function wordQuery(text: string): WordQuery {
  const folded = foldName(text);
  const isFree = needsNoBoundary(folded);
  const isInterchangeable = INTERCHANGEABLE.test(folded);
  const phrases: Phrase[] = [];
  /** The phrase that the next word continues; null: it starts a new one. */
  let phrase: { word: string; step: number }[] | null = null;
  let end = 0;
  /** True while words are one space or apostrophe apart and nothing else; a lone mark may also belong to a script without spaces. */
  let isPhrase = !beginsWithMark(folded);
  const addSigns = (to: number) => {
    if (isFree) return;
    eachSign(folded, end, to, (signs) => {
      // "&" may match "and", which is one more word.
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
    // Where no boundary is needed, the text may continue next to a run of another script.
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

/** What the index can tell about a query that may match inside words. */
export interface PartQuery extends Pick<WordQuery, 'phrases'> {
  /** For each part, every segment with an occurrence has a word that contains it. */
  readonly parts: readonly WordPart[];
}
export interface WordPart {
  readonly text: string;
  /** Where in the word it is. */
  readonly place: 'start' | 'end' | 'anywhere';
}

/** Ignores case, by the matching rule. Neither phrases nor parts: the index cannot help. */
export function partQuery(text: string): PartQuery {
  const folded = foldName(text);
  const phrases: Phrase[] = [];
  const parts: WordPart[] = [];
  // A mark belongs to the character before it, which is unknown here.
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

/** A segment with the word, whatever surrounds it, has one of these. */
export const formsOfWord = (word: string): string[] => [word, TOUCHED + word];

/** In the text format of a tsquery: segments with all of the phrases, and those that exceed the index. */
export const tsquery = (phrases: readonly Phrase[]): string =>
  `${phrases.flatMap(conditionsOf).join(' & ')} | ${quoted(OVERFULL)}`;

function conditionsOf(phrase: Phrase): string[] {
  const pairs = shortPairs(phrase).map(quoted);

  return pairs.length > 0 && phrase.length === 2 ? pairs : [...pairs, wordByWord(phrase)];
}

const wordByWord = (phrase: Phrase): string =>
  `(${phrase.map(({ word, step }, index) => (index === 0 ? quoted(word) : `<${step}> ${quoted(word)}`)).join(' ')})`;

/** The pairs of short words in it. */
export const shortPairs = (phrase: Phrase): string[] =>
  phrase.flatMap(({ word, step }, index) => {
    const before = phrase[index - 1]?.word ?? '';
    const isPair = index > 0 && step === AFTER_SPACE && before.length <= SHORT_WORD && word.length <= SHORT_WORD;

    return isPair ? [pair(before, word)] : [];
  });

const pair = (before: string, word: string): string => `${before} ${word}`;

/** In the text format of a tsquery: segments with any of the words. */
export const anyWord = (words: readonly string[]): string => words.map(quoted).join(' | ');

const quoted = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`;

/** The rule treats " & " and " and " as equal. */
const INTERCHANGEABLE = / (?:and|&) /;
const isOneCharacter = (text: string): boolean => String.fromCodePoint(text.codePointAt(0)!).length === text.length;

const alone = (word: string): Phrase => [{ word, step: 0 }];

const AFTER_SPACE = 1;
const AFTER_APOSTROPHE = 2;
const AFTER_OTHERS = 3;
const APOSTROPHE = 0x27;

/** Step from a word that ends at `from` to one that starts at `to`. */
function stepOver(folded: string, from: number, to: number): number {
  if (from === 0) return 1;
  const between = to === from + 1 ? folded.charCodeAt(from) : 0;

  return between === SPACE ? AFTER_SPACE : between === APOSTROPHE ? AFTER_APOSTROPHE : AFTER_OTHERS;
}

/** Whether one index entry represents exactly this text. */
const isFewSigns = (folded: string): boolean =>
  FEW_SIGNS.test(folded) || (folded.length === 1 && !isWordCharacter(folded));

const MAX_SIGNS = 3;
const FEW_SIGNS = /^[ -/:-@[-^{-~]{2,3}$/;
const SPACE = 0x20;

/** Up to three UTF-16 units of the gap between two runs that touch neither, without space around them. */
function eachSign(folded: string, from: number, to: number, take: (signs: string) => void): void {
  const last = to === folded.length ? to : to - 1;
  for (let start = from === 0 ? 0 : from + 1; start < last; start += 1) {
    if (folded.charCodeAt(start) === SPACE) continue;
    for (let end = start + 1; end <= last && end <= start + MAX_SIGNS; end += 1)
      if (folded.charCodeAt(end - 1) !== SPACE && isWhole(folded, start, end)) take(folded.slice(start, end));
  }
}

/** False when the range would cut a surrogate pair. */
const isWhole = (folded: string, start: number, end: number): boolean =>
  !isSecondHalf(folded.charCodeAt(start)) && !isSecondHalf(folded.charCodeAt(end));
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** In a script without spaces: each pair of neighbours, and a character that is alone. */
function eachCharacter(folded: string, { start, end }: Run, isAlone: boolean, take: (one: string) => void): void {
  let before = '';
  for (const character of folded.slice(start, end)) {
    if (isAlone) take(character);
    if (before !== '') take(before + character);
    before = character;
  }
}
