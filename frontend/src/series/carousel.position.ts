/**
 * How many full turns the card at `index` has to be moved to the right, so that `position` cards having gone by, the row
 * of `count` cards goes on without an end. The position counts up for ever; it may be negative.
 */
export const turnsOf = (index: number, position: number, count: number): number =>
  count === 0 ? 0 : Math.ceil((position - index) / count);

/** Place of the card in the row as shown: 0 is the leftmost. */
export const placeOf = (index: number, position: number, count: number): number =>
  count === 0 ? 0 : index - position + turnsOf(index, position, count) * count;
