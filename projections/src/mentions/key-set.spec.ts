import { expect, it } from '@jest/globals';
import { KeySet } from './key-set.ts';

it('gives what a Set gives, in the same order, again and again, few keys or many', () => {
  const keys = new KeySet();
  let seed = 7;
  const next = () => (seed = Math.imul(seed, 1_103_515_245) + 12_345);
  for (const size of [0, 1, 40, 255, 256, 257, 30_000, 3, 5_000]) {
    const given = Array.from({ length: size }, (_, index) => (index % 3 === 0 ? index >> 2 : next()));
    for (const key of [...given, ...given.slice(0, 100)]) keys.add(key);
    expect(keys.takeAll()).toEqual([...new Set(given)]);
  }
});
