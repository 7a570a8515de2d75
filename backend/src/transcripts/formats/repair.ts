import {
  counted,
  MAX_CHARACTERS,
  MAX_SEGMENTS,
  TranscriptFormatUnknown,
  type RawCue,
  type RawTranscript,
} from './raw-transcript.ts';
import { ordered, withoutCopies, withoutEmpty, withoutLoops } from './repair-cues.ts';
import { joinedWords, splitLong } from './repair-text.ts';
import { timed, type TimedCue } from './repair-times.ts';
import { normalisedLabels } from './speaker-names.ts';

/** Times are whole milliseconds with endMs >= startMs; the text is trimmed and not empty; a null speaker is unknown. */
export interface ParsedSegment {
  startMs: number;
  endMs: number;
  speaker: string | null;
  text: string;
}

/** `speakers` in order of first appearance; each warning is a sentence with counts; `publishedAt` is ISO UTC. */
export interface ParsedTranscript {
  format: string;
  segments: ParsedSegment[];
  speakers: string[];
  warnings: string[];
  title: string | null;
  publishedAt: string | null;
}

/**
 * Repairs a transcript, rule by rule in this order. Each rule that changed anything adds a warning with counts.
 *
 * | fault                             | repair                                                                              |
 * |-----------------------------------|-------------------------------------------------------------------------------------|
 * | exact repeat (times and text)     | dropped                                                                             |
 * | cues out of order                 | sorted by start, unless they are turns, step back up to 5 s, or the clock restarts  |
 * | caption without a name            | the preceding speaker, if the file names speakers only on a change                  |
 * | one word per cue                  | joined up to a sentence end, 30 s, a gap above 1.5 s or another speaker             |
 * | notice of a transcription service | removed                                                                             |
 * | empty cue, [BLANK_AUDIO], (music) | dropped; the time of an empty turn passes to the next one if that has none          |
 * | same text more than 3 times       | in a row and by one speaker: the first is kept                                      |
 * | no times at all                   | spread over the audio by length of text; all 0 when its length is unknown           |
 * | some times missing                | estimated between the known ones by length of text; times that go backwards are     |
 * |                                   | ignored                                                                             |
 * | end before start                  | the next start, or the start itself                                                 |
 * | no end                            | the next start; for the last cue 60 ms a character, at most to the end of the audio |
 * | above 10,000 characters           | split at sentence ends                                                              |
 * | overlap                           | kept: people do talk at the same time                                               |
 * | generic speaker labels            | SPEAKER_00, SPEAKER_01 … by first appearance; real names are kept                   |
 *
 * Two faults of captions are repaired earlier, before speakers are read: repeated lines (`withoutRolling`) and starts that
 * cannot be read (`withStarts`).
 */
export function repaired(raw: RawTranscript, durationMs: number | null): ParsedTranscript {
  if (raw.layout === 'segments') {
    refuseBeyondMost(raw.cues);
    return asWritten(raw);
  }
  const unique = withoutCopies(raw.cues);
  const inOrder = ordered(raw, unique.cues);
  const named = raw.carriesSpeakers ? carried(inOrder.cues) : inOrder.cues;
  const words = raw.layout === 'cues' ? joinedWords(named) : { cues: named, warnings: [] };
  const written = withoutEmpty(words.cues);
  const unlooped = withoutLoops(written.cues);
  const times = timed(unlooped.cues, raw.layout, durationMs);
  const split = splitLong(times.cues);
  if (split.cues.length === 0)
    throw new TranscriptFormatUnknown('This is a transcript file, but it contains no words.');

  refuseBeyondMost(split.cues);

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

function refuseBeyondMost(cues: readonly { readonly text: string }[]): void {
  const characters = cues.reduce((sum, { text }) => sum + text.length, 0);
  if (cues.length > MAX_SEGMENTS) throw tooMany(cues.length, 'segments', '50,000');
  if (characters > MAX_CHARACTERS) throw tooMany(characters, 'characters', '5,000,000');
}

const tooMany = (count: number, what: string, most: string): TranscriptFormatUnknown =>
  new TranscriptFormatUnknown(
    `The transcript has ${count.toLocaleString('en-GB')} ${what}; at most ${most} are read. Split the file.`,
  );

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
    : [`${counted(changed, 'generic speaker label')} became SPEAKER_nn, numbered in order of first appearance.`];
}
