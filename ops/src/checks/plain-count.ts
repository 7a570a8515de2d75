import type { NamePattern } from '@earmark/contracts/mentions';

/**
 * A second implementation of the matching rule, with Node's Unicode support and one RegExp per pattern. Shares no code with
 * the product's matcher, so that both are unlikely to have the same bug. Slow.
 */
const REMOVED = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const MARKED =
  /((?=\p{L})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;
/** Letters of scripts without spaces, all of them. */
export const SPACELESS =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+$/u;
/** Must not adjoin a whole word. */
export const WORD = '[\\p{L}\\p{M}\\p{N}_]';

/** What the rule treats as equal, in the order it applies, except case. */
export const FOLDS = {
  'invisible characters': (text: string) => text.replace(REMOVED, ''),
  marks: (text: string) => text.normalize('NFD').replace(MARKED, '$1').normalize('NFC'),
  quotes: (text: string) => text.replace(/[’‘ʼ′´`]/g, "'").replace(/[“”„«»]/g, '"'),
  'dashes and blanks': (text: string) => text.replace(/[\p{Pd}\u2212\p{White_Space}]+/gu, ' '),
} as const;

/** Text as the rule compares it. */
export function folded(text: string, caseSensitive: boolean): string {
  const same = Object.values(FOLDS).reduce((folding, fold) => fold(folding), text);

  // JavaScript lower-cases sigma by its position in the word; the rule treats both forms as one.
  return caseSensitive ? same : same.toLowerCase().replaceAll('ς', 'σ');
}

/** The forms of a pattern in folded texts. */
export interface PlainForms {
  readonly caseSensitive: boolean;
  readonly isBounded: boolean;
  readonly forms: readonly string[];
}

interface PlainPattern extends PlainForms {
  readonly expression: RegExp;
}

/** Null when no character of the name is left, so that it matches nowhere. */
export function plainForms({ name, caseSensitive, wholeWord }: NamePattern): PlainForms | null {
  const written = folded(name, caseSensitive).replace(/^ | $/g, '');
  if (written === '') return null;
  const forms = new Set([written, written.replaceAll(' & ', ' and '), written.replaceAll(' and ', ' & ')]);
  const letters = written.match(/\p{L}/gu)?.join('') ?? '';

  return { caseSensitive, isBounded: wholeWord && !SPACELESS.test(letters), forms: [...forms] };
}

/** Null as for `plainForms`. Takes a millisecond: the word classes are compiled for each. */
export function plainPattern(pattern: NamePattern): PlainPattern | null {
  const plain = plainForms(pattern);
  if (plain === null) return null;
  const any = plain.forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const source = plain.isBounded ? `(?<!${WORD})(?:${any})(?!${WORD})` : `(?:${any})`;

  return { ...plain, expression: new RegExp(source, 'gu') };
}

/** Texts to search for one pattern after the other. */
export class PlainTexts {
  private readonly kept: string;
  private readonly lowered: string;
  /** Where each text starts in the joined texts. */
  private readonly keptStarts: readonly number[];
  private readonly loweredStarts: readonly number[];

  constructor(texts: readonly string[]) {
    const parts = { kept: texts.map((text) => folded(text, true)), lowered: texts.map((text) => folded(text, false)) };
    this.kept = parts.kept.join('\n');
    this.lowered = parts.lowered.join('\n');
    this.keptStarts = startsOf(parts.kept);
    this.loweredStarts = startsOf(parts.lowered);
  }

  /** Occurrences by index of the text, without texts that have none. */
  count({ caseSensitive, forms, expression }: PlainPattern): Map<number, number> {
    const joined = caseSensitive ? this.kept : this.lowered;
    const starts = caseSensitive ? this.keptStarts : this.loweredStarts;
    const counts = new Map<number, number>();
    if (!forms.some((form) => joined.includes(form))) return counts;
    let text = 0;
    for (const { index } of joined.matchAll(expression)) {
      while ((starts[text + 1] ?? Infinity) <= index) text++;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }

    return counts;
  }
}

function startsOf(parts: readonly string[]): number[] {
  let at = 0;

  return parts.map((part) => {
    const start = at;
    at += part.length + 1;
    return start;
  });
}
