import { expect, it } from '@jest/globals';
import { momentIndexAt } from './moment-index.ts';

const moments = ['9', '10', '30'].map((position) => ({ position }));

it.each([
  ['1', 0],
  ['9', 0],
  ['10', 1],
  ['29', 1],
  ['30', 2],
  ['1000000000000000000', 2],
])('the last moment by position %s has the index %i', (position, index) => {
  expect(momentIndexAt(moments, position)).toBe(index);
});
