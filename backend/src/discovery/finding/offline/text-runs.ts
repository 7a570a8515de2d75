import type { FinderSegment } from '../found-name.ts';

/** A word of a running text. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it begins a sentence, so that its capital says nothing. */
  readonly isInitial: boolean;
  /** Whether only a space separates it from the word before. */
  readonly isJoined: boolean;
}

const LONGEST_TURN = 4000;

/** What one speaker says without interruption, or a part of it; cues of a few words make no sentences by themselves. */
export function turnsOf(segments: readonly FinderSegment[]): string[] {
  const turns: { speaker: string | null; texts: string[]; size: number }[] = [];
  for (const { speaker, text } of segments)
    for (const part of piecesOf(text, LONGEST_TURN)) {
      const last = turns.at(-1);
      if (last && last.speaker === speaker && last.size < LONGEST_TURN) {
        last.texts.push(part);
        last.size += part.length;
      } else turns.push({ speaker, texts: [part], size: part.length });
    }

  return turns.map(({ texts }) => texts.join(' '));
}

/** The text in pieces of at most `longest` characters that end with sentences, as far as there are any. */
export function piecesOf(text: string, longest: number): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > longest) {
    const within = text.slice(from, from + longest);
    const sentence = Math.max(...['. ', '? ', '! '].map((end) => within.lastIndexOf(end)));
    const cut = sentence > 0 ? sentence + 2 : within.lastIndexOf(' ') + 1;
    pieces.push(within.slice(0, cut > 0 ? cut : longest));
    from += cut > 0 ? cut : longest;
  }

  return [...pieces, text.slice(from)];
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’.&-](?=[\p{L}\p{N}])|[+#](?![\p{L}\p{N}]))*/gu;
const SENTENCE_END = /(?:^|[.?!:;…—–>«»"“”(\]\n*]|--)['"“”‘’«»([\s-]*$/u;

/** More than this between two words says nothing more. */
const LONGEST_GAP = 20;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let before = 0;
  for (const match of text.matchAll(WORD)) {
    const gap = text.slice(Math.max(before, match.index - LONGEST_GAP), match.index);
    words.push({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      isInitial: (before === 0 || gap !== ' ') && SENTENCE_END.test(gap),
      isJoined: gap === ' ',
    });
    before = match.index + match[0].length;
  }

  return words;
}

const ENOUGH_WORDS = 3000;

/** Whether the transcript is written without capitals, so that none can be expected of names. */
export function isLowerCase(turns: readonly string[]): boolean {
  let words = 0;
  let capitals = 0;
  for (const turn of turns)
    for (const { text, isInitial } of wordsOf(turn)) {
      if (isInitial || !/\p{L}{2}/u.test(text)) continue;
      words++;
      if (/\p{Lu}/u.test(text)) capitals++;
      if (words === ENOUGH_WORDS) return isMostlyLower(words, capitals);
    }

  return isMostlyLower(words, capitals);
}

const isMostlyLower = (words: number, capitals: number): boolean => words > 50 && capitals / words < 0.004;

/** Words that no English speech does without, and that other languages written alike do not have. */
const ENGLISH = /^(?:the|and|of|that|is|you|it|this|was|with|we|have)$/iu;

/** Whether it is in English, as far as its first words tell. Short texts are taken for it. */
export function isEnglish(turns: readonly string[]): boolean {
  let words = 0;
  let english = 0;
  for (const turn of turns)
    for (const { text } of wordsOf(turn)) {
      words++;
      if (ENGLISH.test(text)) english++;
      if (words === ENOUGH_WORDS) return isMostlyEnglish(words, english);
    }

  return isMostlyEnglish(words, english);
}

const isMostlyEnglish = (words: number, english: number): boolean => words < 50 || english / words > 0.05;
