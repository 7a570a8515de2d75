import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { compileMatcher } from './matcher.ts';
import { findOccurrences } from './matching-rule.ts';
import type { NamePattern } from './matching-rule.ts';

const ALPHABETS = {
  Latin: [
    'a',
    'b',
    'n',
    'A',
    'B',
    'é',
    'e\u0301',
    'É',
    'ñ',
    'ß',
    'ẞ',
    'İ',
    'ﬁ',
    '\u0301',
    '\u0327',
    '1',
    '_',
    '.',
    '+',
  ],
  words: [
    'New',
    'York',
    'Times',
    'new',
    ' ',
    ' ',
    '  ',
    '\n',
    '-',
    ' – ',
    ' & ',
    ' and ',
    '&',
    'and',
    'AND',
    "'s",
    '’',
    '"',
    '“',
  ],
  Greek: ['Σ', 'σ', 'ς', 'α', 'ά', 'ᾳ', 'ώ', '\u0345', ' ', 'Ω', 'Ω', '\u1fee', '¨', '\u0301'],
  Cyrillic: ['й', 'и', 'и\u0306', 'Й', 'ё', 'Е', ' ', '-', '\u0484'],
  Hebrew: ['ש', 'שׁ', '\u05c1', '\u05bc', 'ל', '־', ' ', '\u200f'],
  Arabic: ['م', 'ح', 'َ', 'ّ', 'أ', 'ا\u0654', ' ', 'ـ', '\u202b', '\u202c'],
  Devanagari: ['ह', 'ि', 'न', '्', '\u093c', 'ऩ', 'क़', 'क', ' ', '\u200d', '।'],
  Japanese: ['か', '\u3099', 'が', 'ガ', 'ー', '々', '中', '国', '豈', ' ', 'A', '1'],
  Thai: ['ก', 'ร', 'ุ', 'ง', '่', '้', 'ำ', ' ', 'a'],
  Korean: ['한', '국', '\u1112', '\u1161', '\u11ab', '가', ' ', '은'],
  astral: [
    '😀',
    '❤',
    '\ufe0f',
    '\u200d',
    '👍🏽',
    '\ud83d',
    '\ude00',
    '𝒳',
    '𐐀',
    '𐐨',
    '\u{1d15e}',
    '\u{1d165}',
    '\u{e0100}',
    'a',
    ' ',
  ],
  removed: ['a', 'b', '\u00ad', '\u200b', '\u200d', '\u2060', '\ufeff', '\ufe0e', '\u0301', ' '],
} as const;

describe('the fast matcher', () => {
  it.each(Object.entries(ALPHABETS))('agrees with the plain rule on hostile %s', (_, alphabet) => {
    expect(disagreement(fc.constantFrom(...alphabet), 120)).toBeNull();
  });

  it('agrees with the plain rule on all scripts mixed', () => {
    expect(disagreement(fc.constantFrom(...Object.values(ALPHABETS).flat()), 300)).toBeNull();
  });

  it('agrees with the plain rule on any string', () => {
    expect(disagreement(fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }), 100)).toBeNull();
  });

  it.each(Object.entries(ALPHABETS))('agrees with the plain rule on contexts in hostile %s', (_, alphabet) => {
    expect(disagreementInContext(fc.constantFrom(...alphabet, ' '), 60)).toBeNull();
  });

  it('agrees with the plain rule on contexts in all scripts mixed', () => {
    expect(disagreementInContext(fc.constantFrom(...Object.values(ALPHABETS).flat(), ' '), 200)).toBeNull();
  });

  it('ignores contexts by version 1 of the rule, as the plain rule does', () => {
    const pattern = { ...whole('It'), near: ['King'] };
    const found: number[] = [];
    compileMatcher([pattern]).scan('It is raining', (_, start) => found.push(start), undefined, 1);
    expect(found).toEqual([0]);
    expect(findOccurrences('It is raining', pattern, undefined, 1)).toEqual([{ start: 0, end: 2 }]);
    expect(findOccurrences('It is raining', pattern)).toEqual([]);
  });

  it('says where neighbours decide', () => {
    const matcher = compileMatcher([whole('Acme'), { ...whole('It'), near: ['King'] }]);
    expect(matcher.hasContexts).toBe(true);
    expect(['Acme', 'King', 'it'].map((text) => matcher.dependsOnNeighbours(text))).toEqual([false, false, true]);
    expect(compileMatcher([whole('It')]).hasContexts).toBe(false);
  });

  it('gives the same answers when there are more characters than columns', () => {
    const names = Array.from({ length: 400 }, (_, index) =>
      String.fromCodePoint(0x4e00 + index, 0x20, 0x430 + (index % 32)),
    );
    const text = names.join('; ');
    expect(scan(patternsOf(names), text)).toEqual(plain(patternsOf(names), text));
  });

  it('reports a name once for each pattern that has it', () => {
    const patterns = [whole('Acme'), whole('ACME'), { ...whole('acme'), caseSensitive: true }, inner('acme')];
    expect(scan(patterns, 'Acme acme')).toEqual([
      [
        [0, 4],
        [5, 9],
      ],
      [
        [0, 4],
        [5, 9],
      ],
      [[5, 9]],
      [
        [0, 4],
        [5, 9],
      ],
    ]);
  });

  it('finds names within names', () => {
    const patterns = patternsOf(['New York', 'New York Times', 'York', 'Times', 'York Times Square']);
    expect(scan(patterns, 'the New  York-Times')).toEqual([[[4, 13]], [[4, 19]], [[9, 13]], [[14, 19]], []]);
  });

  it('scans many texts in a row without carrying state over', () => {
    const matcher = compileMatcher([whole('Acme')]);
    const ends: number[] = [];
    for (const text of ['Acme', 'x\u0301 Acme', 'Acme', '']) matcher.scan(text, (_, __, end) => ends.push(end));
    expect(ends).toEqual([4, 7, 4]);
  });

  it('distinguishes a lone surrogate from the pairs that start with it', () => {
    const patterns = ['\ud83da', '\ud83d\uffff', '😀', '😁'].map(inner);
    const text = '\ud83da 😀\ud83d\uffff😁';
    expect(scan(patterns, text)).toEqual([[[0, 2]], [[5, 7]], [[3, 5]], [[7, 9]]]);
  });

  it('handles no patterns and very long ones', () => {
    expect(scan([], 'Acme')).toEqual([]);
    const long = 'ab '.repeat(50_000);
    expect(scan([whole(long)], `${long}.`)).toEqual([[[0, long.length - 1]]]);
    expect(plain([whole(long)], `${long}.`)).toEqual([[[0, long.length - 1]]]);
  });
});

const entities = join(__dirname, '../../../../shared/data/entities/edge-names.json');
const transcript = join(__dirname, '../../../../shared/data/transcripts/the-changelog-family/go-time-200.md');
// The shared test data is outside the repository.
const describeWithData = existsSync(entities) && existsSync(transcript) ? describe : describe.skip;

describeWithData('the fast matcher on real names', () => {
  it('agrees with the plain rule on a transcript', () => {
    const names = z.array(z.object({ name: z.string() })).parse(JSON.parse(readFileSync(entities, 'utf8')));
    const patterns = patternsOf(names.map(({ name }) => name));
    const paragraphs = readFileSync(transcript, 'utf8').split('\n').slice(0, 60);
    const text = [...paragraphs, ...names.map(({ name }) => `${name}.`)].join('\n');
    expect(scan(patterns, text)).toEqual(plain(patterns, text));
  });
});

/** The first patterns and texts on which the two disagree; null when there are none. */
function disagreement(part: fc.Arbitrary<string>, runs: number): object | null {
  const stringOf = (maxLength: number) => fc.array(part, { maxLength }).map((parts) => parts.join(''));
  const pattern = fc.record({ name: stringOf(6), caseSensitive: fc.boolean(), wholeWord: fc.boolean() });
  const cases = fc.record({
    patterns: fc.array(pattern, { minLength: 1, maxLength: 8 }),
    texts: fc.array(stringOf(30), { minLength: 1, maxLength: 3 }),
  });
  const agree = fc.property(cases, ({ patterns, texts }) => {
    // Names are cut from the texts; random ones would rarely occur in them.
    const pieces = texts.flatMap((text) => [inner(text.slice(2, 5)), whole(text.slice(1, 9))]);
    const all = [...patterns, ...pieces];
    const scanAll = scanner(all);
    return texts.every((text) => JSON.stringify(scanAll(text)) === JSON.stringify(plain(all, text)));
  });
  return fc.check(agree, { numRuns: runs }).counterexample;
}

/** The same with contexts, over three texts that follow each other. */
function disagreementInContext(part: fc.Arbitrary<string>, runs: number): object | null {
  const stringOf = (maxLength: number) => fc.array(part, { maxLength }).map((parts) => parts.join(''));
  const words = fc.array(fc.tuple(fc.nat(2), fc.nat(12), fc.nat(4)), { maxLength: 2 });
  const pattern = fc.record({
    name: stringOf(3),
    caseSensitive: fc.boolean(),
    wholeWord: fc.boolean(),
    near: words,
    notNear: words,
    distance: fc.integer({ min: 1, max: 4 }),
  });
  const cases = fc.record({
    patterns: fc.array(pattern, { minLength: 1, maxLength: 4 }),
    texts: fc.tuple(stringOf(16), stringOf(20), stringOf(16)),
  });
  const agree = fc.property(cases, ({ patterns, texts }) => {
    // Names and words are cut from the texts; random ones would rarely occur in them.
    const cut = (places: readonly (readonly [number, number, number])[]) =>
      places.map(([text, start, length]) => texts[text]!.slice(start, start + length));
    const all = patterns.flatMap((one, index) => {
      const context = { near: cut(one.near), notNear: cut(one.notNear), distance: one.distance };
      return [
        { ...one, ...context },
        { ...one, ...context, name: texts[1].slice(index * 2, index * 2 + 3) },
      ];
    });
    const [before, text, after] = texts;
    const found: number[][][] = all.map(() => []);
    compileMatcher(all).scan(text, (at, start, end) => found[at]?.push([start, end]), { before, after });
    const plainly = all.map((one) =>
      findOccurrences(text, one, { before, after }).map(({ start, end }) => [start, end]),
    );
    return JSON.stringify(found) === JSON.stringify(plainly);
  });
  return fc.check(agree, { numRuns: runs }).counterexample;
}

function scan(patterns: readonly NamePattern[], text: string): number[][][] {
  return scanner(patterns)(text);
}

function scanner(patterns: readonly NamePattern[]): (text: string) => number[][][] {
  const matcher = compileMatcher(patterns);
  return (text) => {
    const found: number[][][] = patterns.map(() => []);
    matcher.scan(text, (pattern, start, end) => found[pattern]?.push([start, end]));
    return found;
  };
}

function plain(patterns: readonly NamePattern[], text: string): number[][][] {
  return patterns.map((pattern) => findOccurrences(text, pattern).map(({ start, end }) => [start, end]));
}

function patternsOf(names: readonly string[]): NamePattern[] {
  return names.map(whole);
}

function whole(name: string): NamePattern {
  return { name, caseSensitive: false, wholeWord: true };
}

function inner(name: string): NamePattern {
  return { name, caseSensitive: false, wholeWord: false };
}
