import type { TimeFormat } from './preferences.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Milliseconds from the start: as `01:02:03`, as `62:03`, or, by itself short, as `2:03` and from an hour on `1:02:03`. */
export function formatTimestamp(ms: number, format: TimeFormat): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (format === 'm:ss' || (format === 'auto' && hours === 0)) return `${minutes}:${twoDigits(seconds % 60)}`;

  return `${format === 'auto' ? hours : twoDigits(hours)}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
}
