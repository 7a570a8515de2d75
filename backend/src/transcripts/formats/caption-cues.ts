import { timingLine } from './clock.ts';
import { decodeEntities, stripCueTags, tidy } from './markup.ts';
import { counted } from './raw-transcript.ts';

/** One cue of a caption file: its times in ms as written, null if they cannot be read, and its payload lines with all markup. */
export interface CueBlock {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly payload: string;
}

/**
 * Cues of a WebVTT file: a blank line ends the payload, so identifiers, NOTE, STYLE and REGION blocks fall between cues.
 * A `-->` inside a NOTE does not make a cue, since only a line that reads as two times does.
 */
export function webvttBlocks(text: string): CueBlock[] {
  const blocks: CueBlock[] = [];
  const lines = text.split('\n');
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

/** Cues of a SubRip file: everything up to the next timing line is payload, except blanks and the next cue's number. */
export function subripBlocks(text: string): CueBlock[] {
  const blocks: CueBlock[] = [];
  let times: ReturnType<typeof timingLine> = null;
  let payload: string[] = [];
  const close = (isLast: boolean) => {
    if (times === null) return;
    blocks.push({ ...times, payload: withoutNumber(payload, isLast).join('\n') });
  };
  for (const line of text.split('\n')) {
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
  // A card of one line that is a number ("2023") has no blank line before it; the number of the next card has.
  const lines =
    isNumber && (before === undefined || before.trim() === '' || payload.length > 1) ? payload.slice(0, -1) : payload;
  return lines.filter((line) => line.trim() !== '');
}

const AN_INSTANT_MS = 50;
const MOST_LINES = 3;
const LEAST_PLACES = 3;

/**
 * Captions that roll, as YouTube makes them, show each line again above the next one, and for an instant alone. Where a file
 * does so throughout, lines that stood at the end of the cue before are dropped; what people repeat in other files stays.
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
    warnings: [`The captions roll: ${counted(dropped, 'line')} that the cue before had shown were dropped.`],
  };
}

function shown(line: string): string {
  return tidy(decodeEntities(stripCueTags(line)));
}

/** How many lines at the end of one cue stand at the beginning of the next. */
function repeated(before: readonly string[], now: readonly string[]): number {
  for (let count = Math.min(MOST_LINES, before.length, now.length); count > 0; count -= 1) {
    if (now.slice(0, count).every((line, index) => line === before[before.length - count + index])) return count;
  }
  return 0;
}
