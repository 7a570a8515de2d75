import { describe, expect, it } from '@jest/globals';
import { parseQuery, writeQuery, type WordsAsked } from './query-language.ts';

const read = (text: string) => {
  const { asked, filters, words, notes, refusal } = parseQuery(text);

  return { asked: asked && shown(asked), filters, words, notes, refusal };
};
function shown(asked: WordsAsked): string {
  switch (asked.kind) {
    case 'word':
      return asked.text;
    case 'prefix':
      return `${asked.text}*`;
    case 'phrase':
      return `"${asked.text}"`;
    case 'near':
      return `(${shown(asked.left)} near/${asked.distance} ${shown(asked.right)})`;
    case 'not':
      return `-${shown(asked.of)}`;
    case 'and':
    case 'or':
      return `(${asked.of.map(shown).join(asked.kind === 'and' ? ' & ' : ' | ')})`;
  }
}

describe('a query', () => {
  it.each([
    ['sea', 'sea'],
    ['deep sea', '(deep & sea)'],
    ['deep AND sea', '(deep & sea)'],
    ['deep OR sea fish', '(deep | (sea & fish))'],
    ['deep (sea OR lake)', '(deep & (sea | lake))'],
    ['sea -fish NOT lake', '(sea & -fish & -lake)'],
    ['NOT NOT sea', 'sea'],
    ['-"deep sea"', '-"deep sea"'],
    ['“deep sea” „lake“', '("deep sea" & "lake")'],
    ['light*', 'light*'],
    ['sea near/5 "old lamp"', '(sea near/5 "old lamp")'],
    ['sea NEAR/500 lamp', '(sea near/50 lamp)'],
    ['well-known', 'well-known'],
    ['and or not', '(and & or & not)'],
    ["it's C++", "(it's & C++)"],
    ['科技 OR ไทย', '(科技 | ไทย)'],
    ['', null],
    ['   ', null],
    ['""', null],
  ])('of %j asks for %s', (text, asked) => {
    expect(read(text)).toMatchObject({ asked, notes: [], refusal: null });
  });

  it('has filters anywhere, which are no words', () => {
    expect(read('sea speaker:"Ann Lee" podcast:night Category:book after:2025 before:2026-03-01 lamp')).toEqual({
      asked: '(sea & lamp)',
      filters: { speaker: 'Ann Lee', podcast: 'night', category: 'book', after: '2025', before: '2026-03-01' },
      words: 'sea lamp',
      notes: [],
      refusal: null,
    });
    expect(read('host:ann http://example.org')).toMatchObject({
      filters: {},
      asked: '(host:ann & http://example.org)',
    });
  });

  it.each([
    ['"deep sea', '"deep sea"', 'A quotation mark is missing; the phrase was read to the end.'],
    ['(sea', 'sea', 'A closing parenthesis is missing; it was added at the end.'],
    ['sea)', 'sea', 'A closing parenthesis without an opening one was left out.'],
    ['OR sea', 'sea', 'OR stands between two words or phrases.'],
    ['AND sea', 'sea', 'AND stands between two words or phrases.'],
    ['sea NOT', 'sea', 'NOT stands before a word or phrase.'],
    ['sea near/3', 'sea', 'near/5 stands between two words or phrases; here it was read as AND.'],
    ['a near/3 (b OR c)', '(a & (b | c))', 'near/5 stands between two words or phrases; here it was read as AND.'],
    ['sea -speaker:ann', 'sea', 'Filters cannot be excluded, so -speaker:ann was left out.'],
    ['speaker: sea', 'sea', 'speaker: names nothing yet.'],
    ['entity:a entity:b', null, 'Only one entity: at a time; the last one counts.'],
  ])('that makes little sense, %j, is read leniently, with a note', (text, asked, note) => {
    expect(read(text)).toMatchObject({ asked, notes: [note], refusal: null });
  });

  it.each([
    ['a '.repeat(33), /^A query may have 32 words and phrases; this one has 33/],
    [`${'('.repeat(13)}a`, /^Parentheses may be nested 12 deep/],
    ['x'.repeat(501), /^A query may have 500 characters/],
  ])('that is too large is refused: %.20s', (text, refusal) => {
    expect(read(text)).toMatchObject({ asked: null, refusal: expect.stringMatching(refusal) });
  });

  it('is read whatever it consists of, always to the same end', () => {
    const parts = [
      'a',
      'sea',
      '"',
      '(',
      ')',
      '-',
      'OR',
      'AND',
      'NOT',
      'near/5',
      '*',
      'b*',
      ' ',
      '  ',
      'speaker:',
      '科',
      '\u202e',
      '\ud800',
      '\0',
      '\\',
      "'",
      '|',
      '&',
      '!',
      ':*',
      '<->',
    ];
    let state = 11;
    const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 5000; round += 1) {
      const text = Array.from({ length: next(14) }, () => parts[next(parts.length)]).join(next(2) === 0 ? ' ' : '');
      const { asked, refusal, words } = parseQuery(text);
      expect(refusal).toBeNull();
      // What it is understood as, written out, is understood as the same.
      expect(asked && parseQuery(writeQuery(asked)).asked).toEqual(asked);
      expect(parseQuery(words).asked).toEqual(asked);
    }
  });
});
