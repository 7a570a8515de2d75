import type { EntityPage } from '@earmark/contracts/mentions';

type Month = EntityPage['months'][number];

/** A month, quarter or year of publication. */
export interface Period {
  /** `Mar 2021`, `2021 Q1` or `2021`. */
  readonly label: string;
  readonly year: number;
  readonly count: number;
  /** Hours of transcript published in it; 0 when nothing was. */
  readonly hours: number;
  /** Mentions per hour of transcript; null when nothing was published. */
  readonly perHour: number | null;
}

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MAX_BARS = 72;
const STEPS = [1, 3, 12];

/**
 * All months from the first to the last, including those without an episode; as quarters or years if there would be more
 * than 72 bars. `months` is ascending, each as `2021-03`.
 */
export function periodsOf(months: readonly Month[]): readonly Period[] {
  const first = months[0];
  const last = months.at(-1);
  if (first === undefined || last === undefined) return [];
  const span = indexOf(last.month) - indexOf(first.month) + 1;
  const step = STEPS.find((size) => Math.ceil(span / size) <= MAX_BARS) ?? 12;
  const bucketOf = ({ month }: Month) => Math.floor(indexOf(month) / step);
  const sums = new Map<number, { count: number; hours: number }>();
  for (const month of months) {
    const sum = sums.get(bucketOf(month)) ?? { count: 0, hours: 0 };
    sums.set(bucketOf(month), { count: sum.count + month.count, hours: sum.hours + month.hours });
  }

  return Array.from({ length: bucketOf(last) - bucketOf(first) + 1 }, (_, offset) => {
    const bucket = bucketOf(first) + offset;
    const { count, hours } = sums.get(bucket) ?? { count: 0, hours: 0 };

    return { ...nameOf(bucket * step, step), count, hours, perHour: hours > 0 ? count / hours : null };
  });
}

/** At most five round numbers, from 0 up to the first that reaches `largest`. */
export function ticksUpTo(largest: number): readonly number[] {
  if (largest <= 0) return [0, 1];
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;

  return Array.from({ length: Math.ceil(largest / step - 1e-9) + 1 }, (_, index) =>
    Number((index * step).toPrecision(6)),
  );
}

/** Months since the year 0. */
function indexOf(month: string): number {
  const [year = 0, ofYear = 1] = month.split('-').map(Number);

  return year * 12 + ofYear - 1;
}

function nameOf(index: number, step: number): { label: string; year: number } {
  const year = Math.floor(index / 12);
  if (step === 12) return { label: String(year), year };
  if (step === 3) return { label: `${year} Q${Math.floor((index % 12) / 3) + 1}`, year };

  return { label: `${MONTH_NAMES[index % 12]} ${year}`, year };
}
