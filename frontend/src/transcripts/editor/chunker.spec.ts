import { expect, it } from '@jest/globals';
import { makeChunker } from './chunker.ts';

const ids = (from: number, count: number): string[] => Array.from({ length: count }, (_, at) => String(from + at));

it('keeps the beginnings of chunks when rows come and go', () => {
  const chunked = makeChunker((id: string) => id);
  const keysOf = (rows: readonly string[]) => chunked(rows).map(({ key }) => key);
  expect(keysOf(ids(0, 120))).toEqual(['0', '50', '100']);
  expect(keysOf(['new', ...ids(0, 120)])).toEqual(['new', '0', '50', '100']);
  expect(keysOf(ids(0, 120).filter((id) => id !== '50'))).toEqual(['0', '100']);
  expect(chunked([]).length).toBe(0);
});

it('cuts rows that are all new', () => {
  const chunked = makeChunker((id: string) => id);
  chunked(ids(0, 50));
  expect(chunked(ids(1000, 250)).map(({ rows }) => rows.length)).toEqual([100, 100, 50]);
});
