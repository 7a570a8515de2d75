import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A new database on the server of this test run, empty or a copy of `template`. Throws without TEST_DATABASE_URL. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set');

  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const url = new URL(server);
  url.pathname = `/${name}`;

  return { url: url.href, drop: () => dropWhenLeft(server, name) };
}

const IN_USE = '55006';

/** Postgres waits a few seconds for connections that are closing; terminating them would fail their owners. */
async function dropWhenLeft(server: string, name: string): Promise<void> {
  try {
    await onServer(server, `drop database if exists ${name}`);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== IN_USE) throw error;
    await onServer(server, `drop database if exists ${name} with (force)`);
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
