import { foldName } from '@earmark/contracts/mentions';

/** A segment as finders read it. */
export interface FinderSegment {
  readonly startMs: number;
  /** Null: not known. */
  readonly speaker: string | null;
  readonly text: string;
}

/** A name that a finder gives. Whether and where it stands in the transcript is for us to see. */
export interface FoundName {
  readonly name: string;
  /** Name of a category, which need not exist. */
  readonly type: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly suggestedUrl: string | null;
}

/** The category of a name about which nothing else is known. */
export const UNKNOWN_TYPE = 'unknown';

const LONGEST_NAME = 120;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#!)]+$/gu;

/** A name as it is proposed: on one line, without punctuation at its edges or a possessive. Null: no name. */
export function properName(written: string): string | null {
  if (written.length > 2 * LONGEST_NAME) return null;
  const name = written
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(EDGES, '')
    .replace(/['’]s$/iu, '')
    .replace(/(?<=s)['’]$/iu, '')
    .replaceAll(EDGES, '');
  const hasOpening = name.includes('(');
  const whole = hasOpening ? name : name.replace(/\)+$/, '');

  return whole.length > LONGEST_NAME || whole.length < 2 || !/\p{L}/u.test(whole) ? null : whole;
}

/** Equal for names that count as the same. */
export const nameKey = (name: string): string => foldName(properName(name) ?? name);
