/**
 * How many full turns to shift the card at `index` to the right, so that the row of `count` cards looks endless after
 * `position` cards have left the view. The position grows without bound and may be negative.
 */
export const turnsOf = (index: number, position: number, count: number): number =>
  count === 0 ? 0 : Math.ceil((position - index) / count);

/** Position of the card in the visible row; 0 is the leftmost. */
export const placeOf = (index: number, position: number, count: number): number =>
  count === 0 ? 0 : index - position + turnsOf(index, position, count) * count;
