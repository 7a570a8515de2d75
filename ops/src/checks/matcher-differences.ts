import { compileMatcher } from '@earmark/contracts/mentions';
import type { NamePattern } from '@earmark/contracts/mentions';
import { plainPattern, PlainTexts } from './plain-count.ts';
import { PlainIndex } from './plain-index.ts';
import { seededRandom } from '../suites/synthetic-corpus.ts';

export interface Comparison {
  /** (name, segment) pairs that either side found. */
  readonly rows: number;
  /** Pairs with different numbers of occurrences. */
  readonly differences: number;
  /** Description of the first difference; null when there is none. */
  readonly example: string | null;
}

/** Compares the product's matcher with the plain count, all patterns in all texts. */
export function compareWithPlain(texts: readonly string[], patterns: readonly NamePattern[]): Comparison {
  const matcher = compileMatcher(patterns);
  const found = patterns.map(() => new Map<number, number>());
  texts.forEach((text, index) =>
    matcher.scan(text, (pattern) => found[pattern]!.set(index, (found[pattern]!.get(index) ?? 0) + 1)),
  );
  const plainTexts = new PlainTexts(texts);
  let rows = 0;
  let differences = 0;
  let example: string | null = null;
  patterns.forEach((pattern, number) => {
    const plain = plainPattern(pattern);
    const expected = plain === null ? new Map<number, number>() : plainTexts.count(plain);
    const actual = found[number]!;
    for (const index of new Set([...expected.keys(), ...actual.keys()])) {
      rows++;
      if (expected.get(index) === actual.get(index)) continue;
      differences++;
      example ??= `${JSON.stringify(pattern)} in ${JSON.stringify(texts[index])}: ${actual.get(index) ?? 0}, plainly ${expected.get(index) ?? 0}`;
    }
  });

  return { rows, differences, example };
}

/** Compares the plain count through its word index with one RegExp on every text, all patterns in all texts. */
export function compareWithIndex(texts: readonly string[], patterns: readonly NamePattern[]): Comparison {
  const plainTexts = new PlainTexts(texts);
  const index = new PlainIndex(texts);
  const result = { rows: 0, differences: 0, example: null as string | null };
  for (const pattern of patterns) {
    const plain = plainPattern(pattern);
    if (plain === null) continue;
    const expected = plainTexts.count(plain);
    const actual = index.find(plain);
    for (const place of new Set([...expected.keys(), ...actual])) {
      result.rows++;
      if (expected.has(place) === actual.has(place)) continue;
      result.differences++;
      result.example ??= `${JSON.stringify(pattern)} in ${JSON.stringify(texts[place])}: ${actual.has(place) ? 'only' : 'not'} by the index`;
    }
  }

  return result;
}

const PARTS = [
  ...[
    'C++',
    '.NET',
    'Node.js',
    'New York',
    'New York Times',
    'York',
    'ana',
    'anana',
    "Levi's",
    'AT&T',
    'Procter & Gamble',
  ],
  ...[
    'Procter and Gamble',
    'R and D',
    'é',
    'e\u0301',
    'E\u0301',
    'ß',
    'ẞ',
    'İ',
    'ı',
    'Σ',
    'ς',
    'σ',
    'ΟΔΟΣ',
    'Łódź',
    'ёж',
  ],
  ...[
    '’',
    "'",
    'ʼ',
    '“',
    '”',
    '—',
    '-',
    '\u2212',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\ufe0f',
    '_',
    '7',
    '½',
    '🎧',
    '👩‍💻',
    '𝒜',
    '𐐷',
  ],
  ...[
    '東京',
    '東京都',
    'ラーメン',
    'ไทย',
    'สวัสดี',
    '한글',
    'हिन्दी',
    'क्',
    'שָׁלוֹם',
    'سَلام',
    '\u0301',
    '\u0327\u0301',
    '\u0301\u0327',
    'ﬁ',
    'Å',
    '&',
    ' and ',
    ' & ',
  ],
];

/** Texts and patterns built from pieces that are hard to count; the same for the same seed. */
export function adversarial(texts: number, patterns: number): { texts: string[]; patterns: NamePattern[] } {
  const random = seededRandom(7);
  const some = (most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => PARTS[Math.floor(random() * PARTS.length)]!).join(
      random() < 0.5 ? ' ' : '',
    );

  return {
    texts: Array.from({ length: texts }, () => some(14)),
    patterns: Array.from({ length: patterns }, () => ({
      name: some(2),
      caseSensitive: random() < 0.2,
      wholeWord: random() < 0.8,
    })),
  };
}
