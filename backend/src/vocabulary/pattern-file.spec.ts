import { expect, it } from '@jest/globals';
import { patternText, readPatternCsv, readPatternJson } from './pattern-file.ts';

it('reads a CSV with a header in any order, quotes and a BOM', () => {
  const csv =
    '\ufeffType,name,url,caseSensitive\nperson,"Doe, Jane",https://jane.example,TRUE\nplace,Łódź,,\n,nobody,,\n';
  expect(readPatternCsv(csv)).toEqual({
    rows: [
      {
        name: 'Doe, Jane',
        entityType: 'person',
        entity: null,
        caseSensitive: true,
        wholeWord: true,
        url: 'https://jane.example',
      },
      { name: 'Łódź', entityType: 'location', entity: null, caseSensitive: false, wholeWord: true, url: undefined },
    ],
    places: [2, 3],
    skipped: [{ row: 4, reason: 'it has no name or no type' }],
  });
});

it('numbers rows as a spreadsheet does, empty ones too', () => {
  expect(readPatternCsv('\nname,type\n\nAda,person\n,,\nBo,person\n,person\n')).toMatchObject({
    places: [4, 6],
    skipped: [{ row: 7 }],
  });
});

it('refuses another encoding than UTF-8', () => {
  expect(() => patternText(Buffer.from('name,type\nZo\xeb,person\n', 'latin1'))).toThrow(/^The file is not in UTF-8; /);
});

it('refuses a CSV without the header', () => {
  expect(() => readPatternCsv('Jane,person\n')).toThrow('The first line must be the header');
});

it('reads names with aliases, a line each, as patterns of one entity', () => {
  const lines = '{"name":"Apple Inc.","type":"company","aliases":["Apple"," "]}\n\n{"type":"company"}\n';
  const { rows, places, skipped } = readPatternJson(lines);
  expect(rows.map(({ name, entity }) => [name, entity])).toEqual([
    ['Apple Inc.', 'Apple Inc.'],
    ['Apple', 'Apple Inc.'],
  ]);
  expect(places).toEqual([1, 1]);
  expect(skipped).toEqual([{ row: 3, reason: 'it has no name or no type' }]);
});

it('names the line that is no JSON', () => {
  expect(() => readPatternJson('{"name":"x","type":"y"}\nnonsense')).toThrow('Line 2 is no JSON');
});
