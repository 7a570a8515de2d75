import type { RecordedSegment } from '@earmark/contracts/transcripts';

/** Scripts without spaces are compared character by character. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const EDGES = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su;

export interface Word {
  readonly text: string;
  /** White space before it; empty for the first one. */
  readonly gap: string;
  /** Without case and the punctuation around it. */
  readonly folded: string;
}

export function wordsOf(text: string): Word[] {
  let end = -1;

  return Array.from(text.matchAll(WORDS), ({ 0: word, index }) => {
    const gap = end < 0 ? '' : text.slice(end, index);
    end = index + word.length;
    return { text: word, gap, folded: foldedWord(word) };
  });
}

function foldedWord(word: string): string {
  const { core } = partsOf(word);

  return core === '' ? word : core.normalize('NFKC').toLowerCase().replaceAll(/[’‘ʼ]/g, "'");
}

/** A word without the punctuation around it, which may be the whole of it, and that punctuation. */
export function partsOf(word: string): { lead: string; core: string; trail: string } {
  const [, lead = '', core = '', trail = ''] = EDGES.exec(word) ?? [];

  return { lead, core, trail };
}

export const joined = (words: readonly Word[]): string =>
  words.map(({ gap, text }, index) => (index === 0 ? text : gap + text)).join('');

export const areSame = (one: readonly Word[], other: readonly Word[], by: 'text' | 'folded'): boolean =>
  one.length === other.length && one.every((word, index) => word[by] === other[index]![by]);

/** The words of segments, one after the other. */
export class WordList {
  readonly words: Word[] = [];
  /** By word, the place of its segment in `segments`. */
  readonly segmentOf: number[] = [];
  /** By segment, its first word; one more than segments. */
  readonly starts: number[] = [];

  constructor(readonly segments: readonly RecordedSegment[]) {
    for (const [index, { text }] of segments.entries()) {
      this.starts.push(this.words.length);
      for (const word of wordsOf(text)) {
        this.words.push(word);
        this.segmentOf.push(index);
      }
    }
    this.starts.push(this.words.length);
  }

  /** About when a word is spoken: its segment's time is spread evenly. */
  timeOf(word: number): number {
    const index = this.segmentOf[word]!;
    const { startMs, endMs } = this.segments[index]!;
    const from = this.starts[index]!;
    const count = this.starts[index + 1]! - from;

    return startMs + ((endMs - startMs) * (word - from + 0.5)) / count;
  }
}
