import { describe, expect, it } from '@jest/globals';
import { foldText } from './matching-rule.ts';
import { foldName, foldQuickly, hasCharacters } from './quick-fold.ts';

it('folds a text as the matching rule does', () => {
  const parts = [
    ...[
      'The',
      'É',
      'e\u0301',
      ' ',
      '  ',
      '\t',
      '\r\n',
      '-',
      '–',
      '−',
      '\u00a0',
      '\u2003',
      '\u0085',
      '`',
      '´',
      '’',
      "'",
    ],
    ...['Σ', 'ς', 'İ', '\u00ad', '\u200b', '\u0301', '科', 'ß', '“', '"', '\0', '\u001f', '1', '𝔘', '\ud800', '\u037e'],
  ];
  let seed = 11;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const wrong: unknown[] = [];
  for (let round = 0; round < 10_000; round += 1) {
    const text = Array.from({ length: next(8) }, () => parts[next(parts.length)]).join('');
    const folded = foldText(text, false).text;
    if (foldQuickly(text) !== folded) wrong.push([text, foldQuickly(text), folded]);
  }
  expect(wrong).toEqual([]);
  expect(foldQuickly(`${'x'.repeat(100)}É – É`)).toBe(`${'x'.repeat(100)}e e`);
});

describe('foldName', () => {
  it('is the same for names that find each other', () => {
    expect(foldName(' Häagen–Dazs ')).toBe('haagen dazs');
    expect(foldName('L’ORÉAL')).toBe(foldName("l'oreal"));
    expect(foldName('Moët & Chandon')).not.toBe(foldName('Moët and Chandon'));
  });

  it('is empty for a name without characters', () => {
    expect(hasCharacters(' -\u200b')).toBe(false);
    expect(hasCharacters('+')).toBe(true);
  });
});
