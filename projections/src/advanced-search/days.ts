/** A day, month or year of publication in UTC: [fromMs, toMs). */
export interface Days {
  readonly text: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Reads YYYY, YYYY-MM or YYYY-MM-DD; null for anything else. */
export function readDays(text: string): Days | null {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text.trim());
  if (!match) return null;
  const [year = 0, month, day] = match.slice(1).map((digits) => (digits === undefined ? undefined : Number(digits)));
  const at = (years: number, months: number, days: number) =>
    Date.UTC(year + years, (month ?? 1) - 1 + months, (day ?? 1) + days);
  const from = new Date(at(0, 0, 0));
  const isThere =
    year >= 1000 &&
    from.getUTCMonth() === (month ?? 1) - 1 &&
    from.getUTCDate() === (day ?? 1) &&
    month !== 0 &&
    day !== 0;
  if (!isThere) return null;
  const toMs = day !== undefined ? at(0, 0, 1) : month !== undefined ? at(0, 1, 0) : at(1, 0, 0);
  const shown = from.toISOString().slice(0, day !== undefined ? 10 : month !== undefined ? 7 : 4);

  return { text: shown, fromMs: from.getTime(), toMs };
}
