import { formatClock } from '@earmark/contracts/kit';
import type { RecordedSegment, StepReport, TimeRepair } from '@earmark/contracts/transcripts';
import { counted } from '../formats/raw-transcript.ts';
import { partsOf, type Times } from './stray-times.ts';

/** The length of audio is known in whole seconds, and players differ. */
const TOLERANCE_MS = 5000;
const GAP_MS = 30_000;
const LEAST_COVERAGE = 0.5;
const WORDS_PER_SECOND = { least: 0.3, most: 7 };
/** The pace of shorter segments says little. */
const PACED_MS = 3000;
const MOST_DETAILS = 20;

/** Only the last segment may be cut to the end of the audio. */
export function clampedEnd(times: readonly Times[], length: number | null): readonly Times[] {
  const last = times.at(-1);
  if (!last || length === null || last.endMs <= length + TOLERANCE_MS || last.startMs >= length) return times;

  return [...times.slice(0, -1), { ...last, endMs: length }];
}

interface Verified {
  readonly before: readonly RecordedSegment[];
  readonly after: readonly RecordedSegment[];
  readonly repairs: readonly TimeRepair[];
  readonly length: number | null;
}

/** "812 segments checked, 3 repaired, 1 gap of 95 s at 00:12:10", and what else people should know. */
export function timesReport({ before, after, repairs, length }: Verified): Omit<StepReport, 'outcome'> {
  const repaired = new Set(repairs.flatMap(repairedIds));
  const checked = `${counted(before.length, 'segment')} checked, ${repaired.size} repaired`;
  if (after.every(({ startMs, endMs }) => startMs === 0 && endMs === 0))
    return {
      sentence: checked,
      details: [],
      warnings: ['The transcript has no times, and they cannot be estimated without the length of the audio.'],
    };
  const gaps = gapsOf(after, length);
  const details = [...kindsOf(repairs), ...gaps.map(gapInWords)];

  return {
    sentence: [checked, ...inSentence(gaps)].join(', '),
    details: details.length <= MOST_DETAILS ? details : [...details.slice(0, MOST_DETAILS - 1), more(details.length)],
    warnings: [...beyondTheEnd(before, length), ...restarts(after), ...tooLittle(after, length), ...oddPace(after)],
  };
}

const more = (count: number): string => `and ${count - MOST_DETAILS + 1} more`;

const repairedIds = (repair: TimeRepair): string[] => {
  if (repair.kind === 'retimed') return [repair.segmentId];

  return repair.kind === 'split' ? [repair.before.segmentId] : repair.before.map(({ segmentId }) => segmentId);
};

function kindsOf(repairs: readonly TimeRepair[]): string[] {
  const of = (kind: TimeRepair['kind']) => repairs.filter((repair) => repair.kind === kind);
  const retimed = new Set(of('retimed').flatMap(repairedIds)).size;
  const [split, merged] = [of('split').length, of('merged').length];

  return [
    ...(retimed > 0 ? [`The times of ${counted(retimed, 'segment')} were corrected.`] : []),
    ...(split > 0 ? [`Segments above 60 s were split at ${counted(split, 'end')} of sentences.`] : []),
    ...(merged > 0
      ? [`${counted(merged, 'fragment')} below 300 ms ${merged === 1 ? 'was' : 'were'} joined with a neighbour.`]
      : []),
  ];
}

interface Gap {
  readonly fromMs: number;
  readonly ms: number;
}

function gapsOf(segments: readonly RecordedSegment[], length: number | null): Gap[] {
  const gaps: Gap[] = [];
  const parts = partsOf(segments);
  for (const part of parts) {
    let until = 0;
    for (const { startMs, endMs } of part) {
      if (startMs - until > GAP_MS) gaps.push({ fromMs: until, ms: startMs - until });
      until = Math.max(until, endMs);
    }
    // Where the clock starts again, times do not say where in the audio a part ends.
    if (parts.length === 1 && length !== null && length - until > GAP_MS)
      gaps.push({ fromMs: until, ms: length - until });
  }

  return gaps;
}

const seconds = (ms: number): number => Math.round(ms / 1000);
const gapInWords = ({ fromMs, ms }: Gap): string => `Gap of ${seconds(ms)} s at ${formatClock(fromMs)}`;

function inSentence(gaps: readonly Gap[]): string[] {
  const [longest] = gaps.toSorted((one, other) => other.ms - one.ms);
  if (!longest) return [];
  const where = `of ${seconds(longest.ms)} s at ${formatClock(longest.fromMs)}`;

  return [gaps.length === 1 ? `1 gap ${where}` : `${gaps.length} gaps, the longest ${where}`];
}

function beyondTheEnd(segments: readonly RecordedSegment[], length: number | null): string[] {
  const end = segments.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
  if (length === null || end <= length + TOLERANCE_MS) return [];

  return [`The transcript is ${seconds(end - length)} s longer than the audio (dynamic ads?).`];
}

function restarts(segments: readonly RecordedSegment[]): string[] {
  const count = partsOf(segments).length - 1;
  if (count === 0) return [];

  return [`The times start again ${count === 1 ? 'once' : `${count} times`}; the order of the text was kept.`];
}

function tooLittle(segments: readonly RecordedSegment[], length: number | null): string[] {
  if (length === null) return [];
  let until = 0;
  let speech = 0;
  for (const { startMs, endMs } of segments.toSorted((one, other) => one.startMs - other.startMs)) {
    speech += Math.max(0, endMs - Math.max(until, startMs));
    until = Math.max(until, endMs);
  }
  const share = speech / length;
  if (share >= LEAST_COVERAGE) return [];

  return [`Only ${Math.round(share * 100)} % of the audio has a transcript.`];
}

function oddPace(segments: readonly RecordedSegment[]): string[] {
  const odd = segments.filter(({ startMs, endMs, text }) => {
    const ms = endMs - startMs;
    const pace = wordsIn(text) / (ms / 1000);
    return ms >= PACED_MS && (pace < WORDS_PER_SECOND.least || pace > WORDS_PER_SECOND.most);
  });
  if (odd.length === 0) return [];
  const have = odd.length === 1 ? 'segment has' : 'segments have';
  const where = `${odd.length === 1 ? '' : 'the first '}at ${formatClock(odd[0]!.startMs)}`;

  return [`${odd.length} ${have} fewer than 0.3 or more than 7 words a second, ${where}.`];
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/** In scripts without spaces, two characters count as a word. */
const wordsIn = (text: string): number =>
  text
    .replaceAll(UNSPACED, ' ')
    .split(/\s+/)
    .filter((word) => word !== '').length +
  (text.match(UNSPACED)?.length ?? 0) / 2;
