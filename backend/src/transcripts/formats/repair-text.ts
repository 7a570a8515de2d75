import { counted, type RawCue, type Stamp } from './raw-transcript.ts';
import type { TimedCue } from './repair-times.ts';

const LONGEST_MS = 30_000;
export const WIDEST_GAP_MS = 1500;
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/;
const ABBREVIATION = /^(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|[a-z])\.$/i;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** True when a file has one word per cue. In scripts without spaces, up to three characters count as a word. */
export function areWords(cues: readonly RawCue[]): boolean {
  const written = cues.filter(({ text }) => text.trim() !== '');
  const words = written.filter(({ text }) => isWord(text.trim()));
  return written.length >= 4 && words.length >= written.length * 0.9;
}

/**
 * Joins one-word cues of one speaker up to a sentence end, 30 s or a gap above 1.5 s. Words that carry their own spaces are
 * joined as they are; others get a space between them, except before punctuation and in scripts without spaces.
 */
export function joinedWords(cues: readonly RawCue[]): { cues: readonly RawCue[]; warnings: string[] } {
  if (!areWords(cues)) return { cues, warnings: [] };
  const verbatim = cues.filter(({ text }) => /^\s|\s$/.test(text)).length >= cues.length * 0.2;
  const sentences: RawCue[] = [];
  let words: RawCue[] = [];
  let previous: RawCue | null = null;
  const close = () => {
    if (words.length > 0) sentences.push(sentenceOf(words, verbatim));
    words = [];
    previous = null;
  };
  let joined = 0;
  for (const word of cues) {
    const [first] = words;
    if (first !== undefined && previous !== null && endsBefore(word, first, previous)) close();
    words.push(word);
    if (word.text.trim() === '') continue;
    previous = word;
    joined += 1;
  }
  close();
  return {
    cues: sentences,
    warnings: [`${counted(joined, 'one-word cue')} were joined into ${counted(sentences.length, 'sentence')}.`],
  };
}

function endsBefore(word: RawCue, first: RawCue, previous: RawCue): boolean {
  const text = word.text.trim();
  if (text === '' || /^[.,;:!?…。，、！？%]+$/.test(text)) return false;
  if (word.speaker !== null && previous.speaker !== null && word.speaker !== previous.speaker) return true;
  const said = previous.text.trim();
  if (SENTENCE_END.test(said) && !ABBREVIATION.test(said)) return true;
  if (word.startMs === null) return false;
  const ended = previous.endMs ?? previous.startMs;
  return (
    (ended !== null && word.startMs - ended > WIDEST_GAP_MS) ||
    (first.startMs !== null && word.startMs - first.startMs > LONGEST_MS)
  );
}

function sentenceOf(words: readonly RawCue[], verbatim: boolean): RawCue {
  const parts: string[] = [];
  let end = '';
  for (const word of words) {
    const next = verbatim ? word.text : word.text.trim();
    const isTight =
      verbatim || end === '' || /^[.,;:!?…。，、！？%)\]]/.test(next) || (UNSPACED.test(next) && UNSPACED.test(end));
    const part = isTight ? next : ` ${next}`;
    parts.push(part);
    end = part.slice(-1) || end;
  }
  const spoken = words.filter((word) => word.text.trim() !== '');
  return {
    startMs: spoken.find(({ startMs }) => startMs !== null)?.startMs ?? null,
    endMs: spoken.findLast(({ endMs }) => endMs !== null)?.endMs ?? null,
    speaker: spoken.find(({ speaker }) => speaker !== null)?.speaker ?? null,
    text: parts.join(''),
    stamps: [],
  };
}

function isWord(text: string): boolean {
  return !/\s|^[[(].*[\])]$/.test(text) && text.length <= 40 && (!UNSPACED.test(text) || text.length <= 3);
}

export const LONGEST_CHARACTERS = 10_000;
const PIECE_CHARACTERS = 1000;

/**
 * Splits cues above 10,000 characters into pieces of about 1,000 that end with a sentence, or failing that with a line or a
 * word. Times follow the stamps inside the text and are interpolated between them by its length.
 */
export function splitLong(cues: readonly TimedCue[]): { cues: TimedCue[]; warnings: string[] } {
  const warnings: string[] = [];
  const split = cues.flatMap((one) => {
    if (one.text.length <= LONGEST_CHARACTERS) return [one];
    const pieces = piecesOf(one);
    const size = one.text.length.toLocaleString('en-GB');
    warnings.push(
      `A segment of ${size} characters was split into ${counted(pieces.length, 'piece')} at sentence ends.`,
    );
    return pieces;
  });
  return { cues: split, warnings };
}

function piecesOf(one: TimedCue): TimedCue[] {
  const marks = risingMarks(one);
  const pieces: TimedCue[] = [];
  let from = 0;
  let startMs = one.startMs;
  while (from < one.text.length) {
    const to = one.text.length - from <= PIECE_CHARACTERS * 1.5 ? one.text.length : cutAfter(one.text, from);
    const endMs = timeAt(marks, to);
    const text = one.text.slice(from, to).trim();
    if (text !== '') pieces.push({ ...one, startMs, endMs, text, stamps: [] });
    from = to;
    startMs = endMs;
  }
  return pieces;
}

/** Where a piece that begins at `from` ends: at a sentence, else a line, else a word, else anywhere. */
function cutAfter(text: string, from: number): number {
  const reach = text.slice(from, from + PIECE_CHARACTERS * 1.5);
  const least = PIECE_CHARACTERS / 2;
  let sentence = -1;
  for (const end of sentenceEnds(reach)) {
    if (end >= least && (sentence === -1 || end <= PIECE_CHARACTERS)) sentence = end;
  }
  if (sentence !== -1) return from + sentence;
  const line = reach.lastIndexOf('\n', PIECE_CHARACTERS);
  const word = reach.lastIndexOf(' ', PIECE_CHARACTERS);
  const cut = Math.max(line >= least ? line : word, 0);
  if (cut > 0) return from + cut;
  // Never cut a surrogate pair in half.
  return from + (/[\ud800-\udbff]/.test(reach.charAt(PIECE_CHARACTERS - 1)) ? PIECE_CHARACTERS - 1 : PIECE_CHARACTERS);
}

/** Where sentences end inside a text, after their punctuation. */
export const sentenceEnds = (text: string): number[] =>
  [...text.matchAll(/[.!?…]["'”’)\]]?(?=\s)|[。！？]/g)].map((match) => match.index + match[0].length);

/** Joined with a space, or without in a script that has none. */
export const joinedTexts = (one: string, other: string): string =>
  UNSPACED.test(one.slice(-1)) && UNSPACED.test(other.slice(0, 1)) ? `${one}${other}` : `${one} ${other}`;

/** The known times inside a cue, without stamps that go backwards or lie outside it. */
function risingMarks(one: TimedCue): Stamp[] {
  const marks: Stamp[] = [{ offset: 0, ms: one.startMs }];
  let latest = one.startMs;
  for (const stamp of one.stamps) {
    if (stamp.ms < latest || stamp.ms > one.endMs) continue;
    marks.push(stamp);
    latest = stamp.ms;
  }
  marks.push({ offset: one.text.length, ms: one.endMs });
  return marks;
}

function timeAt(marks: readonly Stamp[], offset: number): number {
  let low = 0;
  let high = marks.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.offset ?? 0) <= offset) low = middle;
    else high = middle;
  }
  const left = marks[low] ?? { offset: 0, ms: 0 };
  const right = marks[high] ?? left;
  if (right.offset <= left.offset) return left.ms;
  return Math.round(left.ms + ((right.ms - left.ms) * (offset - left.offset)) / (right.offset - left.offset));
}
