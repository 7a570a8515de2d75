import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** Waits for connections that are closing, as many milliseconds as given, before it ends them. */
  drop(patienceMs?: number): Promise<void>;
}

/** A new database on the server of this test run, empty or a copy of `template`. Throws without TEST_DATABASE_URL. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const server = serverUrl();
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await onServer(
    server,
    `create database ${name}${template === undefined ? '' : ` template ${template}`} strategy file_copy`,
  );

  return { url: urlOf(server, name), drop: async (patienceMs) => dropWhenLeft(server, name, patienceMs) };
}

/**
 * A new database as `prepare` leaves it. It runs once per test run, for the first caller; everybody gets a copy. It must
 * close its connections.
 */
export async function createPreparedDatabase(
  name: string,
  prepare: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const server = serverUrl();
  const [template, unfinished] = [`prepared_${name}`, `unfinished_${name}`];
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rows } = await client.query('select from pg_database where datname = $1', [template]);
    if (rows.length > 0) return;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} strategy file_copy`);
    await prepare(urlOf(server, unfinished));
    await client.query(`alter database ${unfinished} rename to ${template}`);
  });

  return createTestDatabase(template);
}

function serverUrl(): string {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set');

  return server;
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;

  return url.href;
}

/** Connections close a moment after their owner has left; ending them sooner would fail the owner. */
const PATIENCE_MS = 5000;
const POLL_MS = 20;

async function dropWhenLeft(server: string, name: string, patienceMs = PATIENCE_MS): Promise<void> {
  await withClient(server, async (client) => {
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(POLL_MS)) {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
        [name],
      );
      if (rows.length === 0) break;
    }
    await client.query(`drop database if exists ${name} with (force)`);
  });
}

async function onServer(url: string, sql: string): Promise<void> {
  await withClient(url, async (client) => client.query(sql));
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
