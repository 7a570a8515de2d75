/** A lone surrogate, which neither UTF-8 nor Postgres can hold. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** Replaces each lone surrogate with U+FFFD. Only a JSON escape can produce one. */
export const wellFormedText = (text: string): string => text.replace(LONE_SURROGATE, '\uFFFD');

/** Parsed JSON with well-formed texts and keys. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return wellFormedText(value);
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== 'object') return value;

  return Object.fromEntries(Object.entries(value).map(([key, each]) => [wellFormedText(key), wellFormed(each)]));
}
