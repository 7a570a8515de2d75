const pad = (value: number): string => String(value).padStart(2, '0');

/** HH:MM:SS from whole milliseconds; hours may have more than two digits. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);

  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}
