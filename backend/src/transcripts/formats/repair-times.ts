import { longestRise } from './longest-rise.ts';
import { counted, type RawCue, type RawTranscript } from './raw-transcript.ts';

export interface TimedCue extends RawCue {
  readonly startMs: number;
  readonly endMs: number;
}

interface Anchor {
  readonly position: number;
  readonly ms: number;
}

const MS_PER_CHARACTER = 60;
export const SHORTEST_MS = 300;

/** How long it takes to say a text, roughly. */
export const estimatedMs = (text: string): number => Math.max(SHORTEST_MS, text.length * MS_PER_CHARACTER);

/** Fills in missing times and corrects ends that lie before their start. `durationMs` is the length of the audio, if known. */
export function timed(
  cues: readonly RawCue[],
  layout: RawTranscript['layout'],
  durationMs: number | null,
): { cues: TimedCue[]; warnings: string[] } {
  const starts = startTimes(cues, durationMs);
  const warnings = [...starts.warnings];
  let negative = 0;
  let open = 0;
  const filled = cues.map((one, index) => {
    const startMs = starts.ms[index] ?? 0;
    const next = starts.ms[index + 1];
    if (one.endMs !== null && one.endMs >= startMs && one.startMs !== null)
      return { ...one, startMs, endMs: one.endMs };
    if (one.endMs !== null && one.startMs !== null) negative += 1;
    else if (one.startMs !== null) open += 1;
    if (next !== undefined) return { ...one, startMs, endMs: Math.max(next, startMs) };
    const estimate = one.endMs !== null || !starts.areKnown ? startMs : startMs + estimatedMs(one.text);
    return {
      ...one,
      startMs,
      endMs: Math.max(
        startMs,
        durationMs !== null && !starts.areKnown ? durationMs : Math.min(estimate, durationMs ?? estimate),
      ),
    };
  });
  if (negative > 0)
    warnings.push(
      `${counted(negative, 'cue')} ended before ${negative === 1 ? 'it' : 'they'} began; the next start was used as the end.`,
    );
  // Turns never have end times, so a missing one is not worth a warning.
  if (open > 0 && layout === 'cues')
    warnings.push(`${counted(open, 'segment')} had no end time; the next start was used as the end.`);
  return { cues: filled, warnings };
}

function startTimes(
  cues: readonly RawCue[],
  durationMs: number | null,
): { ms: number[]; areKnown: boolean; warnings: string[] } {
  const known = cues.filter(({ startMs, stamps }) => startMs !== null || stamps.length > 0).length;
  const total = cues.reduce((sum, { text }) => sum + text.length, 0);
  if (known === 0 && durationMs === null) {
    return {
      ms: cues.map(() => 0),
      areKnown: false,
      warnings: ['The file has no times and the length of the audio is unknown, so all times are 0.'],
    };
  }
  if (cues.every(({ startMs }) => startMs !== null))
    return { ms: cues.map(({ startMs }) => startMs ?? 0), areKnown: true, warnings: [] };

  const { anchors, dropped } = risingAnchors(cues);
  const warnings =
    known === 0
      ? ['The file has no times; they were estimated from the length of the audio and of the text.']
      : [
          `${counted(cues.filter(({ startMs }) => startMs === null).length, 'segment')} had no time; it was estimated from the known times and the length of the text.`,
        ];
  if (dropped > 0)
    warnings.push(
      `${counted(dropped, 'time')} went backwards and ${dropped === 1 ? 'was' : 'were'} ignored in these estimates.`,
    );
  const ends = framed(anchors, total, durationMs);
  let position = 0;
  let from = 0;
  const ms = cues.map(({ startMs, text }) => {
    while (from + 2 < ends.length && (ends[from + 1]?.position ?? 0) <= position) from += 1;
    const estimate = between(ends[from], ends[from + 1], position);
    position += text.length;
    return startMs ?? estimate;
  });
  return { ms, areKnown: known > 0, warnings };
}

/** The longest sequence of known times that never decreases, so that one wrong stamp does not distort the estimates around it. */
function risingAnchors(cues: readonly RawCue[]): { anchors: Anchor[]; dropped: number } {
  const all: Anchor[] = [];
  let position = 0;
  for (const { startMs, stamps, text } of cues) {
    if (startMs !== null) all.push({ position, ms: startMs });
    for (const stamp of stamps) all.push({ position: position + stamp.offset, ms: stamp.ms });
    position += text.length;
  }
  const anchors = longestRise(all.map(({ ms }) => ms)).flatMap((index) => all[index] ?? []);
  return { anchors, dropped: all.length - anchors.length };
}

/** Adds a start at 0 and an end: the end of the audio, or the point reached at the pace so far. */
function framed(anchors: readonly Anchor[], total: number, durationMs: number | null): Anchor[] {
  const last = anchors.at(-1);
  const pace = last !== undefined && last.position > 0 ? last.ms / last.position : MS_PER_CHARACTER;
  const paced = (last?.ms ?? 0) + Math.round((total - (last?.position ?? 0)) * pace);
  const end = durationMs !== null && durationMs >= (last?.ms ?? 0) ? durationMs : paced;
  return [{ position: 0, ms: 0 }, ...anchors, { position: total, ms: end }];
}

function between(one: Anchor | undefined, other: Anchor | undefined, position: number): number {
  if (one === undefined) return 0;
  if (other === undefined || other.position <= one.position) return one.ms;
  return Math.round(one.ms + ((other.ms - one.ms) * (position - one.position)) / (other.position - one.position));
}
