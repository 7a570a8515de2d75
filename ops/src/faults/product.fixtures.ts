import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { Client } from 'pg';
import { clusterIn } from '../postgres/cluster.ts';
import { DATABASE, urlOf } from '../postgres/connection.ts';
import { codeOf } from '../postgres/embedded-postgres.error.ts';
import { namesIn } from '../postgres/folder-lock.ts';
import { leasePostgres } from '../postgres/embedded-postgres.ts';
import { inNewFolder, inUsedFolder } from '../testing/lease.fixtures.ts';
import { findPostmaster } from '../postgres/postmaster-pid.ts';
import type { Postmaster } from '../postgres/postmaster-pid.ts';

/** The server (`serve`), the server with its supervisor (`start`) or the command line (`earmark`). */
export type Program = 'serve' | 'start' | 'earmark';
export type Environment = Readonly<Record<string, string>>;

/** How a process of the product ended. */
export interface Ending {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built product as a process in its own process group. */
export interface Product {
  readonly pid: number;
  readonly ended: Promise<Ending>;
  hasEnded(): boolean;
  /** The first group of the first match in its output, past or future. Rejects when the process ends first. */
  printed(pattern: RegExp): Promise<string>;
  /** Closes the pipe of its standard output, as `head` does. */
  stopReading(): void;
}

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));
const started = new Set<Product>();

/** Starts a program as a process. */
export function start(program: Program, words: readonly string[], environment: Environment): Product {
  const child = spawn(process.execPath, [`${dist}/${program}.js`, ...words], {
    detached: true,
    env: { PATH: process.env.PATH, PORT: '0', SAMPLE_LIBRARY: 'off', FEED_REFRESH_MINUTES: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const product = watched(child);
  started.add(product);
  return product;
}

/** Runs one command to its end. */
export const run = (words: readonly string[], environment: Environment): Promise<Ending> =>
  start('earmark', words, environment).ended;

/** Starts a server and waits until it prints its URL. */
export async function serve(environment: Environment): Promise<Product & { readonly url: string }> {
  const server = start('serve', [], environment);
  return { ...server, url: await server.printed(/Earmark is running: (\S+)/) };
}

function watched(child: ChildProcess): Product {
  const { pid } = child;
  if (pid === undefined) throw new Error('the product could not be started');
  let [stdout, stderr] = ['', ''];
  let isOver = false;
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  child.stdout?.setEncoding('utf8').on('data', (text: string) => ((stdout += text), tell()));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => ((stderr += text), tell()));
  const ended = new Promise<Ending>((resolve) =>
    child.once('close', (code) => {
      isOver = true;
      resolve({ code, stdout, stderr });
      tell();
    }),
  );
  return {
    pid,
    ended,
    hasEnded: () => isOver,
    stopReading: () => void child.stdout?.destroy(),
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(stdout + stderr);
          if (!found && !isOver) return;
          listeners.delete(look);
          if (found) resolve(found[1] ?? found[0]);
          else reject(new Error(`it ended without printing ${pattern}: ${stdout}${stderr}`));
        };
        listeners.add(look);
        look();
      }),
  };
}

/** Sends a signal to a whole process group, if it still exists. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/** Ctrl-C twice, as under npm: from the terminal and forwarded by npm. */
export function interrupt({ pid }: Product): void {
  signalGroup(pid, 'SIGINT');
  signalGroup(pid, 'SIGINT');
}

/** kill -9 of the product and optionally of the Postgres that it started in another process group. */
export async function crash(
  product: Product,
  dataDir: string,
  { andDatabase }: { andDatabase: boolean },
): Promise<void> {
  const postmaster = andDatabase ? await postmasterOf(dataDir) : null;
  signalGroup(product.pid, 'SIGKILL');
  if (postmaster !== null) signalGroup(postmaster.process.pid, 'SIGKILL');
  await product.ended;
}

/** The Postgres running on a data folder; null when there is none. */
export const postmasterOf = (dataDir: string): Promise<Postmaster | null> => findPostmaster(clusterIn(dataDir).data);

/** Expects no Postgres and no lease on a data folder. */
export async function expectNobodyIn(dataDir: string): Promise<void> {
  expect(await postmasterOf(dataDir)).toBeNull();
  expect(await namesIn(join(dataDir, 'leases'))).toEqual([]);
}

/** Runs work in a data folder with an empty database, then ends its processes and removes it. */
export const inDataFolder = (work: (dataDir: string) => Promise<void>): Promise<void> =>
  inUsedFolder((dataDir) => endingAll(() => work(dataDir)));

/** Like inDataFolder, with a folder that does not exist yet. */
export const inEmptyFolder = (work: (dataDir: string) => Promise<void>): Promise<void> =>
  inNewFolder((dataDir) => endingAll(() => work(dataDir)));

async function endingAll(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await killAll();
  }
}

/** Ends what a test has left running. */
export async function killAll(): Promise<void> {
  for (const product of started) if (!product.hasEnded()) signalGroup(product.pid, 'SIGKILL');
  await Promise.all([...started].map(({ ended }) => ended));
  started.clear();
}

/** Queries the database of an unused data folder, and stops it again. */
export async function inDatabase<Row extends Record<string, unknown>>(dataDir: string, query: string): Promise<Row[]> {
  const lease = await leasePostgres({ dataDir, holder: 'tests', throwaway: true });
  try {
    return await asked<Row>(lease.url, query);
  } finally {
    await lease.release();
  }
}

async function asked<Row extends Record<string, unknown>>(url: string, query: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

/** Codes for: nothing listens, starting up, shutting down, after a crash, no such database, schema or table yet. */
const NOT_THERE = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01',
  '57P02',
  '57P03',
  '3D000',
  '3F000',
  '42P01',
]);

/** Poll interval for `eventsIn`, which connects each time. */
export const EVENTS_POLL_MS = 100;

/** Events in the Postgres log that another process is writing; 0 before there is a log. Takes no lease. */
export async function eventsIn(dataDir: string): Promise<number> {
  const cluster = clusterIn(dataDir);
  try {
    const postmaster = await findPostmaster(cluster.data);
    if (postmaster === null) return 0;
    const password = (await readFile(cluster.passwordFile, 'utf8')).trim();
    const url = urlOf(postmaster.port, password, DATABASE);
    const rows = await asked<{ count: number }>(url, 'select count(*)::int as count from log.event');
    return rows[0]?.count ?? 0;
  } catch (error) {
    const code = codeOf(error);
    // An error of a connection ended by a dying server has no code.
    if (code === null || NOT_THERE.has(code)) return 0;
    throw error;
  }
}

/** Polls until the condition holds; the test's time limit ends it. */
export async function until(holds: () => boolean | Promise<boolean>, pollMs = 50): Promise<void> {
  while (!(await holds())) await sleep(pollMs);
}
