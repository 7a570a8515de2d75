import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastFolders } from './fast-folder.ts';
import { codeOf } from '../postgres/embedded-postgres.error.ts';
import { leaseHolders, leasePostgres, stopAbandoned } from '../postgres/embedded-postgres.ts';
import { namesIn } from '../postgres/folder-lock.ts';

export interface TestServer {
  /** URL of its superuser. */
  readonly url: string;
  /** All files of the run belong here: it is removed at the end, or by the next run. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Jest may call the set-up once per project; they share one server. */
let users = 0;
let running: Promise<TestServer> | null = null;

/** Starts the throw-away Postgres of this test run, or joins it. */
export function joinTestServer(): Promise<TestServer> {
  users += 1;
  running ??= start();
  return running;
}

/** The last user stops the server and removes its folder. */
export async function leaveTestServer(): Promise<void> {
  users -= 1;
  if (users > 0 || running === null) return;

  const server = await running;
  running = null;
  await server.stop();
}

const PREFIX = 'earmark-test-';
const POLL_MS = 20;
/** Retried, because a run sweeping stale folders may just have put its lock into ours. */
const REMOVE = { recursive: true, force: true, maxRetries: 5 } as const;

async function start(): Promise<TestServer> {
  const folders = await fastFolders();
  for (const folder of folders) await sweepKilledRuns(folder);
  const dataDir = await mkdtemp(join(folders[0]!, PREFIX));
  // Under root the server runs as another user, who must reach the data.
  await chmod(dataDir, 0o755);
  const lease = await leasePostgres({ dataDir, throwaway: true, holder: 'tests' });
  return {
    url: lease.url,
    folder: dataDir,
    async stop() {
      await endBelow(dataDir);
      await lease.release();
      await rm(dataDir, REMOVE);
    },
  };
}

/** Jest runs no tear-down after Ctrl-C, so servers of such runs are stopped by the next one. */
async function sweepKilledRuns(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    try {
      await sweep(join(folder, name));
    } catch (error) {
      // Another run ended meanwhile and removed its folder.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

async function sweep(dataDir: string): Promise<void> {
  if ((await stat(dataDir)).uid !== process.getuid?.()) return;
  if (!(await stopAbandoned(dataDir))) return;
  await endBelow(dataDir);
  await rm(dataDir, REMOVE);
}

/** Ends the products running on data folders `<name>/data` below, and their Postgres. */
async function endBelow(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const dataDir = join(folder, name, 'data');
    for (;;) {
      const others = (await leaseHolders(dataDir)).filter(({ pid }) => pid !== process.pid);
      if (others.length === 0) break;
      for (const { pid } of others) kill(pid);
      await sleep(POLL_MS);
    }
    await stopAbandoned(dataDir);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has already ended.
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
