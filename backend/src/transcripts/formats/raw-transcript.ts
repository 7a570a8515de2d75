/** A known time inside the text of a cue: `ms` is the time at character `offset`. */
export interface Stamp {
  readonly offset: number;
  readonly ms: number;
}

/** One entry of a file as it was written: times may be null, backwards or negative, the text may be empty. */
export interface RawCue {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly speaker: string | null;
  readonly text: string;
  readonly stamps: readonly Stamp[];
}

/**
 * What a reader makes of a file, before repair.
 * `cues` layout: each entry has its own time, so entries that are out of order may be sorted.
 * `turns` layout: the text is the order; a time is only a mark in it and never moves a turn.
 * `segments` layout: each entry is a segment already, with nothing to mend.
 */
export interface RawTranscript {
  readonly format: string;
  readonly layout: 'cues' | 'turns' | 'segments';
  readonly cues: readonly RawCue[];
  /** Whether a cue that names nobody is the previous speaker's: publishers of captions name the speaker on change only. */
  readonly carriesSpeakers: boolean;
  readonly title: string | null;
  readonly publishedAt: string | null;
  readonly warnings: readonly string[];
}

/** The file is not a transcript, or of no format that is known here. The message is a sentence that says what was seen. */
export class TranscriptFormatUnknown extends Error {
  override readonly name = 'TranscriptFormatUnknown';
}

/** A cue without times inside its text. */
export function cue(startMs: number | null, endMs: number | null, speaker: string | null, text: string): RawCue {
  return { startMs, endMs, speaker, text, stamps: [] };
}

/** A raw transcript of timed entries with neither title nor date. */
export function timedCues(format: string, cues: readonly RawCue[], warnings: readonly string[] = []): RawTranscript {
  return { format, layout: 'cues', cues, carriesSpeakers: false, title: null, publishedAt: null, warnings };
}

/** "1 cue", "2 cues": for warnings. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
