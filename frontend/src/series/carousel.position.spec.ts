import { describe, expect, it } from '@jest/globals';
import { placeOf, turnsOf } from './carousel.position.ts';

const shown = (position: number, count: number): number[] =>
  [...Array(count).keys()].toSorted((one, other) => placeOf(one, position, count) - placeOf(other, position, count));

describe('the row of cards', () => {
  it('starts in the order of the list', () => {
    expect(shown(0, 3)).toEqual([0, 1, 2]);
  });
  it('moves by one card and puts the one that left at the end', () => {
    expect(shown(1, 3)).toEqual([1, 2, 0]);
  });
  it('wraps to the first card after the last', () => {
    expect(shown(3, 3)).toEqual([0, 1, 2]);
  });
  it('goes back before the first card', () => {
    expect(shown(-1, 3)).toEqual([2, 0, 1]);
  });
  it('keeps a card in place until it has left the view', () => {
    expect(turnsOf(1, 1, 3)).toBe(0);
    expect(turnsOf(0, 1, 3)).toBe(1);
  });
  it('gives no position in an empty list', () => {
    expect(placeOf(0, 4, 0)).toBe(0);
  });
});
