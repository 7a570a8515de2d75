import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { preparedFolder } from './prepared-folder.ts';
import { startTypeScript } from './typescript-process.ts';
import type { TypeScriptProcess } from './typescript-process.ts';
import { clusterIn } from '../postgres/cluster.ts';
import { namesIn } from '../postgres/folder-lock.ts';
import { leasePostgres, stopAbandoned } from '../postgres/embedded-postgres.ts';

/** A process that holds a lease until it reads a line or ends. */
export interface LeasingProcess extends TypeScriptProcess {
  /** URL of the lease, or the error as 'EmbeddedPostgresError: …'. */
  readonly outcome: Promise<string>;
  release(): Promise<void>;
}

/** Takes a lease in another process, which ignores Ctrl-C. */
export function leaseElsewhere(
  options: { dataDir: string; holder?: string; exclusive?: boolean },
  as: { uid?: number; gid?: number } = {},
): LeasingProcess {
  const started = startTypeScript(
    `
    const { leasePostgres } = require('./ops/src/postgres/embedded-postgres.ts');
    process.on('SIGINT', () => console.log('interrupted'));
    (async () => {
      const lease = await leasePostgres(${JSON.stringify({ throwaway: true, ...options })});
      console.log(lease.url);
      await new Promise((resolve) => process.stdin.once('data', resolve));
      await lease.release();
      process.exit();
    })().catch((error) => { console.log(String(error)); process.exit(1); });
    `,
    as,
  );
  return {
    ...started,
    outcome: started.nextLine(),
    async release() {
      started.process.stdin?.write('release\n');
      await started.ended;
    },
  };
}

/** A data folder of a test. */
export interface UsedFolder {
  readonly dataDir: string;
  /** Stops its processes and removes it. */
  remove(): Promise<void>;
}

async function openNewFolder(): Promise<UsedFolder> {
  const parent = await mkdtemp(join(tmpdir(), 'earmark-lease-'));
  await chmod(parent, 0o777);
  const dataDir = join(parent, 'data');
  return {
    dataDir,
    async remove() {
      // A failed test still holds its leases.
      for (const lease of await namesIn(join(dataDir, 'leases'))) await rm(join(dataDir, 'leases', lease));
      await stopAbandoned(dataDir);
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** A data folder with an empty database. Much faster than making one: it is created once per test run and copied. */
export async function openUsedFolder(): Promise<UsedFolder> {
  const folder = await openNewFolder();
  await copyUsedFolder(folder.dataDir);

  return folder;
}

/** Fills a data folder, which may exist, with an empty database. */
export async function copyUsedFolder(dataDir: string): Promise<void> {
  const used = await preparedFolder('postgres', makeUsedFolder);
  await mkdir(dataDir, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${join(used, 'data')}/.`, dataDir]);
}

/** Runs work in a data folder that does not exist yet, then stops its processes and removes it. */
export const inNewFolder = (work: (dataDir: string) => Promise<void>): Promise<void> => inFolder(openNewFolder(), work);

/** Runs work in a data folder with an existing database. */
export const inUsedFolder = (work: (dataDir: string) => Promise<void>): Promise<void> =>
  inFolder(openUsedFolder(), work);

async function inFolder(opening: Promise<UsedFolder>, work: (dataDir: string) => Promise<void>): Promise<void> {
  const folder = await opening;
  try {
    await work(folder.dataDir);
  } finally {
    await folder.remove();
  }
}

async function makeUsedFolder(folder: string): Promise<void> {
  const dataDir = join(folder, 'data');
  await (await leasePostgres({ dataDir, throwaway: true })).release();
  // Copies run concurrently.
  await rm(clusterIn(dataDir).portFile);
}

/** First column of the first row. */
export async function ask(url: string, query: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: query, rowMode: 'array' });
    return String(rows[0]?.[0]);
  } finally {
    await client.end();
  }
}

/** Identifies one run of a server. */
export const serverRun = (url: string) => ask(url, 'select pg_postmaster_start_time()::text');
