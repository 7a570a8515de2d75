import { foldQuickly } from '@earmark/contracts/mentions';
import { grouped } from '../kit/grouped.ts';
import { eachPlacedWord } from '../passages/passage-words.ts';
import type { QuestionParts } from './question.ts';
import { joined, sentencesOf, wordsOfSentence, type Sentence, type WindowSegment } from './passage-sentences.ts';

/** Something wanted, as it is looked for in a text. */
export interface SoughtWord {
  /** Folded words; for a name of several words, each name as words in a row. */
  readonly forms: ReadonlySet<string>;
  readonly phrases: readonly (readonly string[])[];
  /** Names of speakers. */
  readonly speakers: ReadonlySet<string>;
  /** Its share of all that is wanted. */
  readonly share: number;
  readonly isName: boolean;
  /** Its place in the question; words beside each other belong together. */
  readonly place: number;
}

export interface RankedPassage {
  readonly sentence: Sentence;
  /** What the next speaker says, when the sentence asks. */
  readonly reply: Sentence | null;
  /** Order among passages. */
  readonly score: number;
  /** 0 to 1: how much of the question stands in it or beside it. */
  readonly coverage: number;
  /** Each name of the question stands in or near it. */
  readonly hasNames: boolean;
}

const BESIDE = 0.8;
const NEAR = 0.45;
const BY_TITLE = 0.6;
const OWN_SHARE = 0.3;
const REPLY_WORDS = 45;
const FEWEST_REPLY_WORDS = 10;
const FEW_WORDS = 5;
const LONGEST_PAIR = 45;
/** What is shorter is quoted with what follows. */
const SHORT_WORDS = 18;
const SAME_QUESTION = 0.1;
const NUMBER =
  /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|billion|dozen)\b/i;

/** The sentences of a window, best first. `titled`: what the title of the episode or podcast says, by index. */
export function rankSentences(
  segments: readonly WindowSegment[],
  sought: readonly SoughtWord[],
  titled: readonly boolean[],
  { wantsNumber, interrogative }: Pick<QuestionParts, 'wantsNumber' | 'interrogative'>,
): RankedPassage[] {
  const sentences = sentencesOf(segments);
  const finder = finderOf(sought);
  const read = sentences.map((sentence) => presenceIn(sentence, sought, finder));

  return sentences
    .flatMap((_, index) =>
      [index, ...(isShortPair(sentences, read, index) ? [index + 1] : [])].map((to) => [index, to] as const),
    )
    .map(([index, to]): RankedPassage => {
      const sentence = joined(sentences.slice(index, to + 1));
      const text = wordsOfSentence(sentence);
      const reply = /\?["”’)]*$/.test(text) ? replyTo(sentences, to) : null;
      const last = reply === null ? to : sentences.findIndex((one) => one.segments.at(-1) === reply.segments.at(-1));
      const found = sought.map((_, at) => foundAt(read, index, last, at) || (titled[at] ? BY_TITLE : 0));
      const coverage = sum(sought.map(({ share }, at) => share * found[at]!));
      const inside = sum(sought.map(({ share }, at) => (found[at] === 1 ? share : 0)));
      const words = read[index]!.words + (to > index ? read[to]!.words : 0);
      const asks = text.trimEnd().endsWith('?');
      const together = Math.min(0.15, 0.05 * Math.max(read[index]!.pairs, read[to]!.pairs));
      const number = wantsNumber && NUMBER.test(reply === null ? text : wordsOfSentence(reply)) ? 0.05 : 0;
      const shape =
        (asks && reply === null ? 0.8 : 1) * (to > index ? 0.97 : 1) * (words < FEW_WORDS && reply === null ? 0.85 : 1);

      const sameQuestion = reply !== null && interrogative !== null && text.toLowerCase().includes(interrogative);

      return {
        sentence:
          reply === null ? joined(sentences.slice(index, endOfThought(sentences, read, index, to) + 1)) : sentence,
        reply,
        coverage,
        hasNames: sought.every(({ isName }, at) => !isName || found[at]! > 0),
        score:
          ((1 - OWN_SHARE) * coverage + OWN_SHARE * inside + together + number) * shape +
          (sameQuestion ? SAME_QUESTION : 0),
      };
    })
    .sort((a, b) => b.score - a.score);
}

/** Two sentences of one speaker, when each has a part of what is sought. */
function isShortPair(sentences: readonly Sentence[], read: readonly Presence[], index: number): boolean {
  const [one, next] = [sentences[index]!, sentences[index + 1]];
  if (next === undefined) return false;
  const isOneTurn =
    next.segments[0]!.speaker === one.segments[0]!.speaker && next.segments[0]!.place - one.segments.at(-1)!.place <= 1;
  const adds = read[index]!.has.some((has, at) => has && !read[index + 1]!.has[at]) || read[index]!.words < FEW_WORDS;

  return isOneTurn && adds && read[index]!.words + read[index + 1]!.words <= LONGEST_PAIR;
}

/** The last sentence that still belongs to a short one: the same speaker goes on. */
function endOfThought(sentences: readonly Sentence[], read: readonly Presence[], from: number, to: number): number {
  let words = sum(read.slice(from, to + 1).map((one) => one.words));
  let end = to;
  for (let next = to + 1; next < sentences.length && words < SHORT_WORDS; next += 1) {
    const isOneTurn =
      sentences[next]!.segments[0]!.speaker === sentences[from]!.segments[0]!.speaker &&
      sentences[next]!.segments[0]!.place - sentences[next - 1]!.segments.at(-1)!.place <= 1;
    if (!isOneTurn || words + read[next]!.words > LONGEST_PAIR) break;
    words += read[next]!.words;
    end = next;
  }

  return end;
}

/** How much something counts for the sentences from `from` to `to`: 1 in them, less the farther away; 0: it is not there. */
function foundAt(read: readonly Presence[], from: number, to: number, at: number): number {
  if (read.slice(from, to + 1).some(({ has }) => has[at])) return 1;
  if (read[from - 1]?.has[at] || read[to + 1]?.has[at]) return BESIDE;

  return read.some(({ has }) => has[at]) ? NEAR : 0;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The beginning of what is said next, by somebody else where the speakers are known. */
function replyTo(sentences: readonly Sentence[], index: number): Sentence | null {
  const asker = sentences[index]!.segments.at(-1)!.speaker;
  const next = sentences[index + 1];
  if (next === undefined) return null;
  const speaker = next.segments[0]!.speaker;
  if (speaker === asker && sentences.some((one) => one.segments[0]!.speaker !== asker)) return null;
  const reply: Sentence[] = [];
  let words = 0;
  for (const one of sentences.slice(index + 1)) {
    const count = wordsOfSentence(one).split(/\s+/).length;
    if (one.segments[0]!.speaker !== speaker || (reply.length > 0 && words + count > REPLY_WORDS)) break;
    reply.push(one);
    words += count;
    if (words >= FEWEST_REPLY_WORDS * 2) break;
  }

  return joined(reply);
}

function wordsIn(sentence: Sentence): string[] {
  const words: string[] = [];
  eachPlacedWord(foldQuickly(wordsOfSentence(sentence)), (word) => void words.push(word));

  return words;
}

interface Presence {
  /** By index of what is sought. */
  readonly has: readonly boolean[];
  readonly words: number;
  /** How many words beside each other in the question are so here. */
  readonly pairs: number;
}

/** What is sought, by its words, and by the first words of its phrases. */
interface Finder {
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  readonly byFirst: ReadonlyMap<string, readonly { readonly index: number; readonly phrase: readonly string[] }[]>;
}

function finderOf(sought: readonly SoughtWord[]): Finder {
  const words = sought.flatMap(({ forms }, index) => [...forms].map((form) => ({ form, index })));
  const phrases = sought.flatMap((one, index) => one.phrases.map((phrase) => ({ index, phrase })));

  return {
    byWord: new Map(
      [...grouped(words, ({ form }) => form)].map(([form, own]) => [form, own.map(({ index }) => index)]),
    ),
    byFirst: grouped(phrases, ({ phrase }) => phrase[0] ?? ''),
  };
}

function presenceIn(sentence: Sentence, sought: readonly SoughtWord[], { byWord, byFirst }: Finder): Presence {
  const words = wordsIn(sentence);
  const places = sought.map((): number[] => []);
  for (const [at, word] of words.entries()) {
    for (const index of byWord.get(word) ?? []) places[index]!.push(at);
    for (const { index, phrase } of byFirst.get(word) ?? [])
      if (phrase.every((one, step) => words[at + step] === one)) places[index]!.push(at);
  }
  const speaker = sentence.segments[0]?.speaker ?? '';
  let pairs = 0;
  for (let one = 1; one < sought.length; one += 1) {
    if (Math.abs(sought[one]!.place - sought[one - 1]!.place) > 3) continue;
    if (places[one]!.some((a) => places[one - 1]!.some((b) => a !== b && Math.abs(a - b) <= 3))) pairs += 1;
  }

  return {
    has: places.map((own, at) => own.length > 0 || sought[at]!.speakers.has(speaker)),
    words: words.length,
    pairs,
  };
}

/** Whether two sentences say the same, as in an episode that was published twice. */
export function saySame(one: Sentence, other: Sentence): boolean {
  const [a, b] = [one, other].map((sentence) => new Set(wordsIn(sentence)));
  const both = [...a!].filter((word) => b!.has(word)).length;

  return both >= 0.8 * Math.max(a!.size, b!.size);
}
