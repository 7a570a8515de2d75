import { expect, it } from '@jest/globals';
import { readPatternCsv, readPatternJson } from './pattern-file.ts';

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
    warnings: ['Line 4 has no name or no type.'],
  });
});

it('refuses a CSV without the header', () => {
  expect(() => readPatternCsv('Jane,person\n')).toThrow('The first line must be the header');
});

it('reads names with aliases, a line each, as patterns of one entity', () => {
  const lines = '{"name":"Apple Inc.","type":"company","aliases":["Apple"," "]}\n\n{"type":"company"}\n';
  const { rows, warnings } = readPatternJson(lines);
  expect(rows.map(({ name, entity }) => [name, entity])).toEqual([
    ['Apple Inc.', 'Apple Inc.'],
    ['Apple', 'Apple Inc.'],
  ]);
  expect(warnings).toEqual(['Line 3 has no name or no type.']);
});

it('names the line that is no JSON', () => {
  expect(() => readPatternJson('{"name":"x","type":"y"}\nnonsense')).toThrow('Line 2 is no JSON');
});
