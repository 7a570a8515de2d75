import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readColumns, Tables } from './tables.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    create schema read; set search_path to read;
    create table kinds (u uuid, t text, i integer, b int8, o boolean, z timestamptz, j jsonb, ii integer[], tt text[], w tsvector)`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const row = {
  u: '0197a5c2-0000-7000-8000-00000000000f',
  t: 'Łódź 🎧 "quoted"\n\\N',
  i: -7,
  b: 9_007_199_254_740_993n,
  o: true,
  z: '2026-11-21T10:20:30.456Z',
  j: [{ a: 'ü' }, null],
  ii: [0, 3, 5],
  tt: ['', 'ż'],
  w: new Map([
    ['ż', [1, 300]],
    ["'\\", []],
  ]),
};

it('writes a value of every column type unchanged', async () => {
  const tables = new Tables(client, 'live', await readColumns(client, 'read'));
  tables.insert('kinds', row);
  tables.insert('kinds', { u: null, t: null, i: null, b: null, o: null, z: null, j: null, ii: [], tt: null, w: null });
  const rows = await tables.query('select u, t, i, b::text, o, z, j, ii, tt, w::text from kinds order by u');
  expect(rows).toEqual([
    { ...row, b: '9007199254740993', z: new Date(row.z), w: `'''\\\\' 'ż':1,300` },
    { u: null, t: null, i: null, b: null, o: null, z: null, j: null, ii: [], tt: null, w: null },
  ]);
});

it('writes more than fits in one buffer', async () => {
  const tables = new Tables(client, 'live', await readColumns(client, 'read'));
  for (let index = 0; index < 300; index++) tables.insert('kinds', { ...row, i: index, t: 'x'.repeat(4000) });
  const [count] = await tables.query('select count(*)::integer as n, sum(i)::integer as s from kinds where t like $1', [
    'xx%',
  ]);
  expect(count).toEqual({ n: 300, s: 44_850 });
});

it('refuses a value that its column cannot hold, and a missing one', async () => {
  const wrong = new Tables(client, 'live', await readColumns(client, 'read'));
  wrong.insert('kinds', { ...row, i: 1.5 });
  await expect(wrong.flush()).rejects.toThrow('a column of type int4 cannot hold number 1.5');
});

it('throws when an update matches no row', async () => {
  const fresh = new pg.Client({ connectionString: database.url });
  await fresh.connect();
  await fresh.query('set search_path to read');
  const tables = new Tables(fresh, 'live', await readColumns(fresh, 'read'));
  await expect(tables.exactlyOne('update kinds set t = $1 where i = -99', ['x'])).rejects.toThrow(
    'expected 1 row(s), got 0',
  );
  await fresh.end();
});
