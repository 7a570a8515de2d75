import { UNKNOWN_TYPE } from '../found-name.ts';
import { isEnglishWord } from './english-words.ts';
import { isEverydayWord } from './everyday-words.ts';
import type { RawName } from './raw-name.ts';
import { wordsOf, type Word } from './text-runs.ts';

const MOST_WORDS = 4;
const LEAST_TIMES = 2;
/** Words within names: "Bank of America", "Aaron van Wirdum". */
const WITHIN = /^(?:of|de|del|della|van|von|der|den|la|di|da)$/u;

/** What a number counts that is no part of the name before it: "I wrote C++ 25 years ago". */
const COUNTED =
  /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|times?|percent|people|dollars|euros|pounds)$/u;

export interface Seen {
  readonly name: string;
  times: number;
  withinSentence: number;
}

/** What a transcript writes with capitals, and how often the same words stand there without. */
export interface Capitals {
  readonly sequences: readonly Seen[];
  readonly lowerCase: ReadonlyMap<string, number>;
}

export function capitalsIn(turns: readonly string[]): Capitals {
  const seen = new Map<string, Seen>();
  const lowerCase = new Map<string, number>();
  for (const turn of turns) {
    const words = wordsOf(turn);
    for (const { text } of words) if (/^\p{Ll}/u.test(text)) lowerCase.set(text, (lowerCase.get(text) ?? 0) + 1);
    for (const run of runsOf(words)) {
      const name = run.map(({ text }) => text).join(' ');
      const known = seen.get(name) ?? { name, times: 0, withinSentence: 0 };
      known.times++;
      // At the beginning of a sentence, only the second capital says something.
      if (!run[0]!.isInitial || run.length > 1) known.withinSentence++;
      seen.set(name, known);
    }
  }

  return { sequences: [...seen.values()], lowerCase };
}

/**
 * Sequences of one to four capitalised words that occur twice or more, of which one at least is not the beginning of a
 * sentence. A word that stands there in lower case more often is none.
 */
export const repeatedSequences = ({ sequences, lowerCase }: Capitals): RawName[] =>
  sequences
    .filter(({ name, times, withinSentence }) => {
      const lower = name.includes(' ') ? 0 : (lowerCase.get(name.toLowerCase()) ?? 0);
      return times >= LEAST_TIMES && withinSentence > 0 && lower <= withinSentence;
    })
    .map(({ name }) => ({ name, type: UNKNOWN_TYPE, base: 0.45, url: null, source: 'sequences' as const }));

/** Said once only: two capitalised words or more, or one that English does not know. */
export const rareSequences = ({ sequences, lowerCase }: Capitals): RawName[] =>
  sequences
    .filter(
      ({ name, withinSentence }) =>
        withinSentence > 0 &&
        (name.includes(' ') || (!isEnglishWord(name.toLowerCase()) && !lowerCase.has(name.toLowerCase()))),
    )
    .map(({ name }) => ({ name, type: UNKNOWN_TYPE, base: 0.35, url: null, source: 'rules' as const }));

/** Of the words that follow each other with a space only. */
function runsOf(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  const close = () => {
    const name = trimmed(run);
    if (name.length > 0 && name.length <= MOST_WORDS) runs.push(name);
    run = [];
  };
  for (const word of words) {
    if (!word.isJoined || (word.isInitial && run.length > 0)) close();
    const bare = bareWord(word);
    if (isCapital(word.text, run.length > 0)) run.push(bare);
    else if (WITHIN.test(word.text) && run.length > 0) run.push(word);
    else {
      if (COUNTED.test(word.text) && /^\p{N}/u.test(run.at(-1)?.text ?? '')) run.pop();
      close();
    }
    // "Harvard's Adam" is two.
    if (bare !== word) close();
  }
  close();

  return runs;
}

/** Without everyday words and dates at its edges. */
function trimmed(run: readonly Word[]): Word[] {
  const isNever = ({ text }: Word) =>
    isEverydayWord(text) || WITHIN.test(text) || /^(?:\p{N}+(?:st|nd|rd|th|s)|(?:19|20)\p{N}{2})$/u.test(text);
  const from = run.findIndex((word) => isNewWithin(word) || !(isNever(word) || /^\p{N}/u.test(word.text)));
  const to = run.findLastIndex((word) => !isNever(word));

  return from === -1 || to < from ? [] : run.slice(from, to + 1);
}

/** "New Relic", unlike "New features". */
const isNewWithin = ({ text, isInitial }: Word): boolean => text === 'New' && !isInitial;

/** "Earmark", "NASA", "iPhone", and a number or an initial within a name: "Windows 11", "John L Sullivan". */
const isCapital = (text: string, isWithin: boolean): boolean =>
  /^\p{Lu}|^\p{Ll}+\p{Lu}|^\p{N}/u.test(text) && (text.length > 1 || isWithin);

/** "Ada's" and "Ada-like" are Ada. */
function bareWord(word: Word): Word {
  const text = word.text.replace(/['’]s$|-(?:like|only|based|style|driven|first|free|specific|related)$/u, '');

  return text === word.text ? word : { ...word, text };
}
