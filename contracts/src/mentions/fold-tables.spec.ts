import { describe, expect, it } from '@jest/globals';
import { UNICODE_VERSION } from './fold-tables.generated.ts';
import {
  LETTER_BIT,
  MARK_BIT,
  SPACE_BIT,
  SPACELESS_BIT,
  STRIPS_MARKS_BIT,
  WORD_BIT,
  bitsOf,
  lowerCaseOf,
} from './fold-tables.ts';
import { foldText } from './matching-rule.ts';
import { unitFolds } from './unit-folds.ts';

// The tables are frozen at one Unicode version; a runtime with another version proves nothing.
const describeOnSameUnicode = process.versions.unicode === UNICODE_VERSION ? describe : describe.skip;

const CONTEXTS = [
  ['', ''],
  ['a', ''],
  ['', '\u0301'],
  ['\u0915', '\u093c'],
  ['\u1100', '\u11a8'],
] as const;

describeOnSameUnicode('the fold tables on the Unicode version they were generated from', () => {
  it('classify every kind of code point as the Unicode data does', () => {
    const properties: readonly [RegExp, number][] = [
      [/[\p{L}\p{M}\p{N}_]/u, WORD_BIT],
      [/\p{L}/u, LETTER_BIT],
      [/\p{M}/u, MARK_BIT],
      [/[\p{White_Space}\p{Pd}−]/u, SPACE_BIT],
      [/(?=\p{L})[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}]/u, STRIPS_MARKS_BIT],
      [
        /(?=\p{L})[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u,
        SPACELESS_BIT,
      ],
    ];
    const wrong = properties.flatMap(([pattern, bit]) =>
      everyKind().filter(
        (codePoint) => pattern.test(String.fromCodePoint(codePoint)) !== Boolean(bitsOf(codePoint) & bit),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('normalise every kind of code point, alone and between others, as the runtime does', () => {
    const wrong = everyKind().filter((codePoint) =>
      CONTEXTS.some(([before, after]) => {
        const text = before + String.fromCodePoint(codePoint) + after;
        return foldText(text, true).text !== foldedByRuntime(text);
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the fold tables', () => {
  it('have a lower-case word character exactly where the upper case is one', () => {
    const wrong = everyCodePoint().filter(
      (codePoint) => (bitsOf(codePoint) & WORD_BIT) !== (bitsOf(lowerCaseOf(codePoint)) & WORD_BIT),
    );
    expect(wrong).toEqual([]);
  });

  it('fold a single unit as they fold a text of that unit', () => {
    const { isPlain, caseKept, lowerCase } = unitFolds();
    const plain = Array.from(isPlain.keys()).filter((unit) => isPlain[unit] === 1);
    const wrong = plain.filter((unit) => {
      const text = String.fromCharCode(unit);
      const lower = String.fromCharCode(lowerCase[unit] ?? 0);
      return (
        foldText(text, true).text !== String.fromCharCode(caseKept[unit] ?? 0) ||
        foldText(text, false).text !== lower ||
        foldText(lower, false).text !== lower
      );
    });
    expect(wrong).toEqual([]);
    expect(plain.length).toBeGreaterThan(50_000);
  });
});

function everyCodePoint(): number[] {
  return Array.from(Array(0x110000).keys());
}

/** Every code point, except one in 64 of the uniform ranges: Chinese, private use and Hangul syllables. */
function everyKind(): number[] {
  const uniform = [
    [0x3400, 0x9fff],
    [0xac00, 0xd7a3],
    [0xe000, 0xf8ff],
    [0x17000, 0x18cff],
    [0x20000, 0x2f7ff],
    [0x2fa20, 0xe00ff],
    [0xe01f0, 0x10ffff],
  ] as const;
  return everyCodePoint().filter(
    (codePoint) => codePoint % 64 === 1 || !uniform.some(([first, last]) => codePoint >= first && codePoint <= last),
  );
}

function foldedByRuntime(text: string): string {
  return text
    .replace(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '')
    .normalize('NFD')
    .replace(/((?=\p{L})[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[’‘ʼ′´`]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[\p{Pd}−]/gu, ' ')
    .replace(/\p{White_Space}+/gu, ' ');
}
