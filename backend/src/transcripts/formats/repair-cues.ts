import { tidy } from './markup.ts';
import { counted, type RawCue, type RawTranscript } from './raw-transcript.ts';

/** So far, steps back are two people who talk at once. */
export const A_MOMENT_MS = 5000;
const NEAR_ZERO_MS = 60_000;
const RESTART_MS = 120_000;

/**
 * Sorts the cues of a timed file by start, and keeps the written order of equal starts. Three things are never sorted: turns,
 * steps back of at most five seconds, and a file whose times start again near zero, such as a compilation.
 */
export function ordered(raw: RawTranscript, cues: readonly RawCue[]): { cues: readonly RawCue[]; warnings: string[] } {
  const steps = stepsBack(cues);
  if (steps.length === 0) return { cues, warnings: [] };
  if (raw.layout === 'turns') {
    return {
      cues,
      warnings: [`${counted(steps.length, 'time')} went backwards; the turns were kept in the order of the text.`],
    };
  }

  const wide = steps.filter(({ backMs }) => backMs > A_MOMENT_MS);
  if (wide.length === 0) {
    return {
      cues,
      warnings: [`${counted(steps.length, 'cue')} started up to 5 s before the preceding cue; their order was kept.`],
    };
  }
  const restarts = wide.filter(isRestart);
  const isCompilation =
    restarts.length > 0 && wide.length * 20 <= cues.length && restarts.every((step) => goesOn(cues, step.index));
  if (isCompilation) {
    const times = restarts.length === 1 ? 'once' : `${restarts.length} times`;
    return {
      cues,
      warnings: [`The times in the file start again ${times}; the order of the file was kept.`],
    };
  }
  const sorted = cues.toSorted((one, other) => (one.startMs ?? 0) - (other.startMs ?? 0));
  return {
    cues: sorted,
    warnings: [`The cues were out of order in ${counted(steps.length, 'place')} and were sorted by time.`],
  };
}

interface Step {
  readonly index: number;
  readonly backMs: number;
  readonly toMs: number;
}

type Start = Pick<RawCue, 'startMs'>;

const isRestart = ({ backMs, toMs }: Step): boolean => toMs <= NEAR_ZERO_MS && backMs >= RESTART_MS;

/** The indexes from which the times start again near zero and go on rising. */
export const clockRestarts = (starts: readonly Start[]): number[] =>
  stepsBack(starts)
    .filter((step) => isRestart(step) && goesOn(starts, step.index))
    .map(({ index }) => index);

function stepsBack(cues: readonly Start[]): Step[] {
  const steps: Step[] = [];
  let previous: number | null = null;
  cues.forEach(({ startMs }, index) => {
    if (startMs === null) return;
    if (previous !== null && startMs < previous) steps.push({ index, backMs: previous - startMs, toMs: startMs });
    previous = startMs;
  });
  return steps;
}

/** After a restart the times go on rising; after a single stray cue near zero they do not. */
function goesOn(cues: readonly Start[], from: number): boolean {
  const after = cues.slice(from, from + 4).map(({ startMs }) => startMs ?? 0);
  const last = after.at(-1) ?? 0;
  const before = cues[from - 1]?.startMs ?? 0;
  return after.length >= 2 && last < before && after.every((ms, index) => index === 0 || ms >= (after[index - 1] ?? 0));
}

const MAX_REPEATS = 3;
/** The services put these into the text of files that are not paid for. */
const NOTICE =
  /\(Transcribed by TurboScribe\.ai\b[^()\n]{0,100}\)|\(This file is longer than [^()\n]{0,40}TurboScribe\.ai\b[^()\n]{0,100}\)|\bTranscribed by https?:\/\/otter\.ai\/?\s*$/g;

interface Kept {
  readonly cues: readonly RawCue[];
  readonly warnings: string[];
}

/**
 * Drops cues without words. The time of an empty turn ("Break [44:32]") passes to the next turn if that has none: it is the
 * best estimate there is.
 */
export function withoutEmpty(cues: readonly RawCue[]): Kept {
  const kept: RawCue[] = [];
  let empty = 0;
  let noise = 0;
  let notices = 0;
  let handedOn: number | null = null;
  for (const one of cues) {
    const spoken = one.stamps.length > 0 ? one.text : one.text.replace(NOTICE, '');
    if (spoken !== one.text) notices += 1;
    const text = one.stamps.length > 0 ? one.text : tidy(spoken);
    if (/[\p{L}\p{N}]/u.test(text) ? isUnusableNoise(text) : !/[^\s♪♫*._–—-]/u.test(text) || isUnusableNoise(text)) {
      if (text === '') empty += 1;
      else noise += 1;
      handedOn = one.startMs ?? handedOn;
      continue;
    }
    kept.push({ ...one, text, startMs: one.startMs ?? handedOn });
    handedOn = null;
  }
  const warnings: string[] = [];
  if (notices > 0)
    warnings.push(
      `${counted(notices, 'notice')} of a transcription service ${notices === 1 ? 'was' : 'were'} removed.`,
    );
  if (empty > 0) warnings.push(`${counted(empty, 'empty segment')} ${empty === 1 ? 'was' : 'were'} dropped.`);
  if (noise > 0)
    warnings.push(
      `${counted(noise, 'cue')} without words, such as [BLANK_AUDIO], ${noise === 1 ? 'was' : 'were'} dropped.`,
    );
  return { cues: kept, warnings };
}

/** Drops cues that repeat the times, speaker and text of an earlier one. Cues without times are all kept. */
export function withoutCopies(cues: readonly RawCue[]): Kept {
  const seen = new Set<string>();
  const kept = cues.filter(({ startMs, endMs, speaker, text }) => {
    if (startMs === null || endMs === null) return true;
    const key = `${startMs} ${endMs} ${speaker ?? ''}\n${text}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const dropped = cues.length - kept.length;
  return {
    cues: kept,
    warnings:
      dropped === 0
        ? []
        : [`${counted(dropped, 'cue')} repeated an earlier one exactly and ${dropped === 1 ? 'was' : 'were'} dropped.`],
  };
}

/** Whisper can get stuck on one text: of more than three in a row by one speaker, only the first is kept. */
export function withoutLoops(cues: readonly RawCue[]): Kept {
  const kept: RawCue[] = [];
  let loops = 0;
  for (let from = 0; from < cues.length;) {
    const first = cues[from];
    let to = from + 1;
    while (first !== undefined && cues[to]?.text === first.text && cues[to]?.speaker === first.speaker) to += 1;
    const isLoop = to - from > MAX_REPEATS;
    kept.push(...cues.slice(from, isLoop ? from + 1 : to));
    if (isLoop) loops += 1;
    from = to;
  }
  const dropped = cues.length - kept.length;
  return {
    cues: kept,
    warnings:
      loops === 0
        ? []
        : [
            `${counted(dropped, 'cue')} in ${counted(loops, 'loop')} of the same text were dropped; the first of each was kept.`,
          ],
  };
}

const NOISE =
  /^[[(*♪ ]{1,3}(?:blank[_ ]?audio|no[_ ]?speech|silence|no audio|music|music playing|upbeat music|musik|música|音楽)?[\])*♪. ]{0,3}$/i;

/** True for "[BLANK_AUDIO]", "(music)", "♪"; not for "[laughter]", which people did. */
export function isUnusableNoise(text: string): boolean {
  return NOISE.test(text.trim());
}
