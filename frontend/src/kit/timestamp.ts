import type { TimeFormat } from './preferences.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Milliseconds from the start as `01:02:03`, or as `62:03` in the short format. */
export function formatTimestamp(ms: number, format: TimeFormat): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (format === 'm:ss') return `${minutes}:${twoDigits(seconds % 60)}`;

  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
}
