import { counted, type RawCue, type RawTranscript } from './raw-transcript.ts';

const A_MOMENT_MS = 5000;
const NEAR_ZERO_MS = 60_000;
const RESTART_MS = 120_000;

/**
 * Cues of a timed file that are out of order are sorted by start, cues of one time as written. Kept as written: turns of a
 * text, steps back of at most five seconds, and a file whose clock starts again near zero, such as a compilation.
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
      warnings: [`${counted(steps.length, 'cue')} started up to 5 s before the one before; their order was kept.`],
    };
  }
  const restarts = wide.filter(({ backMs, toMs }) => toMs <= NEAR_ZERO_MS && backMs >= RESTART_MS);
  const isCompilation =
    restarts.length > 0 && wide.length * 20 <= cues.length && restarts.every((step) => goesOn(cues, step.index));
  if (isCompilation) {
    const times = restarts.length === 1 ? 'once' : `${restarts.length} times`;
    return {
      cues,
      warnings: [`The clock of the file starts again ${times}; the cues were kept in the order of the file.`],
    };
  }
  const sorted = cues.toSorted((one, other) => (one.startMs ?? 0) - (other.startMs ?? 0));
  return {
    cues: sorted,
    warnings: [`The cues were out of order at ${counted(steps.length, 'place')}; they were sorted by time.`],
  };
}

interface Step {
  readonly index: number;
  readonly backMs: number;
  readonly toMs: number;
}

function stepsBack(cues: readonly RawCue[]): Step[] {
  const steps: Step[] = [];
  let previous: number | null = null;
  cues.forEach(({ startMs }, index) => {
    if (startMs === null) return;
    if (previous !== null && startMs < previous) steps.push({ index, backMs: previous - startMs, toMs: startMs });
    previous = startMs;
  });
  return steps;
}

/** A restart goes on in order; a single stray cue near zero does not. */
function goesOn(cues: readonly RawCue[], from: number): boolean {
  const after = cues.slice(from, from + 4).map(({ startMs }) => startMs ?? 0);
  const last = after.at(-1) ?? 0;
  const before = cues[from - 1]?.startMs ?? 0;
  return after.length >= 2 && last < before && after.every((ms, index) => index === 0 || ms >= (after[index - 1] ?? 0));
}
