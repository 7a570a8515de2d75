/** A lone surrogate, which neither UTF-8 nor Postgres can hold. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** Replaces each lone surrogate with U+FFFD. */
export const wellFormedText = (text: string): string => text.replace(LONE_SURROGATE, '\uFFFD');
