import { UNKNOWN_TYPE } from '../found-name.ts';
import { isEverydayWord } from './everyday-words.ts';
import type { RawName } from './raw-name.ts';
import { wordsOf, type Word } from './text-runs.ts';

const MOST_WORDS = 4;
const LEAST_TIMES = 2;
/** Words within names: "Bank of America", "Aaron van Wirdum". */
const WITHIN = /^(?:of|de|del|della|van|von|der|den|la|di|da)$/u;

interface Seen {
  readonly name: string;
  times: number;
  withinSentence: number;
}

/**
 * Sequences of one to four capitalised words that occur twice or more, of which one at least is not the beginning of a
 * sentence. A word that stands there in lower case more often is none.
 */
export function capitalSequences(turns: readonly string[]): RawName[] {
  const seen = new Map<string, Seen>();
  const lower = new Map<string, number>();
  for (const turn of turns) {
    const words = wordsOf(turn);
    for (const { text } of words) if (/^\p{Ll}/u.test(text)) lower.set(text, (lower.get(text) ?? 0) + 1);
    for (const run of runsOf(words)) {
      const name = run.map(({ text }) => text).join(' ');
      const known = seen.get(name) ?? { name, times: 0, withinSentence: 0 };
      known.times++;
      if (!run[0]!.isInitial) known.withinSentence++;
      seen.set(name, known);
    }
  }

  return [...seen.values()].flatMap(({ name, times, withinSentence }) => {
    const isOneWord = !name.includes(' ');
    if (times < LEAST_TIMES || withinSentence === 0) return [];
    if (isOneWord && (lower.get(name.toLowerCase()) ?? 0) > withinSentence) return [];
    return [{ name, type: UNKNOWN_TYPE, base: 0.45, url: null, source: 'sequences' as const }];
  });
}

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
    const bare = withoutPossessive(word);
    if (isCapital(word.text)) run.push(bare);
    else if (WITHIN.test(word.text) && run.length > 0) run.push(word);
    else close();
    // "Harvard's Adam" is two.
    if (bare !== word) close();
  }
  close();

  return runs;
}

/** Without everyday words at its edges, and without a lower-case word at its end. */
function trimmed(run: readonly Word[]): Word[] {
  const isEdge = ({ text }: Word) => isEverydayWord(text) || WITHIN.test(text) || /^[\p{N}.]+$/u.test(text);
  const from = run.findIndex((word) => !isEdge(word));
  const to = run.findLastIndex((word) => !(isEverydayWord(word.text) || WITHIN.test(word.text)));

  return from === -1 ? [] : run.slice(from, to + 1);
}

/** "Earmark", "NASA", "iPhone", and a number within a name: "Windows 11". */
const isCapital = (text: string): boolean => /^\p{Lu}|^\p{Ll}+\p{Lu}|^\p{N}/u.test(text) && text.length > 1;

function withoutPossessive(word: Word): Word {
  const text = word.text.replace(/['’]s$/u, '');

  return text === word.text ? word : { ...word, text };
}
