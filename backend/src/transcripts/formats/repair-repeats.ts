import { tidy } from './inline-markup.ts';
import { isUnusableNoise } from './noise.ts';
import { counted, type RawCue } from './raw-transcript.ts';

const MOST_REPEATS = 3;

interface Kept {
  readonly cues: readonly RawCue[];
  readonly warnings: string[];
}

/**
 * Drops cues that hold no words. The time of an empty turn ("Break [44:32]") goes to the turn after it when that has none,
 * since it is the best that is known of it.
 */
export function withoutEmpty(cues: readonly RawCue[]): Kept {
  const kept: RawCue[] = [];
  let empty = 0;
  let noise = 0;
  let handedOn: number | null = null;
  for (const one of cues) {
    const text = one.stamps.length > 0 ? one.text : tidy(one.text);
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
  if (empty > 0) warnings.push(`${counted(empty, 'empty segment')} ${empty === 1 ? 'was' : 'were'} dropped.`);
  if (noise > 0)
    warnings.push(
      `${counted(noise, 'cue')} without words, such as [BLANK_AUDIO], ${noise === 1 ? 'was' : 'were'} dropped.`,
    );
  return { cues: kept, warnings };
}

/** Drops cues that repeat an earlier one in times, speaker and text. Cues without a time are never repeats. */
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

/** Whisper may say one text over and over: of more than three in a row by one speaker, the first is kept. */
export function withoutLoops(cues: readonly RawCue[]): Kept {
  const kept: RawCue[] = [];
  let loops = 0;
  for (let from = 0; from < cues.length;) {
    const first = cues[from];
    let to = from + 1;
    while (first !== undefined && cues[to]?.text === first.text && cues[to]?.speaker === first.speaker) to += 1;
    const isLoop = to - from > MOST_REPEATS;
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
