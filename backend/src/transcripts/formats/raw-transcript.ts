/** A known time inside the text of a cue, at character `offset`. */
export interface Stamp {
  readonly offset: number;
  readonly ms: number;
}

/** One entry of a file as written: times may be missing, out of order or negative, and the text may be empty. */
export interface RawCue {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly speaker: string | null;
  readonly text: string;
  readonly stamps: readonly Stamp[];
}

/**
 * A file as read, before repair.
 * `cues` layout: each entry has its own time, so entries may be sorted.
 * `turns` layout: the order of the text counts; a time never moves a turn.
 * `segments` layout: entries are segments already and need no repair.
 */
export interface RawTranscript {
  readonly format: string;
  readonly layout: 'cues' | 'turns' | 'segments';
  readonly cues: readonly RawCue[];
  /** A cue without a name belongs to the previous speaker: many captions name the speaker only on a change. */
  readonly carriesSpeakers: boolean;
  readonly title: string | null;
  readonly publishedAt: string | null;
  readonly warnings: readonly string[];
}

/** The file is not a transcript, or not in a known format. The message is a sentence that says what the file looks like. */
export class TranscriptFormatUnknown extends Error {
  override readonly name = 'TranscriptFormatUnknown';
}

/** Beyond these, no recording of speech is meant: all of them together still read within seconds. */
const MAX_LINES = 500_000;
export const MAX_ELEMENTS = 500_000;
export const MAX_SEGMENTS = 50_000;
export const MAX_CHARACTERS = 5_000_000;

/** Throws TranscriptFormatUnknown, before any work, when there are too many. */
export function linesOf(text: string): string[] {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
    if (++count > MAX_LINES) throw new TranscriptFormatUnknown('The file has more than 500,000 lines. Split it.');

  return text.split('\n');
}

export function cue(startMs: number | null, endMs: number | null, speaker: string | null, text: string): RawCue {
  return { startMs, endMs, speaker, text, stamps: [] };
}

export function timedCues(format: string, cues: readonly RawCue[], warnings: readonly string[] = []): RawTranscript {
  return { format, layout: 'cues', cues, carriesSpeakers: false, title: null, publishedAt: null, warnings };
}

/** "1 cue", "2 cues". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
