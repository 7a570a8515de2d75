/** The indexes of the longest sequence of values that never decreases. */
export function longestRise(values: readonly number[]): number[] {
  const tails: number[] = [];
  const before: number[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    before.push(low === 0 ? -1 : (tails[low - 1] ?? -1));
    tails[low] = index;
  });
  const rise: number[] = [];
  for (let index = tails.at(-1) ?? -1; index !== -1; index = before[index] ?? -1) rise.push(index);

  return rise.reverse();
}
