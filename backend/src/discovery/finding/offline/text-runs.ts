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

/** What one speaker says without interruption; cues of a few words make no sentences by themselves. */
export function turnsOf(segments: readonly FinderSegment[]): string[] {
  const turns: { speaker: string | null; texts: string[]; size: number }[] = [];
  for (const { speaker, text } of segments) {
    const last = turns.at(-1);
    if (last && last.speaker === speaker && last.size < LONGEST_TURN) {
      last.texts.push(text);
      last.size += text.length;
    } else turns.push({ speaker, texts: [text], size: text.length });
  }

  return turns.map(({ texts }) => texts.join(' '));
}

const LONGEST_PIECE = 400;

/** The text in pieces that end with sentences, as far as there are any. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== '';) {
    const within = rest.slice(0, LONGEST_PIECE);
    const sentence = Math.max(...['. ', '? ', '! '].map((end) => within.lastIndexOf(end)));
    const cut = rest.length <= LONGEST_PIECE ? rest.length : sentence > 0 ? sentence + 2 : within.lastIndexOf(' ') + 1;
    pieces.push(rest.slice(0, cut > 0 ? cut : LONGEST_PIECE));
    rest = rest.slice(cut > 0 ? cut : LONGEST_PIECE);
  }

  return pieces;
}

const LONGEST_TURN = 4000;
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’.&-](?=[\p{L}\p{N}])|[+#](?![\p{L}\p{N}]))*/gu;
const SENTENCE_END = /(?:^|[.?!:;…—–>«»"“”(\]\n*]|--)['"“”‘’«»([\s-]*$/u;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let before = 0;
  for (const match of text.matchAll(WORD)) {
    const gap = text.slice(before, match.index);
    words.push({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      isInitial: before === 0 ? SENTENCE_END.test(gap) : SENTENCE_END.test(gap) && gap !== ' ',
      isJoined: gap === ' ',
    });
    before = match.index + match[0].length;
  }

  return words;
}

/** Whether the transcript is written without capitals, so that none can be expected of names. */
export function isLowerCase(turns: readonly string[]): boolean {
  let words = 0;
  let capitals = 0;
  for (const turn of turns)
    for (const { text, isInitial } of wordsOf(turn)) {
      if (isInitial || !/\p{L}{2}/u.test(text)) continue;
      words++;
      if (/\p{Lu}/u.test(text)) capitals++;
    }

  return words > 50 && capitals / words < 0.004;
}
