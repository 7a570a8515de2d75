import { expect, it } from '@jest/globals';
import { NO_CONTEXT, type EntityTypeView, type PatternView } from '@earmark/contracts/vocabulary';
import { patternText, readPatternCsv, readPatternJson, writePatternCsv } from './pattern-file.ts';

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
      { name: 'Łódź', entityType: 'place', entity: null, caseSensitive: false, wholeWord: true, url: undefined },
    ],
    places: [2, 3],
    skipped: [{ row: 4, reason: 'it has no name or type' }],
  });
});

it.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])('reads a table separated by %s, as spreadsheets write it in many countries', (_, mark) => {
  const table = ['', 'Name;Type;Entity', '"Doe, Jane; MD";person;', 'Łódź;place;Lodz, Poland'].join('\r\n');
  expect(readPatternCsv(table.replace(/;(?! )/g, mark)).rows).toMatchObject([
    { name: 'Doe, Jane; MD', entityType: 'person', entity: null },
    { name: 'Łódź', entityType: 'place', entity: 'Lodz, Poland' },
  ]);
});

it('reads a column of aliases as further patterns of the entity', () => {
  const csv = 'name,type,aliases,url\nJane Doe,person,"Doe, J. | Janey|",https://jane.example\nBo,person,,';
  const options = { entityType: 'person', caseSensitive: false, wholeWord: true };
  expect(readPatternCsv(csv)).toMatchObject({
    rows: [
      { ...options, name: 'Jane Doe', entity: null, url: 'https://jane.example' },
      { ...options, name: 'Doe, J.', entity: 'Jane Doe' },
      { ...options, name: 'Janey', entity: 'Jane Doe' },
      { ...options, name: 'Bo', entity: null },
    ],
    places: [2, 2, 2, 3],
  });
});

it('numbers rows as a spreadsheet does, including empty ones', () => {
  expect(readPatternCsv('\nname,type\n\nAda,person\n,,\nBo,person\n,person\n')).toMatchObject({
    places: [4, 6],
    skipped: [{ row: 7 }],
  });
});

it('treats each line as a row, whatever its line end, except within quotes', () => {
  const csv =
    'name,type\r\nAda,person\r\nBo,person\nCy,person\rDee,person\n\r\n"two\r\nlines\nor three",book\r\n,book\n';
  const { rows, places, skipped } = readPatternCsv(csv);
  expect(rows.map(({ name }) => name)).toEqual(['Ada', 'Bo', 'Cy', 'Dee', 'two\r\nlines\nor three']);
  expect(places).toEqual([2, 3, 4, 5, 7]);
  expect(skipped).toMatchObject([{ row: 8 }]);
});

it('trims cells, also within quotes', () => {
  const csv =
    'name,type,entity,url\n" Foo ","person ", " Bar" ,\n"   ",person,,\n"  ","",,\nBo,book,," https://bo.example "\n';
  expect(readPatternCsv(csv)).toMatchObject({
    rows: [
      { name: 'Foo', entityType: 'person', entity: 'Bar' },
      { name: 'Bo', entity: null, url: 'https://bo.example' },
    ],
    places: [2, 5],
    skipped: [{ row: 3, reason: 'it has no name or type' }],
  });
  const line = '{"name":" Foo ","type":" person ","entity":" Bar ","url":" https://foo.example "}';
  expect(readPatternJson(line).rows).toMatchObject([
    { name: 'Foo', entityType: 'person', entity: 'Bar', url: 'https://foo.example' },
  ]);
});

it('reads options as people write them, and skips rows that are unreadable or that the form would refuse', () => {
  const long = 'x'.repeat(301);
  const lines = [
    'name,type,entity,caseSensitive,wholeWord,url',
    'a,person,,YES,n,',
    'b,person,,1,0,',
    'c,person,,no,Y,https://c.example',
    'd,person,,,x,',
    'e,person,,perhaps,,',
    'f,person,,,,lagos.example',
    'g,person,,,,ftp://g.example',
    `${long},person,,,,`,
    `i,person,${long},,,`,
    `j,${long},,,,`,
    'k\u0000,person,,,,',
    `l,person,,,,https://l.example/${'x'.repeat(2000)}`,
  ];
  const { rows, skipped } = readPatternCsv(lines.join('\n'));
  expect(rows.map(({ name, caseSensitive, wholeWord, url }) => [name, caseSensitive, wholeWord, url])).toEqual([
    ['a', true, false, undefined],
    ['b', true, false, undefined],
    ['c', false, true, 'https://c.example'],
  ]);
  expect(skipped).toEqual([
    { row: 5, reason: 'wholeWord is "x"; write true, yes, y or 1; false, no, n or 0; or leave it blank' },
    { row: 6, reason: expect.stringMatching(/^caseSensitive is "perhaps"; /) },
    { row: 7, reason: 'its link "lagos.example" does not begin with http:// or https://' },
    { row: 8, reason: expect.stringContaining('"ftp://g.example"') },
    { row: 9, reason: 'its name is longer than 300 characters' },
    { row: 10, reason: 'the name of its entity is longer than 300 characters, or has no visible ones' },
    { row: 11, reason: 'its type is longer than 60 characters, or has no visible ones' },
    { row: 12, reason: expect.stringContaining('cannot be stored') },
    { row: 13, reason: 'its link is longer than 2,000 characters' },
  ]);
});

it('refuses any encoding but UTF-8', () => {
  expect(() => patternText(Buffer.from('name,type\nZo\xeb,person\n', 'latin1'))).toThrow(
    /^The file is not in UTF-8\. /,
  );
});

it('refuses a CSV without the header', () => {
  expect(() => readPatternCsv('Jane,person\n')).toThrow('The first line must be the header');
});

it('reads a line with a name and aliases as patterns of one entity', () => {
  const lines = '{"name":"Apple Inc.","type":"company","aliases":["Apple"," "]}\n\n{"type":"company"}\n';
  const { rows, places, skipped } = readPatternJson(lines);
  expect(rows.map(({ name, entity }) => [name, entity])).toEqual([
    ['Apple Inc.', 'Apple Inc.'],
    ['Apple', 'Apple Inc.'],
  ]);
  expect(places).toEqual([1, 1]);
  expect(skipped).toEqual([{ row: 3, reason: 'it has no name or type' }]);
});

it('says which field of a name it cannot read', () => {
  const lines = '{"name":"a","type":"person","wholeWord":"x"}\n{"name":"b","type":"person","url":"b.example"}\n';
  expect(readPatternJson(lines)).toMatchObject({
    rows: [],
    skipped: [
      { row: 1, reason: 'its wholeWord cannot be read' },
      { row: 2, reason: expect.stringContaining('"b.example"') },
    ],
  });
});

it('accepts null for an empty field, a number as a name, and quotes inside a name', () => {
  const line =
    '{"name":1984,"type":"book","aliases":[null,"Big Brother"],"entity":null,"caseSensitive":null,"url":null}';
  expect(readPatternJson(line)).toMatchObject({
    rows: [
      { name: '1984', entity: '1984', caseSensitive: false, wholeWord: true, url: undefined },
      { name: 'Big Brother', entity: '1984' },
    ],
    skipped: [],
  });
  expect(readPatternJson('{"name":"a","type":"book","aliases":null}').rows).toHaveLength(1);
  expect(
    readPatternCsv('name,type\nDwayne "The Rock" Johnson,person\n"Ada ""Countess"" King",person\n').rows,
  ).toMatchObject([{ name: 'Dwayne "The Rock" Johnson' }, { name: 'Ada "Countess" King' }]);
});

it('skips a line that is not JSON, such as a last one that was cut off, and refuses a file without any JSON', () => {
  expect(readPatternJson('{"name":"x","type":"y"}\n{"name":"z","ty')).toMatchObject({
    rows: [{ name: 'x' }],
    skipped: [{ row: 2, reason: 'it is not JSON' }],
  });
  expect(() => readPatternJson('\nnonsense\nmore')).toThrow('Line 2 is not JSON');
});

it('reads a name again that its own file made harmless for spreadsheets', async () => {
  const ids = { id: 'one', entityTypeId: 'person', entityId: 'one' };
  const pattern = (name: string): PatternView => ({
    ...ids,
    name,
    entity: name,
    caseSensitive: false,
    wholeWord: true,
    ...NO_CONTEXT,
    url: null,
  });
  const names = ['=1+1', '-ism', '@home', "'=quoted", '+44', 'plain'];
  let text = '';
  for await (const line of writePatternCsv(names.map(pattern), [{ id: 'person', name: 'person' } as EntityTypeView]))
    text += line;

  expect(text).toContain("\r\n'=1+1,person,'=1+1,");
  expect(readPatternCsv(text).rows.map(({ name, entity }) => [name, entity])).toEqual(
    names.map((name) => [name, name]),
  );
});
