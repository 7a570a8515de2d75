import { isDeepStrictEqual } from 'node:util';

/** The fields that differ, with their values before and after; null when none does. */
export function difference<Facts extends object>(
  before: Facts,
  after: Facts,
): { from: Partial<Facts>; to: Partial<Facts> } | null {
  const from: Partial<Facts> = {};
  const to: Partial<Facts> = {};
  for (const key of Object.keys(after) as (keyof Facts)[])
    if (!isDeepStrictEqual(before[key], after[key])) {
      from[key] = before[key];
      to[key] = after[key];
    }

  return Object.keys(to).length > 0 ? { from, to } : null;
}
