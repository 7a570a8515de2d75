/** A segment of a window. */
export interface WindowSegment {
  readonly segmentId: string;
  readonly place: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly speaker: string;
  readonly text: string;
}

/** What one speaker says without a break: one sentence, or a part of a long one. */
export interface Sentence {
  /** The segments that it stands in. */
  readonly segments: readonly WindowSegment[];
  /** Their texts with a space in between. */
  readonly text: string;
  /** The sentence in `text`: UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
}

export const wordsOfSentence = ({ text, start, end }: Sentence): string => text.slice(start, end);

const LONGEST_WORDS = 50;
const END = /[.!?…]+["”’»)\]]*(?=\s|$)|[。！？]+[」』”]*/gu;
/** After which a point ends no sentence. */
const ABBREVIATION = /(^|\s)(\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|No|Inc|Ltd|Jr|Sr)\.$/u;

/** The sentences of segments in a row, in order. A sentence ends where the speaker changes. */
export function sentencesOf(segments: readonly WindowSegment[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (let from = 0; from < segments.length;) {
    let to = from + 1;
    while (to < segments.length && follows(segments[to - 1]!, segments[to]!)) to += 1;
    sentences.push(...sentencesOfTurn(segments.slice(from, to)));
    from = to;
  }

  return sentences;
}

const follows = (one: WindowSegment, next: WindowSegment): boolean =>
  next.place === one.place + 1 && next.speaker === one.speaker;

function sentencesOfTurn(segments: readonly WindowSegment[]): Sentence[] {
  const starts: number[] = [];
  let text = '';
  for (const segment of segments) {
    if (text !== '') text += ' ';
    starts.push(text.length);
    text += segment.text;
  }

  return rangesOf(text, starts).flatMap(([start, end]): Sentence[] => {
    const first = starts.findLastIndex((one) => one <= start);
    const last = starts.findLastIndex((one) => one < end);
    const own = segments.slice(first, last + 1);
    if (own.length === 0) return [];
    const from = starts[first]!;

    return [{ segments: own, text: own.map((one) => one.text).join(' '), start: start - from, end: end - from }];
  });
}

function rangesOf(text: string, starts: readonly number[]): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  let from = 0;
  const add = (to: number) => {
    const [start, end] = trimmed(text, from, to);
    if (start < end) ranges.push(...pieces(text, start, end, starts));
    from = to;
  };
  for (const match of text.matchAll(END)) {
    const to = match.index + match[0].length;
    if (match[0] === '.' && ABBREVIATION.test(text.slice(Math.max(from, to - 8), to))) continue;
    add(to);
  }
  add(text.length);

  return ranges;
}

/** A sentence without an end, as machines write them, is cut where a segment begins, or after a comma. */
function pieces(text: string, start: number, end: number, starts: readonly number[]): [number, number][] {
  if (end - start <= LONGEST_WORDS * 2) return [[start, end]];
  const words = [...text.slice(start, end).matchAll(/\S+/g)];
  if (words.length <= LONGEST_WORDS) return [[start, end]];
  const cuts = new Set(starts);
  const ranges: [number, number][] = [];
  let [from, count] = [start, 0];
  for (const [index, word] of words.entries()) {
    const at = start + word.index;
    const isCut = cuts.has(at) || /[,;:–—]$/.test(words[index - 1]?.[0] ?? '');
    if (count >= LONGEST_WORDS || (count >= LONGEST_WORDS / 2 && isCut)) {
      ranges.push(trimmed(text, from, at));
      [from, count] = [at, 0];
    }
    count += 1;
  }
  ranges.push(trimmed(text, from, end));

  return ranges.filter(([a, b]) => a < b);
}

function trimmed(text: string, start: number, end: number): [number, number] {
  const own = text.slice(start, end);
  const lead = own.length - own.trimStart().length;

  return [start + lead, start + lead + own.trim().length];
}

/** Sentences in a row of one speaker as one. */
export function joined(sentences: readonly Sentence[]): Sentence {
  const [first] = sentences;
  const last = sentences.at(-1)!;
  if (sentences.length === 1) return first!;
  const known = new Set(first!.segments.map(({ segmentId }) => segmentId));
  const segments = [...first!.segments];
  for (const sentence of sentences)
    for (const segment of sentence.segments)
      if (!known.has(segment.segmentId)) {
        known.add(segment.segmentId);
        segments.push(segment);
      }
  const text = segments.map((one) => one.text).join(' ');
  // Where the segments of the last one begin in all of them.
  const before = segments.slice(0, segments.indexOf(last.segments[0]!));
  const offset = before.reduce((sum, one) => sum + one.text.length + 1, 0);

  return { segments, text, start: first!.start, end: offset + last.end };
}

/** Whether two of one episode share some words of a segment. */
export function overlap(one: Sentence, other: Sentence): boolean {
  const ranges = rangesIn(one);

  return rangesIn(other).some(({ segmentId, from, to }) =>
    ranges.some((own) => own.segmentId === segmentId && own.from < to && from < own.to),
  );
}

/** The part of each segment, in its own offsets. */
function rangesIn({ segments, start, end }: Sentence): { segmentId: string; from: number; to: number }[] {
  let at = 0;

  return segments.map(({ segmentId, text }) => {
    const own = { segmentId, from: Math.max(0, start - at), to: Math.min(text.length, end - at) };
    at += text.length + 1;

    return own;
  });
}
