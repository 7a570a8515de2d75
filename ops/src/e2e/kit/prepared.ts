import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@earmark/projections/testing';
import { z } from 'zod';
import { preparedFolder } from '../../testing/prepared-folder.ts';
import { addAccount, PASSWORD, runProduct } from './product-process.ts';
import type { Library } from './product-process.ts';

export interface PreparedDatabase extends TestDatabase {
  /** `name=value` by user name, of all accounts that are there: each is signed in. */
  readonly cookies: Readonly<Record<string, string>>;
}

/** A new database with this library, which is loaded once in a test run and copied by Postgres. */
export async function copyLibrary(library: Library): Promise<PreparedDatabase> {
  const folder = await preparedFolder(library, (path) => prepare(library, path));
  const database = await createTestDatabase(await readFile(join(folder, 'database'), 'utf8'));

  return { ...database, cookies: Cookies.parse(JSON.parse(await readFile(join(folder, 'cookies.json'), 'utf8'))) };
}

const Cookies = z.record(z.string(), z.string());

async function prepare(library: Library, folder: string): Promise<void> {
  // An account costs a process, and a password a second of work.
  const database = await (library === 'empty' ? createTestDatabase() : copyLibrary('empty'));
  const { url, stop } = await runProduct(database.url, library);
  const cookies = 'cookies' in database ? database.cookies : await addAccounts(database.url, url);
  // Postgres cannot copy a database that is in use.
  await stop();
  await writeFile(join(folder, 'cookies.json'), JSON.stringify(cookies));
  await writeFile(join(folder, 'database'), new URL(database.url).pathname.slice(1));
}

async function addAccounts(databaseUrl: string, url: string): Promise<Record<string, string>> {
  await addAccount(databaseUrl, 'ana', 'analyst');
  await addAccount(databaseUrl, 'rea', 'reader');
  const cookies: Record<string, string> = {};
  for (const username of ['admin', 'ana', 'rea']) cookies[username] = await logIn(url, username);

  return cookies;
}

/** Cookie of a new session, as `name=value`. Throws when it is refused. */
export async function logIn(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status}`);

  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}
