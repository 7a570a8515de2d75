import { expect, it } from '@jest/globals';
import { isAwaited, saving, showsOwn } from './own-writes.ts';

const saved = (id: string, position: string | null) => saving(id, async () => ({ position }));

it('waits for a save until a view includes its log position', async () => {
  expect(showsOwn('a', '0')).toBe(true);
  await saved('a', '12');
  expect([isAwaited('a'), isAwaited('b')]).toEqual([true, false]);
  expect([showsOwn('a', '9'), showsOwn('b', '9')]).toEqual([false, true]);
  expect(showsOwn('a', '12')).toBe(true);
  expect([isAwaited('a'), showsOwn('a', '9')]).toEqual([false, true]);
});

it('trusts nothing read while a save is in progress', async () => {
  let answer: (answer: { position: string }) => void = () => undefined;
  const under = saving('c', () => new Promise<{ position: string }>((resolve) => (answer = resolve)));
  expect(showsOwn('c', '99')).toBe(false);
  answer({ position: '100' });
  await under;
  expect([showsOwn('c', '99'), showsOwn('c', '100')]).toEqual([false, true]);
});

it('waits for nothing if nothing was recorded', async () => {
  await saved('d', null);
  await expect(saving('d', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(isAwaited('d')).toBe(false);
});
