import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface ThrowAwayDatabase {
  readonly connectionString: string;
  /** Runs one statement in the database of the server that everybody shares. */
  admin(sql: string, values?: unknown[]): Promise<void>;
  drop(): Promise<void>;
}

/** A new database on the server that TEST_DATABASE_URL names, whose user may create databases. */
export async function createThrowAwayDatabase(): Promise<ThrowAwayDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('TEST_DATABASE_URL names no server for the tests');
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  const name = `earmark_test_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;

  return {
    connectionString: url.href,
    admin: async (sql, values) => void (await admin.query(sql, values)),
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
