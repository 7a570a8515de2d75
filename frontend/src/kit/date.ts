import { counted } from './counted.ts';

// Publication days are in UTC, so that everybody sees the same day.
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `21 Nov 2026` of an ISO instant. */
export const formatDay = (iso: string): string => day.format(new Date(iso));

/** `21 Nov 2026` of epoch seconds. */
export const formatDayOfSeconds = (epochSeconds: number): string => day.format(new Date(epochSeconds * 1000));

const [AN_HOUR, A_DAY, A_MONTH, A_YEAR] = [60, 1440, 43_200, 525_600];

/** `3 days ago` of an ISO instant, `in 3 days` if it lies ahead. */
export function formatDistance(iso: string): string {
  const minutes = Math.round((Date.now() - Date.parse(iso)) / 60_000);
  const words = distanceOf(Math.abs(minutes));

  return minutes < 0 ? `in ${words}` : `${words} ago`;
}

function distanceOf(minutes: number): string {
  if (minutes < 1) return 'less than a minute';
  if (minutes < 45) return counted(minutes, 'minute');
  if (minutes < A_DAY) return `about ${counted(Math.round(minutes / AN_HOUR), 'hour')}`;
  if (minutes < A_MONTH) return counted(Math.round(minutes / A_DAY), 'day');
  if (minutes < 2 * A_MONTH) return `about ${counted(Math.round(minutes / A_MONTH), 'month')}`;
  if (minutes < A_YEAR) return counted(Math.round(minutes / A_MONTH), 'month');
  const years = minutes / A_YEAR;
  const whole = Math.floor(years);
  if (years - whole < 0.25) return `about ${counted(whole, 'year')}`;

  return years - whole < 0.75 ? `over ${counted(whole, 'year')}` : `almost ${counted(whole + 1, 'year')}`;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** `3 Mar 2026, 14:02:31` of an ISO instant, in the reader's time zone. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));
