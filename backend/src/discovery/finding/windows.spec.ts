import { expect, it } from '@jest/globals';
import { tokensOf } from '../../models/language-model.ts';
import { lineOf, windowsOf, windowTokens } from './windows.ts';

const every = (seconds: number, count: number, text = 'a'.repeat(80)) =>
  Array.from({ length: count }, (_, index) => ({ startMs: index * seconds * 1000, speaker: 'Ada', text }));

it('takes half the context, and no more than twenty minutes of speech', () => {
  expect([4096, 128_000].map(windowTokens)).toEqual([2048, 6000]);
});

it('makes parts that fit, each from a minute before the end of the one before, and leaves nothing out', () => {
  const segments = every(10, 100);
  const windows = windowsOf(segments, 500);
  expect(windows.length).toBeGreaterThan(3);
  for (const window of windows)
    expect(window.reduce((sum, one) => sum + tokensOf(lineOf(one)) + 1, 0)).toBeLessThanOrEqual(500);
  for (const [index, window] of windows.slice(1).entries()) {
    const end = windows[index]!.at(-1)!.startMs;
    expect(window[0]!.startMs).toBeLessThanOrEqual(end);
    expect(window[0]!.startMs).toBeGreaterThan(end - 60_000);
  }
  expect(new Set(windows.flat().map(({ index }) => index)).size).toBe(100);
});

it('moves on where segments have no times', () => {
  const windows = windowsOf(every(0, 100), 500);
  expect(windows.length).toBeLessThan(20);
  expect(new Set(windows.flat().map(({ index }) => index)).size).toBe(100);
});

it('cuts a segment that is longer than a part', () => {
  const text = 'word '.repeat(2000).trim();
  const windows = windowsOf([{ startMs: 0, speaker: null, text }], 500);
  expect(windows.length).toBeGreaterThan(4);
  expect(
    windows
      .flat()
      .map((one) => one.text)
      .join(''),
  ).toBe(text);
});

it('is empty for an empty transcript', () => {
  expect(windowsOf([], 500)).toEqual([]);
});
