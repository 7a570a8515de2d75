import type { CueBlock } from './cue-blocks.ts';
import { decodeEntities, stripCueTags, tidy } from './inline-markup.ts';
import { counted } from './raw-transcript.ts';

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
