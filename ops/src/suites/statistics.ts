/** Value at `share` (0 to 1) of the sorted values, nearest rank. Throws on an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('a percentile of no values');

  return value;
}

/** Middle value, or the mean of the two in the middle. Throws on an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  if (low === undefined || high === undefined) throw new Error('a median of no values');

  return (low + high) / 2;
}

/** Three significant digits; thousands with commas: 0.0412, 1.35, 26.2, 2,253. */
export function shown(value: number): string {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));

  return value.toLocaleString('en-GB', { maximumFractionDigits: digits, useGrouping: true });
}

/** At most `count` of the items, evenly spread over the list, in its order. */
export function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  const step = items.length / count;

  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Milliseconds that `work` takes, and its result. */
export async function timed<Value>(work: () => Value | Promise<Value>): Promise<{ ms: number; value: Value }> {
  const start = performance.now();
  const value = await work();

  return { ms: performance.now() - start, value };
}
