import { expect, it } from '@jest/globals';
import { typedQuery } from './typed-query.ts';

it.each([
  ['lag', 'lag*'],
  ['la', 'la'],
  ['"in lag', '"in lag'],
  ['"in lagos" tea', '"in lagos" tea*'],
  ['(tea OR coff', '(tea OR coff*'],
  ['speaker:Ann', 'speaker:Ann'],
  ['lago*', 'lago*'],
  ['', ''],
])('of what is typed the last word may go on: %s', (text, expected) => {
  expect(typedQuery(text)).toBe(expected);
});
