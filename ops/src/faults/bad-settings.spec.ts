import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LoopbackEventStore } from '@earmark/projections/kit/event-log/testing/loopback-eventstore';
import { createTestDatabase } from '@earmark/projections/testing';
import { Client } from 'pg';
import { namesIn } from '../postgres/folder-lock.ts';
import { command, hosted } from './commands.fixtures.ts';
import { imported, writeLibrary } from './library.fixtures.ts';
import { inDataFolder, inEmptyFolder, postmasterOf, run, start } from './product.fixtures.ts';
import type { Ending, Environment } from './product.fixtures.ts';
import { SECRET, sentence } from './sentences.fixtures.ts';

/** A port that nothing listens on: the discard port, below 1024. */
const NOBODY = '127.0.0.1:9';

describe('a setting that cannot be used', () => {
  it.each<[string, Environment, RegExp]>([
    [
      'DATABASE_URL where no server answers',
      { DATABASE_URL: `postgres://me:${SECRET}@${NOBODY}/x` },
      /^The database cannot be used: connect ECONNREFUSED .+ Look at DATABASE_URL\.$/,
    ],
    ['PORT that is not a number', { PORT: 'many' }, /^PORT: must be a whole number from 0 to 65535$/],
    [
      'DATABASE_URL with another scheme',
      { DATABASE_URL: `mysql://root:${SECRET}@db` },
      /^DATABASE_URL: must begin with postgres:/,
    ],
    [
      'DATABASE_URL that is malformed',
      { DATABASE_URL: `postgres://me:${SECRET}@@@:::` },
      /^DATABASE_URL is malformed: /,
    ],
    [
      'DATABASE_URL with an unknown host',
      { DATABASE_URL: `postgres://me:${SECRET}@nowhere.invalid/x` },
      /^The database cannot be used: .+ nowhere\.invalid\. Look at DATABASE_URL\.$/,
    ],
    [
      'DATABASE_URL with a certificate that is missing',
      { DATABASE_URL: `postgres://me:${SECRET}@${NOBODY}/x?sslmode=verify-full&sslrootcert=/nowhere/root.pem` },
      /^DATABASE_URL: sslrootcert names a file that cannot be read$/,
    ],
    [
      'EVENTSTORE_URL with a certificate that is missing',
      { EVENTSTORE_URL: `esdb://me:${SECRET}@${NOBODY}?tlsCAFile=/nowhere/ca.pem` },
      /^EVENTSTORE_URL: tlsCAFile names a file that cannot be read$/,
    ],
    [
      'OPML_FILE that is missing',
      { OPML_FILE: '/nowhere/feeds.opml' },
      /^OPML_FILE: must name a file that can be read$/,
    ],
    [
      'EVENTSTORE_URL with another scheme',
      { EVENTSTORE_URL: `http://me:${SECRET}@log` },
      /^EVENTSTORE_URL: must begin with esdb:/,
    ],
  ])('is named together with the fault: %s', async (name, environment, expected) => {
    // A command does not listen, but all its settings are still checked.
    const settings = { DATA_DIR: '/nowhere-needed', ...environment };
    // Processes of their own cost least where they end before they load the product.
    const endings = name === 'PORT that is not a number' ? asProcesses(settings) : both(settings);
    for (const ending of await endings) {
      expect(ending.code).toBe(1);
      expect(sentence(ending)).toMatch(expected);
    }
  });

  it.each<[string, RegExp]>([
    [`esdb://me:${SECRET}@@@::::`, /^EVENTSTORE_URL is malformed: /],
    [`esdb://${NOBODY}`, /^EVENTSTORE_URL must contain a user and password/],
  ])('is named when it is the URL of the event log: %s', async (EVENTSTORE_URL, expected) => {
    const database = await createTestDatabase();
    for (const ending of await both({ DATABASE_URL: database.url, EVENTSTORE_URL })) {
      expect(ending.code).toBe(1);
      expect(sentence(ending)).toMatch(expected);
    }
    await database.drop();
  });

  it.each<[string, (address: URL, owner: Client) => Promise<unknown>, RegExp]>([
    [
      'whose user may create nothing',
      async (address, owner) => {
        await owner.query(`create role guest login password '${SECRET}'`);
        Object.assign(address, { username: 'guest', password: SECRET });
      },
      /permission denied for database \w+\. Make the user in DATABASE_URL the owner of the database\.$/,
    ],
    [
      'that is not in UTF-8',
      async (address, owner) => {
        await owner.query(`create database in_latin1 encoding 'LATIN1' locale 'C' template template0`);
        address.pathname = '/in_latin1';
      },
      /has no equivalent in encoding "LATIN1"\. Name a database in DATABASE_URL that was created with encoding 'UTF8'\.$/,
    ],
    [
      'without the encryption that is asked for',
      async (address) => address.searchParams.set('sslmode', 'no-verify'),
      /: The server does not support SSL connections\. Look at sslmode and sslrootcert in DATABASE_URL\.$/,
    ],
  ])('is explained when it names a database %s', async (_, change, expected) => {
    const database = await createTestDatabase();
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    const address = new URL(database.url);
    await change(address, owner);
    const ending = await hosted('serve', [], { DATABASE_URL: address.href, DATA_DIR: '/nowhere-needed' });
    expect(ending.code).toBe(1);
    expect(sentence(ending)).toMatch(expected);
    await owner.query('drop database if exists in_latin1 with (force)');
    await owner.query('drop role if exists guest');
    await owner.end();
    await database.drop();
  });

  it('does not leave Postgres running when it is the URL of the event log', () =>
    inDataFolder(async (dataDir) => {
      const settings = { DATA_DIR: dataDir, EVENTSTORE_URL: `esdb://me:${SECRET}@@@::::` };
      for (const ending of await both(settings)) {
        expect(ending.code).toBe(1);
        expect(sentence(ending)).toMatch(/^EVENTSTORE_URL is malformed: /);
      }
      expect(await postmasterOf(dataDir)).toBeNull();
    }));

  it.each(['nowhere.invalid', '192.0.2.1'])('is named when the server cannot listen there: HOST=%s', (HOST) =>
    inDataFolder(async (dataDir) => {
      const ending = await hosted('serve', [], { DATA_DIR: dataDir, HOST });

      expect(ending.code).toBe(1);
      expect(sentence(ending)).toBe('HOST: must be an address or a name of this machine');
    }),
  );

  it('is named when another program has the port', () =>
    inDataFolder((dataDir) =>
      onTakenPort(async (PORT) => {
        const ending = await start('serve', [], { DATA_DIR: dataDir, PORT }).ended;

        expect(ending.code).toBe(1);
        expect(sentence(ending)).toMatch(
          /^listen EADDRINUSE: .+ Another program uses this port; set PORT to a different one\.$/,
        );
        expect(await postmasterOf(dataDir)).toBeNull();
      }),
    ));
});

describe('a database', () => {
  it('built from another event log is refused before anything is written, until it is rebuilt', async () => {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'earmark-other-log-'));
    const store = await LoopbackEventStore.start();
    const library = await writeLibrary(folder, { episodes: 3, seed: 40 });
    const here = { DATABASE_URL: database.url };
    const elsewhere = { ...here, EVENTSTORE_URL: `esdb://127.0.0.1:${store.port}?tls=false` };
    await imported(library, here);

    const refused = await command(['import', library.folder], elsewhere);
    expect(refused.code).toBe(1);
    expect(sentence(refused)).toMatch(
      /^The tables of \S+ were built from another event log\. Restore the previous log, /,
    );
    expect(store.storage.all).toEqual([]);

    expect(await command(['rebuild', 'all'], elsewhere)).toMatchObject({ code: 0 });
    expect(await imported(library, elsewhere)).toMatchObject({ episodes: library.episodes });
    store.stop();
    await rm(folder, { recursive: true });
    await database.drop();
  });
});

describe('a data folder', () => {
  it('that is damaged is named by server and command, and no process stays behind', () =>
    inDataFolder(async (dataDir) => {
      await truncate(join(dataDir, 'postgres/data/global/pg_control'), 100);

      for (const ending of await both({ DATA_DIR: dataDir })) {
        expect(ending.code).toBe(1);
        expect(sentence(ending)).toMatch(
          /^Postgres does not start on the data folder .+; the whole log is .+postgres\.log\.$/,
        );
      }
      expect(await namesIn(join(dataDir, 'leases'))).toEqual([]);
    }));

  it.each(['/dev/null/data', '/proc/data', '/proc/some/data'])('that cannot be created is named: %s', (DATA_DIR) =>
    inEmptyFolder(async () => {
      for (const ending of await both({ DATA_DIR })) {
        expect(ending.code).toBe(1);
        expect(sentence(ending)).toMatch(/^The data folder \S+ cannot be created .+; choose another DATA_DIR\.$/);
      }
    }),
  );
});

/** How a server and a command end. */
const both = async (settings: Environment): Promise<Ending[]> => [
  await hosted('serve', [], settings),
  await command(['user', 'list'], settings),
];

const asProcesses = (settings: Environment): Promise<Ending[]> =>
  Promise.all([start('serve', [], settings).ended, run(['user', 'list'], settings)]);

async function onTakenPort(work: (port: string) => Promise<void>): Promise<void> {
  const taker = createServer();
  const port = await new Promise<string>((resolve) => {
    taker.listen(0, '127.0.0.1', () => {
      const address = taker.address();
      resolve(typeof address === 'object' && address !== null ? String(address.port) : '');
    });
  });
  try {
    await work(port);
  } finally {
    taker.close();
  }
}
