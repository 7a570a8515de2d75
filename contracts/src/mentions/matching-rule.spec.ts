import { describe, expect, it } from '@jest/globals';
import { compileMatcher } from './matcher.ts';
import { findOccurrences, foldText } from './matching-rule.ts';
import type { NamePattern, Occurrence } from './matching-rule.ts';
import type { Neighbours, PatternContext } from './pattern-context.ts';

describe.each([
  ['the plain rule', findOccurrences],
  ['the fast matcher', fastOccurrences],
])('%s', (_, find) => {
  const found = (text: string, name: string, options: Partial<NamePattern> = {}) =>
    find(text, { name, caseSensitive: false, wholeWord: true, ...options }).map(({ start, end }) =>
      text.slice(start, end),
    );
  const inside = { wholeWord: false };
  const exact = { caseSensitive: true };

  it('gives UTF-16 offsets into the original, end exclusive', () => {
    const pattern = { name: 'acme', caseSensitive: false, wholeWord: true };
    expect(find('👍 Acme', pattern)).toEqual([{ start: 3, end: 7 }]);
  });

  it('finds names that start or end with punctuation', () => {
    expect(found('AT&T, C++ and C# on .NET with Node.js: Yahoo!', 'at&t')).toEqual(['AT&T']);
    expect(found('C++, c++; C and C+', 'C++')).toEqual(['C++', 'c++']);
    expect(found('on .NET, not ASP.NET', '.NET')).toEqual(['.NET']);
    expect(found('Node.js’s and NodeXjs', 'Node.js')).toEqual(['Node.js']);
    expect(found('C++17', 'C++')).toEqual([]);
  });

  it('treats all apostrophes as one and all quotation marks as one', () => {
    expect(found("L'Oréal L’Oréal LʼOreal L`Oréal L´Oréal", "L'Oréal")).toHaveLength(5);
    expect(found("L'Oréal", 'L’Oreal')).toEqual(["L'Oréal"]);
    expect(found("Levi's, Levi’s, Levi", "Levi's")).toEqual(["Levi's", 'Levi’s']);
    expect(found("Levi's", 'Levi')).toEqual(['Levi']);
    expect(found('„Weird Al“ “Weird Al” "Weird Al"', '«Weird Al»')).toHaveLength(3);
  });

  it('treats any run of dashes and white space as one space', () => {
    expect(found('Häagen-Dazs, Haagen Dazs, haagen – dazs, Haagen\n \tDazs, HaagenDazs', 'Häagen-Dazs')).toEqual([
      'Häagen-Dazs',
      'Haagen Dazs',
      'haagen – dazs',
      'Haagen\n \tDazs',
    ]);
    expect(found('New\u00a0York − New\u2011York', 'new york')).toHaveLength(2);
    expect(found('  --New York--  ', '- new  york -')).toEqual(['New York']);
  });

  it('treats & and "and" as the same word', () => {
    const text = 'Moët & Chandon, Moet and Chandon, Moet&Chandon, Moet And Chandon';
    expect(found(text, 'Moët & Chandon')).toEqual(['Moët & Chandon', 'Moet and Chandon', 'Moet And Chandon']);
    expect(found(text, 'moet and chandon')).toHaveLength(3);
    expect(found(text, 'Moet and Chandon', exact)).toEqual(['Moët & Chandon', 'Moet and Chandon']);
    expect(found('a and b & c, a & b & c, a and b and c, a & b and c', 'a & b and c')).toHaveLength(3);
  });

  it('requires word boundaries for whole words only', () => {
    expect(found('GoLand, Go_, Go2, go', 'Go')).toEqual(['go']);
    expect(found('GoLand', 'go', inside)).toEqual(['Go']);
    expect(found('New York Times', 'New York')).toEqual(['New York']);
    expect(found('𝒳Go Go𝒳 😀Go😀', 'Go')).toEqual(['Go']);
  });

  it('counts the first of overlapping occurrences', () => {
    expect(found('anananana', 'ana', inside)).toEqual(['ana', 'ana']);
    expect(found('duran duran duran', 'Duran Duran')).toEqual(['duran duran']);
    expect(found('x and x & x', 'x & x')).toEqual(['x and x']);
  });

  it('compares case only for case-sensitive patterns', () => {
    expect(found('apple Apple APPLE', 'Apple')).toHaveLength(3);
    expect(found('apple Apple APPLE', 'Apple', exact)).toEqual(['Apple']);
    expect(found('New  york New  York', 'New York', exact)).toEqual(['New  York']);
    expect(found('𐐀 𐐨', '𐐨')).toEqual(['𐐀', '𐐨']);
    expect(found('𐐀 𐐨', '𐐨', exact)).toEqual(['𐐨']);
  });

  it('lower-cases by character and expands nothing', () => {
    expect(found('İstanbul ISTANBUL ıstanbul', 'Istanbul')).toEqual(['İstanbul', 'ISTANBUL']);
    expect(found('STRASSE Straße STRAẞE', 'straße')).toEqual(['Straße', 'STRAẞE']);
    expect(found('ﬁgma figma', 'Figma')).toEqual(['figma']);
    expect(found('ΟΔΟΣ οδος οδοσ', 'Οδός')).toHaveLength(3);
  });

  it('ignores marks on Latin, Greek, Cyrillic, Hebrew and Arabic letters', () => {
    expect(found('Beyonce\u0301 Beyoncé beyonce', 'Beyoncé')).toEqual(['Beyonce\u0301', 'Beyoncé', 'beyonce']);
    expect(found('Чайко́вский', 'Чаиковский')).toEqual(['Чайко́вский']);
    expect(found('שָׁלוֹם', 'שלום')).toEqual(['שָׁלוֹם']);
    expect(found('مُحَمَّد', 'محمد')).toEqual(['مُحَمَّد']);
  });

  it('keeps marks of other scripts as part of the word', () => {
    expect(found('हिन्दी', 'हिन्दी')).toEqual(['हिन्दी']);
    expect(found('हिन्दी', 'हिन')).toEqual([]);
    expect(found('हिन्दी', 'हन्दी')).toEqual([]);
    expect(found('\u0929 \u0928\u093c', '\u0928\u093c')).toEqual(['\u0929', '\u0928\u093c']);
    expect(found('か\u3099 が か', 'が')).toEqual(['か\u3099', 'が']);
    expect(found('\u1112\u1161\u11ab', '한')).toEqual(['\u1112\u1161\u11ab']);
  });

  it('needs no boundary in scripts without spaces', () => {
    expect(found('我在北京大学用微信', '微信')).toEqual(['微信']);
    expect(found('小米14手机', '小米14')).toEqual(['小米14']);
    expect(found('我用Apple手机', 'Apple')).toEqual([]);
    expect(found('任天堂のスイッチで', 'スイッチ')).toEqual(['スイッチ']);
    expect(found('ไปกรุงเทพมา', 'กรุงเทพ')).toEqual(['กรุงเทพ']);
    expect(found('서울특별시', '서울')).toEqual([]);
  });

  it('ignores invisible characters', () => {
    expect(found('Face\u00adbook and Face\u200bbook', 'Facebook')).toEqual(['Face\u00adbook', 'Face\u200bbook']);
    expect(found('I ❤️ it', '❤')).toEqual(['❤️']);
    expect(found('👨\u200d👩\u200d👧', '👨👩')).toEqual(['👨\u200d👩']);
    expect(found('\u202aAcme\u202c', 'Acme')).toEqual(['Acme']);
    expect(found('Ac\u200dme\u200d', 'Acme')).toEqual(['Ac\u200dme']);
  });

  it('never cuts a surrogate pair and accepts lone surrogates', () => {
    expect(found('😀', '\ude00', inside)).toEqual([]);
    expect(found('😀', '\ud83d', inside)).toEqual([]);
    expect(found('\ud83dAcme\ude00', 'Acme')).toEqual(['Acme']);
    expect(found('x\ude00y', '\ude00', inside)).toEqual(['\ude00']);
  });

  it('finds nothing for a name without characters', () => {
    for (const name of ['', ' ', ' - ', '\u200b', '\ufe0f']) expect(found('a - b', name, inside)).toEqual([]);
    expect(found('', 'Acme')).toEqual([]);
  });
});

describe('the context of a pattern', () => {
  const it2 = (context: PatternContext) => ({ name: 'It', caseSensitive: false, wholeWord: true, ...context });
  const starts = (text: string, context: PatternContext, around: Partial<Neighbours> = {}) =>
    findOccurrences(text, it2(context), { before: '', after: '', ...around }).map(({ start }) => start);

  it('is one of the near words within the distance, in any case, folded and as a whole word', () => {
    const near = { near: ['Stéphen King', 'novel'] };
    expect(starts('I read It by stephen-KING', near)).toEqual([7]);
    expect(starts('I read It, a great novel', near)).toEqual([7]);
    expect(starts('I read It, of all novels', near)).toEqual([]);
    expect(starts('I read It', near)).toEqual([]);
  });

  it('is none of the words that must not be near', () => {
    expect(starts('It rains. It pours.', { notNear: ['pours'], distance: 2 })).toEqual([0]);
    expect(starts('I read It by King', { near: ['King'], notNear: ['read'] })).toEqual([]);
  });

  it('counts words, to either side: the next one is at distance 1', () => {
    expect(starts('It one two King', { near: ['King'], distance: 3 })).toEqual([0]);
    expect(starts('It one two King', { near: ['King'], distance: 2 })).toEqual([]);
    expect(starts('King -- one, two ... It', { near: ['King'], distance: 3 })).toEqual([21]);
    expect(starts(`It ${'word '.repeat(29)}King`, { near: ['King'] })).toEqual([0]);
    expect(starts(`It ${'word '.repeat(30)}King`, { near: ['King'] })).toEqual([]);
  });

  it('is looked for in the texts before and after, word by word', () => {
    const near = { near: ['King'], distance: 3 };
    expect(starts('a It b', near, { before: 'King c' })).toEqual([2]);
    expect(starts('a It b', near, { before: 'King c d' })).toEqual([]);
    expect(starts('a It b', near, { after: 'c King' })).toEqual([2]);
    expect(starts('a It b', near, { after: 'c d King' })).toEqual([]);
  });

  it('may overlap the occurrence', () => {
    expect(starts('Post It notes, and It', { notNear: ['post it'], distance: 1 })).toEqual([19]);
  });

  it('counts each character of a script without spaces as a word', () => {
    const pattern = { name: '小米', caseSensitive: false, wholeWord: true, near: ['手机'], distance: 2 };
    expect(findOccurrences('小米的手机', pattern)).toHaveLength(1);
    expect(findOccurrences('小米的好手机', pattern)).toEqual([]);
  });
});

describe('foldText', () => {
  it('maps each unit of the folded text to the original', () => {
    expect(foldText('É\u0301 –𐐀', false)).toEqual({
      text: 'e 𐐨',
      starts: [0, 2, 4, 4],
      ends: [2, 4, 6, 6],
    });
  });

  it('keeps case and folds the rest when case matters', () => {
    expect(foldText('L’Oréal – İ', true).text).toBe("L'Oreal I");
  });
});

function fastOccurrences(text: string, pattern: NamePattern): Occurrence[] {
  const occurrences: Occurrence[] = [];
  compileMatcher([pattern]).scan(text, (_, start, end) => occurrences.push({ start, end }));
  return occurrences;
}
