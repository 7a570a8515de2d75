import { foldQuickly } from '@earmark/contracts/mentions';
import { wordsInText } from '../passages/passage-words.ts';
import { isPieceWithoutMeaning, JAPANESE, LANGUAGES } from './question-languages.ts';

/** A word that an answer should have. */
export interface QuestionWord {
  /** Folded. */
  readonly word: string;
  /** As it stands in the question. */
  readonly text: string;
  /** Written like a name: not at the beginning of the question, with a capital letter or a digit. */
  readonly isName: boolean;
  /** Counted in words of the question. */
  readonly place: number;
  /** How much it counts: less when only an earlier question of the thread has it. */
  readonly weight: number;
}

/** What is asked for, as far as rules can tell. */
export type Asked =
  | { readonly kind: 'passages' }
  /** "How often is X mentioned?" */
  | { readonly kind: 'count' }
  /** "Who said that …?"; with `isAboutMentions`: "Who talks about …?" */
  | { readonly kind: 'who'; readonly isAboutMentions: boolean }
  /** "Compare A and B", "A or B?": the words of both sides as in the question. */
  | { readonly kind: 'compare'; readonly sides: readonly [string, string] | null };

/** What the rules have to know about the language of a question. */
export interface QuestionLanguage {
  /** Postgres' dictionary. */
  readonly stemmer: string;
  readonly isStopWord: (word: string) => boolean;
}

/** Of questions about podcasts: they say how something is asked for, not what. In English; others: `LANGUAGES`. */
export const FRAME = new Set(
  `answer answers ask asks asked asking anybody anyone anything cite come comes discuss discussed discusses discussing discussion
  describe described describes episode episodes everybody everyone example examples explain explained explains explaining find
  get gets give given gives guest guests happen happened happens hear heard host hosts interview interviewed
  know known knows learn let like list make makes mean means mention mentioned mentioning mentions much many name named
  often one passage passages people person podcast podcasts please quote quoted quotes said say saying says show shows somebody
  someone something speak speaker speakers speaking speaks summarise summarize summary talk talked talking talks tell tells told thing
  things think thinking thinks thought time times transcript transcripts use used uses want way ways would could might also
  according different kind kinds sort happening listen listener listeners really actually ever whose
  recommend recommended recommends`.split(/\s+/),
);

const FOLLOW_UP =
  /^(and|but|so|what about|how about|why|really|und|aber|y|pero|et|mais)(?!\p{L})|\b(he|she|they|it|this|that|these|those|him|her|them|his|their|its|there)\b/iu;

export interface QuestionParts {
  readonly asked: Asked;
  readonly words: readonly QuestionWord[];
  readonly wantsNumber: boolean;
  /** How it begins, such as "how many"; null: not as questions do. */
  readonly interrogative: string | null;
}

/** The words of a text that stop words may be among. */
export const wordsAsked = (text: string): string[] => [...new Set(wordsInText(text).map(({ word }) => word))];

/** `earlier`: the questions of the thread, oldest first. */
export function readQuestion(question: string, earlier: readonly string[], language: QuestionLanguage): QuestionParts {
  const own = contentOf(question, language, 1);
  const before = earlier.at(-1);
  const followsUp = before !== undefined && (own.length < 2 || FOLLOW_UP.test(question));
  const known = new Set(own.map(({ word }) => word));
  // The last question says what a follow-up is about; the ones before it only when it was one, too.
  const inherited = followsUp
    ? readQuestion(before, earlier.slice(0, -1), language).words.filter(({ word }) => !known.has(word))
    : [];

  const rules = LANGUAGES[language.stemmer];

  return {
    asked: kindOf(question, language.stemmer),
    words: [...own, ...inherited.map((one) => ({ ...one, place: one.place - 1000, weight: one.weight * 0.6 }))],
    wantsNumber: [NUMBER, JAPANESE.number, ...(rules ? [rules.number] : [])].some((one) => one.test(question)),
    interrogative: (rules?.interrogative ?? INTERROGATIVE).exec(question)?.[1]?.toLowerCase() ?? null,
  };
}

const NUMBER = /\b(how (many|much|long|old|far|fast|often)|when|which year|what year|what time|price|cost)\b/i;
const INTERROGATIVE = /\b(how (?:many|much|long|old|often|far|hot|big|tall)|why|where|when|who|which|what)\b/i;

function contentOf(question: string, { stemmer, isStopWord }: QuestionLanguage, weight: number): QuestionWord[] {
  const words: QuestionWord[] = [];
  const seen = new Set<string>();
  let index = -1;
  for (const { word, start, end, place } of wordsInText(question)) {
    index += 1;
    const text = question.slice(start, end);
    // In German every noun begins so.
    const mayBeName = stemmer !== 'german_stem';
    const isCapital =
      mayBeName && /^(\p{Lu}|.*\d)/u.test(text) && !/[.?!]\s*$/.test(question.slice(0, start)) && index > 0;
    const isAcronym = /^\p{Lu}[\p{Lu}\d]+$/u.test(text);
    const isName = isCapital || isAcronym;
    if (seen.has(word) || (!isName && (isStopWord(word) || FRAME.has(word)))) continue;
    const [before, after] = [Array.from(question.slice(0, start)).at(-1), Array.from(question.slice(end))[0]];
    if (isPieceWithoutMeaning(word, [before ?? '', after ?? ''])) continue;
    // "I", "s" of "what's": no word of one letter says what is asked for, unless a name does.
    if (word.length === 1 && /[a-z]/.test(word) && !(isName && text !== 'I')) continue;
    seen.add(word);
    words.push({ word, text, isName, place, weight });
  }

  return words;
}

const COUNT =
  /^(how (often|many times)|count)\b|\bhow (often|many times) (is|are|was|were|do|does|did|has|have)\b|\bnumber of mentions\b/i;
const WHO = /^who\b(?!('s| is| was| are| were)\b)|^which (speakers?|guests?|hosts?|people)\b/i;
const COMPARE = /^(?:please )?(?:compare|contrast)\s+(.+?)\s+(?:and|with|to|versus|vs\.?)\s+(.+?)[?.!]*$/i;
const DIFFERENCE = /\bdifferences? between\s+(.+?)\s+and\s+(.+?)[?.!]*$/i;
const VERSUS = /^(.+?)\s+(?:vs\.?|versus)\s+(.+?)[?.!]*$/i;

const MENTIONS = /\b(mention|talk|speak|bring)/i;

function kindOf(question: string, stemmer: string): Asked {
  const text = question
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^[¿¡]\s*/, '');
  const rules = [LANGUAGES[stemmer], JAPANESE].filter((one) => one !== undefined);
  const isAny = (own: RegExp, name: 'count' | 'who' | 'mentions') =>
    own.test(text) || rules.some((one) => one[name].test(text));
  if (isAny(COUNT, 'count')) return { kind: 'count' };
  if (isAny(WHO, 'who')) return { kind: 'who', isAboutMentions: isAny(MENTIONS, 'mentions') };
  for (const pattern of [COMPARE, DIFFERENCE, VERSUS, ...rules.flatMap(({ compare }) => compare)]) {
    const sides = pattern.exec(text);
    if (sides) return { kind: 'compare', sides: [sides[1]!.trim(), sides[2]!.trim()] };
  }
  if (/^(please )?(compare|contrast)\b/i.test(text)) return { kind: 'compare', sides: null };

  return { kind: 'passages' };
}

/** Names are looked up in as many words of a question. */
const WORDS_WITH_NAMES = 40;

/** Runs of one to five words at the beginning of a question, folded, with the text as it stands in the question: names are looked up by them. */
export function runsOf(question: string): { folded: string; text: string; from: number; to: number }[] {
  const words = wordsInText(question).slice(0, WORDS_WITH_NAMES);
  const runs: { folded: string; text: string; from: number; to: number }[] = [];
  for (let from = 0; from < words.length; from += 1)
    for (let to = from; to < Math.min(words.length, from + 5); to += 1) {
      const text = question.slice(words[from]!.start, words[to]!.end);
      runs.push({ folded: foldQuickly(text).trim(), text, from: words[from]!.place, to: words[to]!.place });
    }

  return runs;
}
