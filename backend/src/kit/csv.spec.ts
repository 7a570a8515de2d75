import { expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine, textOfCell } from './csv.ts';

const readBack = (line: string): string[] => (parse(line) as string[][])[0]!;

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', "'=1", "''+1"])(
  'puts an apostrophe before a text that a spreadsheet takes for a formula: %j',
  (text) => {
    const [cell = ''] = readBack(csvLine([text]));
    expect(cell).toBe(`'${text}`);
    expect(textOfCell(cell)).toBe(text);
  },
);

it.each(["'tis", 'a = b', 'C++', 'one-way', 'ada@example.org', "'"])('leaves any other text alone: %j', (text) => {
  expect(readBack(csvLine([text]))).toEqual([text]);
});

it('gives every text back', () => {
  const text = fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', 'a', '"', ',', ' ', '\n', '\t'),
    minLength: 1,
  });
  fc.assert(
    fc.property(text, (written) => {
      expect(readBack(csvLine([written, null, -1])).map(textOfCell)).toEqual([written, '', '-1']);
    }),
  );
});
