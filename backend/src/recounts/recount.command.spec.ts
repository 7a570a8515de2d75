import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { projectors } from '@earmark/projections/runner';
import type { TestDatabase } from '@earmark/projections/testing';
import { runCommand } from '../command-line.ts';
import { readConfig } from '../config.ts';
import { createAppDatabase } from '../testing/app-database.ts';
import { query } from '../testing/query.ts';
import { withServices } from '../testing/with-services.ts';

let database: TestDatabase;
let folder: string;
let lines: string[] = [];
let warnings: string[] = [];
const [write, warn] = [console.log, console.error];

beforeAll(async () => {
  database = await createAppDatabase();
  folder = await mkdtemp(join(tmpdir(), 'earmark-recount-'));
  console.log = (line: string) => lines.push(line);
  console.error = (line: string) => warnings.push(line);
  for (const show of ['Night Shift', 'Day Shift']) {
    await mkdir(join(folder, show));
    await writeFile(join(folder, show, 'pilot.txt'), 'Ann: Rome and Oslo.\nBob: Oslo again.\n');
  }
  const [rome, oslo] = [await patterns('Rome'), await patterns('Oslo')];
  await done('import', rome, join(folder, 'Night Shift'), join(folder, 'Day Shift'), oslo);
});
afterAll(async () => {
  [console.log, console.error] = [write, warn];
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

it('says what a recount would change, and changes nothing', async () => {
  expect(await earmark('recount', '--json')).toBe(0);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    status: 'ready',
    before: { mentions: 2, episodes: 2 },
    after: { mentions: 4, episodes: 2 },
    failure: null,
  });
  expect(await mentions()).toBe(2);
});

it('resumes the one that was interrupted', async () => {
  await earmark('recount', '--json');
  const { recount } = JSON.parse(lines[0]!) as { recount: string };
  await query(database, 'delete from recount.episode where recount_id = $1', [recount]);
  await query(database, `update recount.run set status = 'running' where recount_id = $1`, [recount]);
  expect(await earmark('recount', '--json')).toBe(0);
  expect(JSON.parse(lines[0]!)).toMatchObject({ recount, status: 'ready', after: { mentions: 4, episodes: 2 } });
});

it('publishes one podcast with --publish, and waits until all projections have passed it', async () => {
  expect(await earmark('recount', '--podcast', 'NightShift', '--publish')).toBe(0);
  expect(lines).toEqual([expect.stringMatching(/^Mentions 1 → 2 \(\+1\), episodes 1 → 1; recount \S+ is published$/)]);
  expect(await mentions()).toBe(3);
  await withServices(database.url, async ({ log, checkpoints }) => {
    const head = await log.head();
    for (const { name } of projectors)
      expect(checkpoints.all.find((one) => one.name === name)!.position).toBeGreaterThanOrEqual(head);
  });
});

it('counts by the vocabulary of an earlier moment', async () => {
  expect(await earmark('recount', '--as-of', '0', '--podcast', 'DayShift', '--podcast', 'NightShift', '--json')).toBe(
    0,
  );
  expect(JSON.parse(lines[0]!)).toMatchObject({ before: { mentions: 3 }, after: { mentions: 0, episodes: 0 } });
});

it('counts a chosen change only', async () => {
  const [oslo] = await withServices(database.url, async ({ log }) => {
    const ids: string[] = [];
    for await (const { id, type } of log.readStream('vocabulary-main', { direction: 'backwards' }))
      if (type === 'PatternsImported') ids.push(id);
    return ids;
  });
  expect(await earmark('recount', '--change', oslo!, '--json')).toBe(0);
  expect(JSON.parse(lines[0]!)).toMatchObject({ before: { mentions: 1, episodes: 1 }, after: { mentions: 2 } });
  expect(await earmark('recount', '--change', 'Oslo')).toBe(1);
  expect(warnings).toContain('"Oslo" is not a valid event uuid.');
});

it('refuses invalid requests', async () => {
  expect(await earmark('recount', '--podcast', 'Nobody')).toBe(1);
  expect(warnings).toContain('There is no podcast "Nobody".');
  expect(await earmark('recount', '--as-of', 'yesterday')).toBe(1);
  expect(warnings.some((line) => line.includes('"yesterday"'))).toBe(true);
  await expect(earmark('recount', 'everything')).rejects.toThrow('recount does not accept "everything"');
  await expect(earmark('verify', '--publish')).rejects.toThrow('verify does not accept --publish');
});

async function earmark(...words: string[]): Promise<number> {
  [lines, warnings] = [[], []];

  return runCommand(words, readConfig({}), async () => database.url);
}

async function done(...words: string[]): Promise<void> {
  expect(await earmark(...words)).toBe(0);
}

async function patterns(name: string): Promise<string> {
  const file = join(folder, `${name}.csv`);
  await writeFile(file, `name,type\n${name},location\n`);

  return file;
}

async function mentions(): Promise<number | undefined> {
  const sql = 'select sum(mentions)::integer as sum from read.mentions_episode';

  return (await query<{ sum: number }>(database, sql))[0]?.sum;
}
