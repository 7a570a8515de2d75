import { expect, it } from '@jest/globals';
import { properName, type FoundName } from './found-name.ts';
import { mergeNames } from './merge-names.ts';

const found = (name: string, type = 'company', confidence = 0.5): FoundName => ({
  name,
  type,
  confidence,
  suggestedUrl: null,
});
const merged = (...names: FoundName[]) =>
  mergeNames(names).map(({ name, type, confidence }) => `${name} ${type} ${confidence}`);

it('takes each name once, with the most frequent category and the highest confidence', () => {
  expect(merged(found('Acme', 'product'), found('ACME', 'company', 0.9), found('Acme’s', 'company', 0.2))).toEqual([
    'Acme company 0.9',
  ]);
});

it('knows a name by its letters, whatever its accents, possessive and punctuation', () => {
  expect(merged(found('Beyoncé', 'person'), found('“Beyonce”,', 'person'))).toEqual(['Beyoncé person 0.5']);
});

it('takes the first and the last name of a person into the only whole name', () => {
  const one = merged(found('Ada Lovelace', 'person', 0.6), found('Lovelace', 'person', 0.8), found('Ada', 'person'));
  expect(one).toEqual(['Ada Lovelace person 0.8']);
});

it('leaves a first name alone that two persons have, and the name of something else', () => {
  const two = [found('Ada Lovelace', 'person'), found('Ada Yonath', 'person'), found('Ada', 'person')];
  expect(merged(...two)).toHaveLength(3);
  expect(merged(found('Ada Lovelace', 'person'), found('Ada', 'product'))).toHaveLength(2);
});

it('knows a category however it is written, and a name without one', () => {
  expect(merged(found('Acme', ' Big Company '), found('Zed', ''))).toEqual(['Acme big_company 0.5', 'Zed unknown 0.5']);
  expect(merged(found('Acme', 'unknown'), found('Acme', 'unknown'), found('Acme', 'company'))).toEqual([
    'Acme company 0.5',
  ]);
});

it.each([
  [' "Google," ', 'Google'],
  ["Joe Rogan's", 'Joe Rogan'],
  ['the Joneses’', 'the Joneses'],
  ['C++', 'C++'],
  ['Yahoo!', 'Yahoo!'],
  ['Numbers (UK)', 'Numbers (UK)'],
  ['Acme)', 'Acme'],
  ['New\n  York', 'New York'],
  ['2026', null],
  ['—', null],
  ['x'.repeat(200), null],
])('writes %j as %j', (written, name) => {
  expect(properName(written)).toBe(name);
});
