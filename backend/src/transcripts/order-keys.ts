import type { SegmentId } from '@earmark/contracts/transcripts';
import type { Version } from './transcript.decider.ts';

/** The length of keys in a new transcript, in base 36; later insertions may need longer ones. */
const DIGITS = 6;
const BASE = 36n;
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * `count` order keys between two neighbours, of which either may be missing, in ascending byte order. Keys are fractions in
 * base 36, spread evenly, so that keys stay short where many segments are added in one place.
 */
export function orderKeysBetween(low: string | null, high: string | null, count: number): string[] {
  const wholes = count + Number(whole((low ?? '').slice(0, DIGITS), DIGITS));
  if (high === null && wholes < Number(BASE) ** DIGITS)
    return Array.from({ length: count }, (_, index) => digitsOf(BigInt(wholes - count + index + 1), DIGITS));

  for (let digits = Math.max(DIGITS, low?.length ?? 0, high?.length ?? 0); ; digits++) {
    const from = whole(low ?? '', digits);
    const to = high === null ? BASE ** BigInt(digits) : whole(high, digits);
    const step = (to - from) / BigInt(count + 1);
    if (step > 0n)
      return Array.from({ length: count }, (_, index) => digitsOf(from + step * BigInt(index + 1), digits));
  }
}

/** Places added segments after the known segment that precedes them in the list, or first when there is none. */
export function orderKeysOfAdded(
  sent: readonly { readonly segmentId: SegmentId }[],
  added: ReadonlySet<{ readonly segmentId: SegmentId }>,
  now: Version,
): Map<string, string> {
  const keys = new Map<string, string>();
  if (added.size === 0) return keys;
  const known = [...now.segments.values(), ...now.deleted.values()];
  const keyOf = new Map(known.map(({ segmentId, orderKey }) => [segmentId, orderKey]));
  const taken = [...new Set(keyOf.values())].sort();

  let anchor: string | null = null;
  let run: string[] = [];
  const place = () => {
    const next = anchor === null ? 0 : firstAbove(taken, anchor);
    const given = orderKeysBetween(anchor, taken[next] ?? null, run.length);
    run.forEach((segmentId, index) => keys.set(segmentId, given[index]!));
    run = [];
  };
  for (const one of sent) {
    if (added.has(one)) run.push(one.segmentId);
    const key = keyOf.get(one.segmentId);
    if (key === undefined) continue;
    if (run.length > 0) place();
    anchor = key;
  }
  if (run.length > 0) place();

  return keys;
}

/** The index of the first key above `key`. */
export function firstAbove(sorted: readonly string[], key: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! > key) high = middle;
    else low = middle + 1;
  }

  return low;
}

/** The key as a number of `digits` digits. */
function whole(key: string, digits: number): bigint {
  let value = 0n;
  for (const digit of key.padEnd(digits, '0')) value = value * BASE + BigInt(ALPHABET.indexOf(digit));

  return value;
}

const digitsOf = (value: bigint, digits: number): string => value.toString(Number(BASE)).padStart(digits, '0');
