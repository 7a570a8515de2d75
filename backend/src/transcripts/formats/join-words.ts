import { counted, type RawCue } from './raw-transcript.ts';

const LONGEST_MS = 30_000;
const WIDEST_GAP_MS = 1500;
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/;
const ABBREVIATION = /^(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|[a-z])\.$/i;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** True when a file holds one word per cue. A caption in a script without blanks counts as a word up to three characters. */
export function areWords(cues: readonly RawCue[]): boolean {
  const written = cues.filter(({ text }) => text.trim() !== '');
  const words = written.filter(({ text }) => isWord(text.trim()));
  return written.length >= 4 && words.length >= written.length * 0.9;
}

/**
 * Joins one-word cues of one speaker up to a sentence end, 30 s or a gap above 1.5 s. Words that carry their own blanks are
 * joined as they are; otherwise a blank comes between, except before punctuation and inside scripts without blanks.
 */
export function joinedWords(cues: readonly RawCue[]): { cues: readonly RawCue[]; warnings: string[] } {
  if (!areWords(cues)) return { cues, warnings: [] };
  const verbatim = cues.filter(({ text }) => /^\s|\s$/.test(text)).length >= cues.length * 0.2;
  const sentences: RawCue[] = [];
  let words: RawCue[] = [];
  const close = () => {
    if (words.length > 0) sentences.push(sentenceOf(words, verbatim));
    words = [];
  };
  let joined = 0;
  for (const word of cues) {
    const [first] = words;
    const previous = words.findLast(({ text }) => text.trim() !== '');
    if (first !== undefined && previous !== undefined && endsBefore(word, first, previous)) close();
    words.push(word);
    if (word.text.trim() !== '') joined += 1;
  }
  close();
  return {
    cues: sentences,
    warnings: [`${counted(joined, 'one-word cue')} were joined to ${counted(sentences.length, 'sentence')}.`],
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
  let text = '';
  for (const word of words) {
    const next = verbatim ? word.text : word.text.trim();
    const isTight =
      verbatim ||
      text === '' ||
      /^[.,;:!?…。，、！？%)\]]/.test(next) ||
      (UNSPACED.test(next) && UNSPACED.test(text.slice(-1)));
    text += isTight ? next : ` ${next}`;
  }
  const spoken = words.filter((word) => word.text.trim() !== '');
  return {
    startMs: spoken.find(({ startMs }) => startMs !== null)?.startMs ?? null,
    endMs: spoken.findLast(({ endMs }) => endMs !== null)?.endMs ?? null,
    speaker: spoken.find(({ speaker }) => speaker !== null)?.speaker ?? null,
    text,
    stamps: [],
  };
}

function isWord(text: string): boolean {
  return !/\s|^[[(].*[\])]$/.test(text) && text.length <= 40 && (!UNSPACED.test(text) || text.length <= 3);
}
