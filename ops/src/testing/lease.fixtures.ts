import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
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

/** Runs work in a data folder that does not exist yet, then stops its processes and removes it. */
export async function inNewFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'earmark-lease-'));
  await chmod(parent, 0o777);
  try {
    await work(join(parent, 'data'));
  } finally {
    // A failed test still holds its leases.
    for (const lease of await namesIn(join(parent, 'data/leases'))) await rm(join(parent, 'data/leases', lease));
    await stopAbandoned(join(parent, 'data'));
    await rm(parent, { recursive: true, force: true });
  }
}

/** Runs work in a data folder with an existing database. Much faster: the folder is created once per test run and copied. */
export function inUsedFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  return inNewFolder(async (dataDir) => {
    const used = await preparedFolder('postgres', makeUsedFolder);
    await promisify(execFile)('cp', ['-a', join(used, 'data'), dataDir]);
    await work(dataDir);
  });
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
