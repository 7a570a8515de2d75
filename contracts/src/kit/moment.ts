/** Up to here the parameter `t` of a link means seconds, beyond it milliseconds. */
const LARGEST_IN_SECONDS = 10_000;

/** Milliseconds of the query parameter `t`: above 10000 it is milliseconds, else seconds. Null if it is not a moment. */
export function parseMoment(t: string | null): number | null {
  if (t === null || !/^\d+(?:\.\d+)?$/.test(t.trim())) return null;
  const value = Number(t);

  return Math.round(value > LARGEST_IN_SECONDS ? value : value * 1000);
}

/**
 * The parameter for a moment: whole seconds up to 10000, milliseconds beyond, so that it is parsed back to the same moment.
 */
export function formatMoment(ms: number): string {
  const seconds = Math.floor(ms / 1000);

  return String(seconds <= LARGEST_IN_SECONDS ? seconds : Math.floor(ms));
}
