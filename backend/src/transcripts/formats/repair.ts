import { counted, TranscriptFormatUnknown, type RawCue, type RawTranscript } from './raw-transcript.ts';
import { ordered, withoutCopies, withoutEmpty, withoutLoops } from './repair-cues.ts';
import { joinedWords, splitLong } from './repair-text.ts';
import { timed, type TimedCue } from './repair-times.ts';
import { normalisedLabels } from './speaker-names.ts';

/** `startMs` and `endMs` are whole milliseconds with endMs >= startMs; text is trimmed and not empty; no speaker is null. */
export interface ParsedSegment {
  startMs: number;
  endMs: number;
  speaker: string | null;
  text: string;
}

/** `speakers` in order of first appearance; `warnings` are sentences with counts; `publishedAt` is ISO UTC. */
export interface ParsedTranscript {
  format: string;
  segments: ParsedSegment[];
  speakers: string[];
  warnings: string[];
  title: string | null;
  publishedAt: string | null;
}

/**
 * Mends what a reader found, in this order. Each rule that did anything says so in `warnings`, with counts.
 *
 * | what is wrong                     | what is done                                                                       |
 * |-----------------------------------|------------------------------------------------------------------------------------|
 * | exact repeat (times and text)     | dropped                                                                            |
 * | cues out of order                 | sorted by start, stable; not turns, steps back up to 5 s, or a clock that restarts |
 * | caption that names nobody         | the speaker before it, if the file names speakers on change only                   |
 * | one word per cue                  | joined up to a sentence end, 30 s, a gap above 1.5 s or another speaker            |
 * | empty cue, [BLANK_AUDIO], (music) | dropped; the time of an empty turn goes to the next one that has none              |
 * | same text more than 3 times       | in a row and by one speaker: the first is kept                                     |
 * | no times at all                   | spread over the audio by length of text; all 0 when its length is not known        |
 * | some times known                  | the others estimated between them by length of text; a time that goes back does    |
 * |                                   | not count for that                                                                 |
 * | end before start                  | the next start, or the start itself                                                |
 * | no end                            | the next start; for the last one 60 ms a character, at most to the end of the audio |
 * | above 10,000 characters           | split at sentence ends                                                             |
 * | overlap                           | kept as it is: people talk at the same time                                        |
 * | generic speaker labels            | SPEAKER_00, SPEAKER_01 … by first appearance; real names are kept                  |
 *
 * Two faults are mended before speakers are read: the lines that rolling captions repeat (`withoutRolling`), and the start of a
 * cue that cannot be read, for which the end of the one before is taken.
 */
export function repaired(raw: RawTranscript, durationMs: number | null): ParsedTranscript {
  if (raw.layout === 'segments') return asWritten(raw);
  const unique = withoutCopies(raw.cues);
  const inOrder = ordered(raw, unique.cues);
  const named = raw.carriesSpeakers ? carried(inOrder.cues) : inOrder.cues;
  const words = raw.layout === 'cues' ? joinedWords(named) : { cues: named, warnings: [] };
  const written = withoutEmpty(words.cues);
  const unlooped = withoutLoops(written.cues);
  const times = timed(unlooped.cues, raw.layout, durationMs);
  const split = splitLong(times.cues);
  if (split.cues.length === 0)
    throw new TranscriptFormatUnknown('This has the format of a transcript but holds no words.');

  const names = normalisedLabels(split.cues.flatMap(({ speaker }) => speaker ?? []));
  const segments = split.cues.map(({ startMs, endMs, speaker, text }) => ({
    startMs,
    endMs,
    speaker: speaker === null ? null : (names.get(speaker) ?? speaker),
    text,
  }));
  const warnings = [unique, inOrder, words, written, unlooped, times, split].flatMap((step) => step.warnings);
  return {
    format: raw.format,
    segments,
    speakers: [...new Set(names.values())],
    warnings: [...raw.warnings, ...warnings, ...overlaps(split.cues), ...renamed(names)],
    title: raw.title,
    publishedAt: raw.publishedAt,
  };
}

function asWritten({ format, cues, title, publishedAt, warnings }: RawTranscript): ParsedTranscript {
  const segments = cues.map(({ startMs, endMs, speaker, text }) => ({
    startMs: startMs ?? 0,
    endMs: endMs ?? 0,
    speaker,
    text,
  }));
  const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];

  return { format, segments, speakers, warnings: [...warnings], title, publishedAt };
}

function carried(cues: readonly RawCue[]): RawCue[] {
  let speaker: string | null = null;
  return cues.map((one) => {
    speaker = one.speaker ?? speaker;
    return { ...one, speaker };
  });
}

function overlaps(cues: readonly TimedCue[]): string[] {
  const count = cues.filter(({ startMs, endMs }, index) => {
    const next = cues[index + 1];
    return next !== undefined && endMs > next.startMs && next.startMs >= startMs;
  }).length;
  if (count === 0) return [];
  return [
    `${counted(count, 'cue')} ${count === 1 ? 'overlaps' : 'overlap'} the next one; ${count === 1 ? 'its' : 'their'} times were kept.`,
  ];
}

function renamed(names: ReadonlyMap<string, string>): string[] {
  const changed = [...names].filter(([label, name]) => label !== name).length;
  return changed === 0
    ? []
    : [`${counted(changed, 'generic speaker label')} became SPEAKER_nn, numbered by first appearance.`];
}
