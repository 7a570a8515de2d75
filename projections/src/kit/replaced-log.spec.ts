import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { projectors as all } from '../projectors.ts';
import {
  categories,
  createTestDatabase,
  entityNamed,
  record,
  startSharedEventStore,
  type SharedEventStore,
  type TestDatabase,
} from '../testing.ts';
import { listCheckpoints, request } from './checkpoints.ts';
import { openLog, type EventLog } from '../event-log.ts';
import { openPool } from './pool.ts';
import { Runner } from './runner.ts';

const projectors = all.filter(({ name }) => name === 'vocabulary');

let store: SharedEventStore;
let database: TestDatabase;
let log: EventLog;
let pool: Pool;
let runner: Runner;
let reports: string[];
beforeEach(async () => {
  store = await startSharedEventStore();
  database = await createTestDatabase();
  log = await openLog({ eventstoreUrl: store.url, databaseUrl: database.url });
  pool = openPool({ connectionString: database.url }, () => undefined);
  reports = [];
  runner = new Runner({ log, databaseUrl: database.url, projectors, report: (line) => reports.push(line) });
  await record(log, 'vocabulary-main', ...categories());
  runner.start();
});
afterEach(async () => {
  await runner.stop();
  await pool.end();
  await log.close();
  await database.drop();
  await store.close();
});

const names = async () =>
  (await pool.query<{ name: string }>('select name from read.vocabulary_entity order by 1')).rows.map(
    ({ name }) => name,
  );
const until = async (isSo: () => Promise<boolean> | boolean) => {
  while (!(await isSo())) await sleep(20);
};
const isUpTo = async (position: bigint) =>
  (await listCheckpoints(pool)).every((checkpoint) => checkpoint.position === position);

it.each([
  ['shorter', 1],
  // Where the old one had other events, and begins none.
  ['longer', 40],
])('refuses the log of a node that was restored from older files and is now %s', async (_, written) => {
  const restore = store.copy();
  let last = 0n;
  for (let number = 1; number <= 20; number++)
    last = await record(log, 'vocabulary-main', entityNamed(number, `Old ${number}`));
  await until(async () => runner.state === 'live' && (await isUpTo(last)));
  const before = await names();
  await store.proxy.down();
  await restore();
  for (let number = 1; number <= written; number++)
    last = await record(log, 'vocabulary-main', entityNamed(number, `A newer name, number ${number}`));
  await until(() => runner.state === 'refused');

  expect(await names()).toEqual(before);
  expect(reports.join('\n')).toMatch(/ends before, or differs at, the checkpoint of vocabulary.*rebuild all/);

  await request(pool, ['vocabulary'], 'rebuild');
  await until(async () => runner.state === 'live' && (await isUpTo(last)));
  last = await record(log, 'vocabulary-main', entityNamed(99, 'After the rebuild'));
  await until(async () => isUpTo(last));

  expect(await names()).toHaveLength(written + 1);
});
