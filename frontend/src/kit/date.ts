import { formatDistanceToNow } from 'date-fns';

// Publication days are in UTC, so that everybody sees the same day.
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `21 Nov 2026` of an ISO instant. */
export const formatDay = (iso: string): string => day.format(new Date(iso));

/** `21 Nov 2026` of epoch seconds. */
export const formatDayOfSeconds = (epochSeconds: number): string => day.format(new Date(epochSeconds * 1000));

/** `3 days ago` of an ISO instant. */
export const formatDistance = (iso: string): string => formatDistanceToNow(new Date(iso), { addSuffix: true });

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** `3 Mar 2026, 14:02:31` of an ISO instant, in the reader's time zone. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));
