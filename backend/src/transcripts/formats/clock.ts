const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,9}))?$/;
const SECONDS = /^\d{1,7}(?:[.,]\d{1,9})?s?$/;

/**
 * Milliseconds of `[hh:]mm:ss[.fff]`, with one digit of hours or a decimal comma allowed. Second 60, a product of rounding,
 * is the next minute. Null for anything else, also for seconds above 60 and, after hours, minutes above 59.
 */
export function clockMs(text: string): number | null {
  const match = CLOCK.exec(text);
  if (match === null) return null;
  const [, hours, minutes, seconds, fraction] = match;
  if (Number(seconds) > 60 || (hours !== undefined && Number(minutes) > 59)) return null;
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Math.round(Number(`0.${fraction ?? 0}`) * 1000);
}

/** Milliseconds of a clock or of plain seconds ("12.34", "12.34s"). Null for anything else. */
export function clockOrSecondsMs(text: string): number | null {
  const trimmed = text.trim();
  if (SECONDS.test(trimmed)) return Math.round(Number(trimmed.replace(',', '.').replace('s', '')) * 1000);
  return clockMs(trimmed);
}

/** The times of a timing line `start --> end[ settings]` in ms, null where one cannot be read. Null when the line is not one. */
export function timingLine(line: string): { startMs: number | null; endMs: number | null } | null {
  const arrow = line.indexOf('-->');
  if (arrow === -1 || arrow > 40) return null;
  const start = line.slice(0, arrow).trim();
  const [end = ''] = line
    .slice(arrow + 3, arrow + 60)
    .trim()
    .split(/[ \t]/, 1);
  const times = { startMs: clockOrSecondsMs(start), endMs: clockOrSecondsMs(end) };
  const isRead = times.startMs !== null && times.endMs !== null;
  return isRead || (/^[^\s<[(]*$/.test(start) && /\d:\d|:\d\d/.test(`${start} ${end}`)) ? times : null;
}
