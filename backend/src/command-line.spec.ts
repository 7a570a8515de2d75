import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { projectors } from '@earmark/projections/runner';
import type { TestDatabase } from '@earmark/projections/testing';
import pg from 'pg';
import { runCommand } from './command-line.ts';
import { readConfig } from './config.ts';
import { openStubs } from './testing/stubs/stubs.ts';
import { createAppDatabase } from './testing/app-database.ts';

let database: TestDatabase;
let client: pg.Client;
let lines: string[];
const write = console.log;

beforeEach(async () => {
  database = await createAppDatabase();
  // The name that older builds gave to the connection that holds the lock of the projections.
  client = new pg.Client({ connectionString: database.url, application_name: 'earmark runner lock' });
  await client.connect();
  lines = [];
  console.log = (line: string) => lines.push(line);
});
afterEach(async () => {
  console.log = write;
  await client.end();
  await database.drop();
});

const earmark = (...words: string[]) => runCommand(words, readConfig({}), async () => database.url);

it('refuses to run while a server of another version maintains the tables', async () => {
  expect(await earmark('verify')).toBe(0);
  await client.query('select pg_advisory_lock(7305001)');
  await client.query('update read.projection set version = version - 1 where name = $1', [projectors[0]!.name]);

  for (const words of [['import', __filename], ['verify'], ['rebuild', 'all']])
    await expect(earmark(...words)).rejects.toMatchObject({
      name: 'ForeignBuild',
      message: expect.stringMatching(/^A server of another version of Earmark is running on this database /),
    });
});

it('changes roles, and disables and enables accounts', async () => {
  expect(await earmark('user', 'list')).toBe(0);
  for (const [name, role] of [
    ['root', 'admin'],
    ['ada', 'reader'],
  ])
    await client.query(
      'insert into app.account (id, username, password_hash, role) values (gen_random_uuid(), $1, $2, $3)',
      [name, 'x', role],
    );
  for (const words of [
    ['role', 'Ada', 'analyst'],
    ['disable', 'ada'],
  ])
    expect(await earmark('user', ...words)).toBe(0);
  expect(await earmark('user', 'disable', 'root')).toBe(1);
  lines = [];
  await earmark('user', 'list');

  expect(lines).toEqual(['ada\tanalyst\tdisabled', 'root\tadmin']);
});

it('lists every command in its help, without needing a database', async () => {
  const nowhere = async () => Promise.reject(new Error('the command asked for a database'));
  for (const word of ['help', '--help', '-h']) expect(await runCommand([word], readConfig({}), nowhere)).toBe(0);
  expect(new Set(lines).size).toBe(1);
  for (const command of [
    'import',
    'search',
    'ask',
    'export',
    'backup',
    'restore',
    'rebuild',
    'recount',
    'verify',
    'user',
  ])
    expect(lines[0]).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  await expect(runCommand(['dance'], readConfig({}), nowhere)).rejects.toThrow('There is no command "dance".');
});

it('says what is missing or unknown before it starts anything', async () => {
  const nowhere = async () => Promise.reject(new Error('the command asked for a database'));
  for (const command of ['import', 'search', 'ask', 'export', 'backup', 'restore', 'rebuild', 'user'])
    await expect(runCommand([command], readConfig({}), nowhere)).rejects.toThrow(new RegExp(`^${command} needs `));
  await expect(runCommand(['verify', '--fast'], readConfig({}), nowhere)).rejects.toThrow(
    /Unknown option '--fast'\.\n/,
  );
});

it('answers a question from the transcripts', async () => {
  lines = [];
  expect(await earmark('ask', 'What', 'is', 'a', 'lighthouse?')).toBe(1);
  expect(lines).toEqual(['Nothing in the selected episodes answers this.']);
  await expect(earmark('ask', 'Why?', '--podcast', 'nobody')).rejects.toThrow('There is no podcast "nobody".');
});

it('exits with 2 when a row of a file could not be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-rows-'));
  const file = join(folder, 'names.csv');
  await writeFile(file, 'name,type\nAda,person\n,person\n');
  expect(await earmark('import', file)).toBe(2);
  expect(lines).toEqual([`${file}: 1 pattern`]);
  await rm(folder, { recursive: true });
});

it('searches a directory for podcasts', async () => {
  const stubs = await openStubs();
  const search = async (...words: string[]) =>
    runCommand(['search', ...words], readConfig(stubs.environment), async () => database.url);
  try {
    expect(await search('demo', 'kitchen')).toBe(0);
    expect(lines).toEqual([`Demo Kitchen by Bob Cook (en, 7 episodes)\n  ${stubs.url}/feeds/kitchen.xml`]);
    lines = [];
    expect(await search('kitchen', '--directory', 'itunes', '--json')).toBe(0);
    expect(JSON.parse(lines[0]!)).toMatchObject({ name: 'Demo Kitchen', directory: 'itunes', isExisting: false });
    expect(await search('nothing of this name')).toBe(1);
    await expect(search('demo', '--directory', 'yellow-pages')).rejects.toThrow('The directory must be one of taddy');
  } finally {
    await stubs.close();
  }
});
