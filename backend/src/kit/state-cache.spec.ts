import { expect, it } from '@jest/globals';
import { StateCache } from './state-cache.ts';

it('drops the least recently used entries when it holds too much', () => {
  const cache = new StateCache(2500);
  for (const name of ['a', 'b']) cache.put(name, { state: name, revision: 0 }, 600);
  expect(cache.get('a')?.state).toBe('a');
  cache.put('c', { state: 'c', revision: 0 }, 600);
  expect([cache.get('a'), cache.get('b'), cache.get('c')].map((entry) => entry?.state ?? null)).toEqual([
    'a',
    null,
    'c',
  ]);
});

it('measures a state again when it has grown', () => {
  const cache = new StateCache(2500);
  cache.put('a', { state: 'a', revision: 0 }, 100);
  cache.put('a', { state: 'a', revision: 1 }, 3000);
  expect(cache.get('a')).toBeNull();
});
