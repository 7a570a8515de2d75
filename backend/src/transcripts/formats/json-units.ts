import { writtenTimes, plainNumber, type JsonEntry } from './json-entry.ts';

/** Seconds, unless the numbers can only be milliseconds or nanoseconds (older LocalAI builds). */
export function unitOf(
  entries: readonly JsonEntry[],
  durationMs: number | null,
): { msPerUnit: number; warnings: string[] } {
  let last = 0;
  let isWhole = true;
  for (const entry of entries) {
    for (const time of Object.values(writtenTimes(entry))) {
      const value = typeof time === 'string' ? plainNumber(time) : time;
      if (value === null || !Number.isFinite(value)) continue;
      last = Math.max(last, value);
      isWhole &&= Number.isInteger(value);
    }
  }
  const limitSeconds = durationMs === null || durationMs <= 0 ? 90_000 : (durationMs / 1000) * 20;
  if (last <= limitSeconds || (durationMs === null && !isWhole)) return { msPerUnit: 1000, warnings: [] };
  if (last <= limitSeconds * 1000)
    return { msPerUnit: 1, warnings: ['The times are far too large for seconds; they were read as milliseconds.'] };
  return { msPerUnit: 1e-6, warnings: ['The times are far too large for seconds; they were read as nanoseconds.'] };
}
