import { expect, it } from '@jest/globals';
import { findDuplicates } from './duplicates.ts';

const names = (...all: [name: string, mentions?: number, typeId?: string][]) =>
  all.map(([name, mentions = 0, typeId = 'person']) => ({ id: `${typeId} ${name}`, name, typeId, mentions }));
const pairs = (...all: [name: string, mentions?: number, typeId?: string][]) =>
  findDuplicates(names(...all)).map(({ from, into, likeness }) => [
    from.replace('person ', ''),
    into.replace('person ', ''),
    likeness,
  ]);

it('finds names that are equal but for spaces, punctuation and category, and keeps the one with more mentions', () => {
  expect(pairs(['Face Book', 2], ['FaceBook', 9])).toEqual([['Face Book', 'FaceBook', 'same']]);
  expect(pairs(['Apple', 3, 'company'], ['Apple', 1, 'product'])).toEqual([['product Apple', 'company Apple', 'same']]);
});

it('finds words in another order, initials, misspellings and last names', () => {
  expect(pairs(['Huberman, Andrew'], ['Andrew Huberman', 1])).toEqual([
    ['Huberman, Andrew', 'Andrew Huberman', 'order'],
  ]);
  expect(pairs(['International Business Machines'], ['IBM', 1])).toEqual([
    ['International Business Machines', 'IBM', 'initials'],
  ]);
  expect(pairs(['Zuckerburg'], ['Zuckerberg', 1])).toEqual([['Zuckerburg', 'Zuckerberg', 'spelling']]);
  expect(pairs(['Zukcerberg'], ['Zuckerberg', 1])).toEqual([['Zukcerberg', 'Zuckerberg', 'spelling']]);
  expect(pairs(['Zuckerbergs'], ['Zuckerberg', 1])).toEqual([['Zuckerbergs', 'Zuckerberg', 'spelling']]);
  expect(pairs(['Huberman'], ['Andrew Huberman', 1])).toEqual([['Huberman', 'Andrew Huberman', 'part']]);
});

it('leaves out what only looks alike', () => {
  expect(pairs(['Boeing 737'], ['Boeing 747'])).toEqual([]);
  expect(pairs(['Rome'], ['Nome'])).toEqual([]);
  expect(pairs(['The C++ Programming Language'], ['The C Programming Language'])).toEqual([]);
  expect(pairs(['usa'], ['Under Some Aegis'])).toEqual([]);
  expect(pairs(['Zuckerberg'], ['Zuckerburg', 0, 'place'])).toEqual([]);
  // Several people have this last name.
  expect(
    pairs(...['Ann', 'Ben', 'Cem', 'Dee', 'Eva', 'Flo'].map((name): [string] => [`${name} Miller`]), ['Miller']),
  ).toEqual([]);
});

it('lists the most likely first, then those with the most mentions', () => {
  expect(
    pairs(['Zuckerburg', 50], ['Zuckerberg', 60], ['IBM', 1], ['I.B.M.', 1], ['Face Book', 5], ['Facebook', 5]).map(
      ([from]) => from,
    ),
  ).toEqual(['Facebook', 'IBM', 'Zuckerburg']);
});
