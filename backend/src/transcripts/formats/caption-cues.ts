import { timingLine } from './clock.ts';
import { decodeEntities, stripCueTags, tidy } from './markup.ts';
import { counted, linesOf } from './raw-transcript.ts';

/** One cue of a caption file. Times are null when they cannot be read; the payload still has all its markup. */
export interface CueBlock {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly payload: string;
}

/**
 * Cues of a WebVTT file. A blank line ends the payload, so identifiers and NOTE, STYLE and REGION blocks fall between cues.
 * Only a line of two times begins a cue; a `-->` inside a NOTE does not.
 */
export function webvttBlocks(text: string): CueBlock[] {
  const blocks: CueBlock[] = [];
  const lines = linesOf(text);
  for (let index = 0; index < lines.length; index += 1) {
    const times = timingLine(lines[index] ?? '');
    if (times === null) continue;
    const payload: string[] = [];
    while (index + 1 < lines.length && (lines[index + 1] ?? '') !== '' && timingLine(lines[index + 1] ?? '') === null) {
      index += 1;
      payload.push(lines[index] ?? '');
    }
    blocks.push({ ...times, payload: payload.join('\n') });
  }
  return blocks;
}

/** Cues of a SubRip file. The payload runs to the next timing line, without blank lines and the next cue's number. */
export function subripBlocks(text: string): CueBlock[] {
  const blocks: CueBlock[] = [];
  let times: ReturnType<typeof timingLine> = null;
  let payload: string[] = [];
  const close = (isLast: boolean) => {
    if (times === null) return;
    blocks.push({ ...times, payload: withoutNumber(payload, isLast).join('\n') });
  };
  for (const line of linesOf(text)) {
    const next = line.includes('-->') ? timingLine(line) : null;
    if (next === null) {
      payload.push(line);
      continue;
    }
    close(false);
    times = next;
    payload = [];
  }
  close(true);
  return blocks;
}

function withoutNumber(payload: readonly string[], isLast: boolean): readonly string[] {
  const before = payload.at(-2);
  const isNumber = !isLast && /^\s*\d{1,7}\s*$/.test(payload.at(-1) ?? '');
  // The number of the next cue follows a blank line; a cue whose only line is a number ("2023") does not.
  const lines =
    isNumber && (before === undefined || before.trim() === '' || payload.length > 1) ? payload.slice(0, -1) : payload;
  return lines.filter((line) => line.trim() !== '');
}

const AN_INSTANT_MS = 50;
const MAX_LINES = 3;
const LEAST_PLACES = 3;

/**
 * Rolling captions, as YouTube makes them, repeat each line above the next one, and once more alone for an instant. Where a
 * whole file does so, lines that ended the preceding cue are dropped; words that people really repeat are kept.
 */
export function withoutRolling(blocks: readonly CueBlock[]): { blocks: readonly CueBlock[]; warnings: string[] } {
  const lines = blocks.map(({ payload }) => payload.split('\n').filter((line) => shown(line) !== ''));
  const plain = lines.map((written) => written.map(shown));
  const repeats = plain.map((now, index) => repeated(plain[index - 1] ?? [], now));
  const rolls = blocks.filter(({ startMs, endMs }, index) => {
    const again = repeats[index] ?? 0;
    const isInstant = startMs !== null && endMs !== null && endMs - startMs <= AN_INSTANT_MS;
    return again > 0 && (isInstant || again < (plain[index]?.length ?? 0));
  });
  if (rolls.length < LEAST_PLACES || rolls.length * 2 < blocks.length - 1) return { blocks, warnings: [] };

  const kept = blocks.flatMap((block, index) => {
    const left = lines[index]?.slice(repeats[index]) ?? [];
    return left.length === 0 ? [] : [{ ...block, payload: left.join('\n') }];
  });
  const dropped = repeats.reduce((sum, count) => sum + count, 0);
  return {
    blocks: kept,
    warnings: [`These are rolling captions: ${counted(dropped, 'line')} that repeated the preceding cue were dropped.`],
  };
}

function shown(line: string): string {
  return tidy(decodeEntities(stripCueTags(line)));
}

/** How many lines at the end of one cue are repeated at the beginning of the next. */
function repeated(before: readonly string[], now: readonly string[]): number {
  for (let count = Math.min(MAX_LINES, before.length, now.length); count > 0; count -= 1) {
    if (now.slice(0, count).every((line, index) => line === before[before.length - count + index])) return count;
  }
  return 0;
}
