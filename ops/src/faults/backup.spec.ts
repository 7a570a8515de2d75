import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LoopbackEventStore } from '@earmark/projections/kit/event-log/testing/loopback-eventstore';
import { openLog, type EventLog } from '@earmark/projections/event-log';
import { createTestDatabase, type TestDatabase } from '@earmark/projections/testing';
import { Client } from 'pg';
import { command } from './commands.fixtures.ts';
import { writeLibrary } from './library.fixtures.ts';
import { start, type Ending, type Environment } from './product.fixtures.ts';
import { sentence } from './sentences.fixtures.ts';

/** Where a library is stored: its tables, and its log unless that is in EventStoreDB. */
interface Place {
  readonly database: TestDatabase;
  readonly eventstoreUrl: string | null;
}

let folder: string;
let original: Place;
let backup: string;
let places: Place[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earmark-backup-'));
  original = { database: await createTestDatabase(), eventstoreUrl: null };
  const library = await writeLibrary(folder, { episodes: 12, seed: 12 });
  await done(original, 'import', library.names, library.folder);
  await ask(
    original,
    `insert into app.account (id, username, password_hash, role, disabled_at)
    values (gen_random_uuid(), 'ada', 'scrypt$1', 'admin', null), (gen_random_uuid(), 'bo', 'scrypt$2', 'reader', now())`,
  );
  await ask(original, `insert into app.session values ('a', '{}', now())`);
  backup = join(folder, 'library.jsonl.gz');
  await done(original, 'backup', backup);
});
afterAll(async () => {
  await original.database.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  places = [];
});
afterEach(async () => {
  for (const { database } of places) await database.drop();
});

describe('a backup', () => {
  it.each(['Postgres', 'EventStoreDB'])(
    'restored into an empty log on %s gives the same events, tables and accounts',
    (server) =>
      onServer(server, async (place) => {
        await done(place, 'restore', backup);

        expect(await recorded(place)).toEqual(await recorded(original));
        const tables = await readModels(place);
        expect(tables).toEqual(await readModels(original));
        expect(tables['mentions_mention']?.length).toBeGreaterThan(20);
        expect(await ask(place, ACCOUNTS)).toEqual(await ask(original, ACCOUNTS));
        expect(await ask(place, 'select * from app.session')).toEqual([]);
        await done(place, 'verify');
      }),
  );

  it('is taken at one log position while others write', () =>
    onServer('Postgres', async (place) => {
      await done(place, 'restore', backup);
      const library = await writeLibrary(folder, { episodes: 40, seed: 13 });
      const importing = start('earmark', ['import', library.folder], environmentOf(place));
      const path = join(folder, 'meanwhile.jsonl');
      let before = await recorded(place);
      for (const at = before.length; before.length < at + 20; before = await recorded(place)) await sleep(100);
      await done(place, 'backup', path);
      expect(await importing.ended).toMatchObject({ code: 0 });

      const [head, ...lines] = (await readFile(path, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const events = lines.filter(({ stream }) => stream !== undefined).map(({ id }) => id);
      expect(head).toMatchObject({ earmarkBackup: 1, position: String(events.length) });
      expect(events.length).toBeGreaterThanOrEqual(before.length);
      expect((await recorded(place)).slice(0, events.length).map(({ id }) => id)).toEqual(events);
    }));

  it('can be restored into a log with only the seeded categories, and resumes where it was interrupted', () =>
    onServer('Postgres', async (place) => {
      // An empty first start seeds categories, and an account of the same name.
      await done(place, 'verify');
      const seeded = await recorded(place);
      expect(seeded).toHaveLength(7);
      await ask(
        place,
        `insert into app.account (id, username, password_hash, role) values (gen_random_uuid(), 'ada', 'x', 'admin')`,
      );
      const log = await openLog({ eventstoreUrl: null, databaseUrl: place.database.url });
      await appendSome(log, 30);
      await log.close();
      expect((await recorded(place)).length).toBeGreaterThan(7);

      await done(place, 'restore', backup);
      expect((await recorded(place)).slice(7)).toEqual((await recorded(original)).slice(7));
      expect(await readModels(place)).toEqual(await readModels(original));
      expect(await ask(place, ACCOUNTS)).toEqual(await ask(original, ACCOUNTS));
      // A second restore finds everything present.
      await done(place, 'restore', backup);
      expect(await recorded(place)).toHaveLength((await recorded(original)).length);
    }));

  it('moves the default log to EventStoreDB and keeps the tables', () =>
    onServer('EventStoreDB', async ({ eventstoreUrl }) => {
      const before = await readModels(original);
      const moved = { database: original.database, eventstoreUrl };
      await done(moved, 'restore', backup);
      expect(await readModels(moved)).toEqual(before);
      await done(moved, 'verify');
      // And back, with a rebuild of the tables.
      await done(original, 'rebuild', 'all');
    }));
});

describe('a restore', () => {
  const text = async () => gunzipSync(await readFile(backup)).toString();
  const lines = async () => (await text()).trimEnd().split('\n');
  let empty: Place;

  beforeAll(async () => {
    empty = { database: await createTestDatabase(), eventstoreUrl: null };
  });
  afterAll(() => empty.database.drop());

  it.each<[string, () => Promise<string | Buffer>, RegExp]>([
    ['an empty file', async () => '', /is empty\.$/],
    ['an unrelated file', async () => 'name,type\nx,y\n', /is not an Earmark backup\.$/],
    ['unrelated JSON', async () => '{"name":"x"}\n', /is not an Earmark backup\.$/],
    [
      'a later format',
      async () => (await text()).replace('"earmarkBackup":1', '"earmarkBackup":2'),
      /is a backup in format 2, but this version of Earmark reads format 1\. /,
    ],
    ['a compressed file that is cut off', async () => (await readFile(backup)).subarray(0, -100), /is cut off/],
    [
      'a file that is cut off within a line',
      async () => (await text()).slice(0, -900),
      /damaged, edited or cut off at line \d+/,
    ],
    ['a file without its last line', async () => (await lines()).slice(0, -1).join('\n'), /is cut off: its last line/],
    [
      'a file with a missing line',
      async () => gzipSync((await lines()).filter((_, index) => index !== 9).join('\n')),
      /lines before it are missing/,
    ],
    [
      'a line that is no event',
      async () => (await text()).replace('"revision":0', '"revision":"a"'),
      /it is not an event/,
    ],
  ])('refuses %s with one sentence, before it writes anything', async (_, content, expected) => {
    const path = join(folder, 'bad.jsonl');
    await writeFile(path, await content());
    expectRefusal(await earmark(empty, 'restore', path), expected);
    expect(await recorded(empty)).toEqual([]);
  });

  it('refuses a log with other content, and a missing file', () =>
    onServer('Postgres', async (place) => {
      const library = await writeLibrary(folder, { episodes: 1, seed: 99 });
      await done(place, 'import', library.folder);
      const before = await recorded(place);
      const refusals: readonly (readonly [string, string, RegExp])[] = [
        ['restore', backup, /^The event log is not empty: its \w+ at position 8 /],
        ['restore', join(folder, 'nowhere'), /^There is no file or folder /],
        ['backup', join(folder, 'no/where'), /^There is no folder .+no\. Create it, /],
      ];
      for (const [word, path, expected] of refusals) expectRefusal(await earmark(place, word, path), expected);
      expect(await recorded(place)).toEqual(before);
    }));
});

/** Appends the first events of the backup as an interrupted restore does: whole appends. */
async function appendSome(log: EventLog, most: number): Promise<void> {
  const source = await openLog({ eventstoreUrl: null, databaseUrl: original.database.url });
  let append = [];
  for await (const event of source.readAll({ after: 7n })) {
    append.push(event);
    if (event.metadata.append.index < event.metadata.append.last) continue;
    const [first] = append;
    await log.append(event.stream, append, first?.revision ? first.revision - 1 : 'no-stream');
    append = [];
    if (event.position > most) break;
  }
  await source.close();
}

async function onServer(server: string, work: (place: Place) => Promise<void>): Promise<void> {
  const store = server === 'EventStoreDB' ? await LoopbackEventStore.start() : null;
  const place = {
    database: await createTestDatabase(),
    eventstoreUrl: store && `esdb://127.0.0.1:${store.port}?tls=false`,
  };
  places.push(place);
  try {
    await work(place);
  } finally {
    store?.stop();
  }
}

const environmentOf = ({ database, eventstoreUrl }: Place): Environment => ({
  DATABASE_URL: database.url,
  EVENTSTORE_URL: eventstoreUrl ?? '',
});

const earmark = (place: Place, ...words: string[]): Promise<Ending> => command(words, environmentOf(place));

async function done(place: Place, ...words: string[]): Promise<void> {
  const ending = await earmark(place, ...words);
  expect(ending).toEqual({ ...ending, code: 0 });
}

function expectRefusal(ending: Ending, expected: RegExp): void {
  expect(ending.code).toBe(1);
  expect(sentence(ending)).toMatch(expected);
}

const ACCOUNTS = 'select to_jsonb(a) as row from app.account a order by a.username';

const ask = <Row extends Record<string, unknown>>(place: Place, query: string): Promise<Row[]> =>
  withClient(place, async (client) => (await client.query<Row>(query)).rows);

async function withClient<Result>({ database }: Place, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The whole log except positions, which differ between servers. */
async function recorded({ database, eventstoreUrl }: Place) {
  const log = await openLog({ eventstoreUrl, databaseUrl: database.url });
  const events = [];
  for await (const { position: _, ...event } of log.readAll()) events.push(event);
  await log.close();

  return events;
}

/** Rows of all tables built from the log, without log positions, which differ between logs. */
const readModels = (place: Place): Promise<Record<string, unknown[]>> =>
  withClient(place, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'read' and tablename <> 'projection' order by 1`,
    );
    const models: Record<string, unknown[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - 'added_position' - 'position')::text as row from read.${name} t order by 1`,
      );
      models[name] = rows.map(({ row }) => row);
    }

    return models;
  });
