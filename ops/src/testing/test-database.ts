import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Ends its connections and removes it. */
  drop(): Promise<void>;
}

/** Makes an empty database on the server of this test run. Throws when TEST_DATABASE_URL is not set. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set; the Jest project lacks globalSetup');

  const name = `t_${randomBytes(8).toString('hex')}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(server, `drop database if exists ${name} with (force)`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
