/** Half of a character outside the basic plane: neither UTF-8 nor Postgres can hold it. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** With U+FFFD for each half of a character that stands alone; only escapes of JSON can write one. */
export const wellFormedText = (text: string): string => text.replace(LONE_SURROGATE, '\uFFFD');

/** JSON as read, with well-formed texts and keys. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return wellFormedText(value);
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== 'object') return value;

  return Object.fromEntries(Object.entries(value).map(([key, each]) => [wellFormedText(key), wellFormed(each)]));
}
