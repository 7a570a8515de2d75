import { z } from 'zod';
import { clockMs } from './clock.ts';
import { decodeEntities } from './markup.ts';
import { cue, type RawCue } from './raw-transcript.ts';

const Time = z.union([z.number(), z.string()]).nullable().catch(null).default(null);
const Milliseconds = z.number().nullable().catch(null).default(null);
const Text = z.string().nullable().catch(null).default(null);
const Ratio = z.number().nullable().catch(null).default(null);
const Named = z.object({ name: z.string() });
const Speaker = z
  .union([z.string(), z.number(), Named.transform(({ name }) => name)])
  .nullable()
  .catch(null)
  .default(null);
/** A clock or the two times of an entry; a date is neither. */
const Timestamp = z
  .union([z.string().transform((start): [string, null] => [start, null]), z.tuple([Time, Time])])
  .nullable()
  .catch(null)
  .default(null);
const fields = {
  timestamp: Timestamp,
  start: Time,
  startTime: Time,
  startTimecode: Time,
  start_time: Time,
  end: Time,
  endTime: Time,
  endTimecode: Time,
  end_time: Time,
  start_ms: Milliseconds,
  end_ms: Milliseconds,
  speaker: Speaker,
  speakerLabel: Speaker,
  speaker_label: Speaker,
  speaker_id: Speaker,
  speaker_name: Speaker,
  body: Text,
  text: Text,
  transcript: Text,
  punctuated_word: Text,
  word: Text,
};
const Word = z.object(fields);

/** One entry of any JSON format. Fields of an unexpected type count as missing. */
export const JsonEntry = z.object({
  ...fields,
  type: Text,
  avg_logprob: Ratio,
  no_speech_prob: Ratio,
  offsets: z.object({ from: z.number(), to: z.number() }).nullable().catch(null).default(null),
  words: z.array(Word).nullable().catch(null).default(null),
  items: z.array(Word).nullable().catch(null).default(null),
});
export type JsonEntry = z.infer<typeof JsonEntry>;
type JsonWord = z.infer<typeof Word>;

/** Start and end as written: a number in the file's unit, or a clock string. */
export function writtenTimes(entry: JsonWord): { start: number | string | null; end: number | string | null } {
  return {
    start: entry.startTime ?? entry.start ?? entry.startTimecode ?? entry.start_time ?? entry.timestamp?.[0] ?? null,
    end: entry.endTime ?? entry.end ?? entry.endTimecode ?? entry.end_time ?? entry.timestamp?.[1] ?? null,
  };
}

/** Whisper itself reports that nobody spoke here: it is certain of no speech and unsure of the words. */
export function isNoSpeech(entry: JsonEntry): boolean {
  return (entry.no_speech_prob ?? 0) > 0.9 && (entry.avg_logprob ?? 0) < -1;
}

/**
 * The entry as a cue. `msPerUnit` scales plain numbers; clock strings are read as clocks. Missing times, text and speaker
 * are taken from the words of the entry. White space around the text is kept, because word lists rely on it.
 */
export function entryCue(entry: JsonEntry, msPerUnit: number, names: ReadonlyMap<string, string>): RawCue {
  const words = entry.words ?? [];
  const { start, end } = writtenTimes(entry);
  const first = words.map((word) => writtenTimes(word).start).find((time) => time !== null) ?? null;
  const last = words.map((word) => writtenTimes(word).end).findLast((time) => time !== null) ?? null;
  const label = speakerOf(entry) ?? commonSpeaker(words) ?? '';
  const speaker = decodeEntities(names.get(label) ?? label).trim();
  return cue(
    entry.offsets?.from ?? toMs(entry.start_ms, 1) ?? toMs(start ?? first, msPerUnit),
    entry.offsets?.to ?? toMs(entry.end_ms, 1) ?? toMs(end ?? last, msPerUnit),
    speaker === '' ? null : speaker,
    decodeEntities(textOf(entry) ?? words.map((word) => (textOf(word) ?? '').trim()).join(' ')),
  );
}

function textOf(entry: JsonWord): string | null {
  return entry.body ?? entry.text ?? entry.transcript ?? entry.punctuated_word ?? entry.word ?? null;
}

function speakerOf(entry: JsonWord): string | null {
  const value =
    entry.speaker ?? entry.speakerLabel ?? entry.speaker_label ?? entry.speaker_name ?? entry.speaker_id ?? null;
  const label = value === null ? '' : String(value).trim();
  return label === '' ? null : label;
}

function commonSpeaker(words: readonly JsonWord[]): string | null {
  const counts = new Map<string, number>();
  for (const word of words) {
    const label = speakerOf(word);
    if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? null;
}

function toMs(time: number | string | null, msPerUnit: number): number | null {
  if (time === null) return null;
  if (typeof time === 'string') return time.includes(':') ? clockMs(time.trim()) : toMs(plainNumber(time), msPerUnit);
  const ms = Math.round(time * msPerUnit);
  return Number.isSafeInteger(ms) ? ms : null;
}

/** "12.5" as a number; null for text that is not one. */
export function plainNumber(text: string): number | null {
  return /^\s*-?\d{1,16}(?:\.\d{1,16})?\s*$/.test(text) ? Number(text) : null;
}

/** Times are seconds unless they can only be milliseconds, or nanoseconds (older LocalAI builds). */
export function unitOf(
  entries: readonly JsonEntry[],
  durationMs: number | null,
): { msPerUnit: number; warnings: string[] } {
  let last = 0;
  let isWhole = true;
  for (const entry of entries) {
    for (const time of Object.values(writtenTimes(entry))) {
      const value = typeof time === 'string' ? plainNumber(time) : time;
      if (value === null || !Number.isFinite(value)) continue;
      last = Math.max(last, value);
      isWhole &&= Number.isInteger(value);
    }
  }
  const limitSeconds = durationMs === null || durationMs <= 0 ? 90_000 : (durationMs / 1000) * 20;
  if (last <= limitSeconds || (durationMs === null && !isWhole)) return { msPerUnit: 1000, warnings: [] };
  if (last <= limitSeconds * 1000)
    return { msPerUnit: 1, warnings: ['The times are too large to be seconds, so they were read as milliseconds.'] };
  return { msPerUnit: 1e-6, warnings: ['The times are too large to be seconds, so they were read as nanoseconds.'] };
}

/** WhisperX omits the speaker where it is unsure; such a segment takes the speaker of the nearest one within 2 s. */
export function nearestSpeakers(cues: readonly RawCue[]): RawCue[] {
  return cues.map((one, index) => {
    if (one.speaker !== null) return one;
    const before = cues[index - 1];
    const after = cues[index + 1];
    const gapBefore = before?.speaker ? Math.abs((one.startMs ?? Infinity) - (before.endMs ?? 0)) : Infinity;
    const gapAfter = after?.speaker ? Math.abs((after.startMs ?? Infinity) - (one.endMs ?? 0)) : Infinity;
    const nearest = gapAfter < gapBefore ? after : before;
    return Math.min(gapBefore, gapAfter) <= 2000 && nearest !== undefined ? { ...one, speaker: nearest.speaker } : one;
  });
}
