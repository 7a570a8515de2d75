import { describe, expect, it } from '@jest/globals';
import { findOccurrences } from '@earmark/contracts/mentions';
import { wordKeys, wordQuery } from './segment-words.ts';

const mayStand = (text: string, query: string): boolean => {
  const keys = new Set(wordKeys(text));
  return wordQuery(query).keys.every((key) => keys.has(key));
};
const stands = (text: string, name: string): boolean =>
  findOccurrences(text, { name, caseSensitive: false, wholeWord: true }).length > 0;

describe('the words of a segment', () => {
  it.each([
    ['The New York Times.', 'new york'],
    ['Café au lait', 'CAFE'],
    ['it’s fine', "It's"],
    ['rock & roll', 'Rock and Roll'],
    ['rock and roll', 'rock & roll'],
    ['高科技人', '科技'],
    ['高科技2020人', '技2'],
    ['我用AI科技做事', '科技做'],
    ['AI科技 rocks', 'ai科技'],
    ['ที่นี่ดี', 'นี่ดี'],
    ['C++ and C#', 'c++'],
    ['so\u00adft\u200bware', 'software'],
    ['Straße 𝔘nicode 🎧', '𝔘nicode'],
    ['well-known', 'well known'],
    ['wow !!!', '!!!'],
    ['Some of \n-the rest', 'of the'],
    ['a & the b', '& the'],
    ['to be or\u00a0not to be', 'To be or not'],
    ["it's, it`s", 'it’s'],
    ['you & I', 'you and I'],
    ['“...” – said', '...'],
    ['a👍 👍', '👍'],
    ['gone...', '..'],
    ['(.\t-. . 👍', '. . .'],
    ['wait...!?', '.!?'],
    ['wait; (what)', '(what)'],
    ['x \u037e y', ';'],
  ])('of %j lead to %j', (text, query) => {
    expect(stands(text, query)).toBe(true);
    expect(mayStand(text, query)).toBe(true);
  });

  it.each([
    ['of, the', 'of the'],
    ['often the', 'of the'],
    ['the of', 'of the'],
    ['it s', "it's"],
    ["it''s", "it's"],
    ['AT&T', '&'],
    ['wait! what', '!'],
    ['wait... what', '...'],
    ['wait. .b', '. .'],
  ])('of %j say that %j is not there', (text, query) => {
    expect(stands(text, query)).toBe(false);
    expect(mayStand(text, query)).toBe(false);
    expect(wordQuery(query).isExact).toBe(true);
  });

  it('never hide what the rule finds, and decide alone where they say so', () => {
    const parts =
      'the,The,NEW,york,york’s,and,of,s,a,&, ,  ,-,`,’,...,“,👍,\n,\u037e,科,技,科技,ที่,é,e\u0301,2,_,\u00ad,\u0301,.,ß,Σ,ς,İ,꙰,it'.split(
        ',',
      );
    let seed = 7;
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const some = (most: number) => Array.from({ length: 1 + next(most) }, () => parts[next(parts.length)]).join('');
    const wrong: unknown[] = [];
    let found = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const text = some(9);
      const query = some(3);
      const isFound = stands(text, query);
      const isExpected = mayStand(text, query);
      if (isFound) found += 1;
      if (isFound ? !isExpected : isExpected && wordQuery(query).isExact) wrong.push([text, query]);
    }
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(300);
  });
});
