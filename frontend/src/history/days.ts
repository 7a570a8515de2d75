const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const DAY_MS = 24 * 60 * 60_000;

/** Today, Yesterday, or `Saturday, 31 January 2026`, in the reader's time zone. */
export function dayOf(iso: string, now: Date = new Date()): string {
  const words = day.format(new Date(iso));
  if (words === day.format(now)) return 'Today';

  return words === day.format(new Date(now.getTime() - DAY_MS)) ? 'Yesterday' : words;
}

/** The local day as a date input writes it, as the instant at which it begins; `added` days later. */
export function startOfDay(date: string, added = 0): string | null {
  const [year, month, dayOfMonth] = date.split('-').map(Number);
  const start = new Date(year ?? NaN, (month ?? NaN) - 1, (dayOfMonth ?? NaN) + added);

  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
