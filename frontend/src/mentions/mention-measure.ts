import type { Period } from './mention-periods.ts';

export type Measure = 'perHour' | 'count';

/** Formatted value; a dash where nothing was published. */
export function measureOf(period: Period, measure: Measure): string {
  if (measure === 'count') return String(period.count);

  return period.perHour === null ? '–' : period.perHour.toFixed(2);
}
