import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orderKeysBetween } from './order-keys.ts';

it('counts up from the first key of a transcript', () => {
  expect(orderKeysBetween(null, null, 36)).toMatchObject({ 0: '000001', 34: '00000z', 35: '000010' });
  expect(orderKeysBetween('00000z', null, 2)).toEqual(['000010', '000011']);
  expect(orderKeysBetween('00000zi', null, 1)).toEqual(['000010']);
});

it('finds room between any neighbours, for any number, in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 30 }),
      (rounds) => {
        let keys = orderKeysBetween(null, null, 3);
        for (const [where, count] of rounds) {
          const place = where % (keys.length + 1);
          const given = orderKeysBetween(keys[place - 1] ?? null, keys[place] ?? null, count);
          keys = [...keys.slice(0, place), ...given, ...keys.slice(place)];
        }
        expect(keys).toEqual([...new Set(keys)].sort());
      },
    ),
  );
});

it('keeps keys short when thousands are added in one place', () => {
  const keys = orderKeysBetween('000001', '000002', 10_000);
  expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(10);
});
