import { chmod, link, mkdir, mkdtemp, copyFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { leasePostgres, type PostgresLease } from '../postgres/embedded-postgres.ts';

const Versions = z.tuple([z.object({ version: z.string() })]);

/** A temporary folder with the servers whose data it contains; closing it removes everything. */
export class Workspace {
  /** Version of the last server started; null when there was none. */
  postgresVersion: string | null = null;
  private readonly leases = new Set<PostgresLease>();
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<unknown>>();
  private closed: Promise<void> | null = null;

  private constructor(readonly folder: string) {}

  static async open(): Promise<Workspace> {
    const folder = await mkdtemp(join(tmpdir(), 'earmark-bench-'));
    // Under root the server runs as another user, who must reach the data.
    await chmod(folder, 0o755);

    return new Workspace(folder);
  }

  /** Absolute names lie outside the workspace, and are not removed. */
  path(...names: string[]): string {
    return resolve(this.folder, ...names);
  }

  /** A durable embedded Postgres (fsync on) in a folder of the workspace; joins it when it is already running. */
  async leasePostgres(name: string): Promise<PostgresLease> {
    const lease = await leasePostgres({ dataDir: this.path(name), holder: 'bench' });
    this.leases.add(lease);
    const [{ version }] = Versions.parse(await queryOnce(lease.url, 'select version()'));
    this.postgresVersion = version.split(' on ')[0] ?? version;

    return {
      ...lease,
      release: async () => {
        this.leases.delete(lease);
        await lease.release();
      },
    };
  }

  /** Puts the files into a new folder at their paths relative to `from`; uses hard links on the same disk. */
  async gather(name: string, files: readonly string[], from: string): Promise<string> {
    const folder = this.path(name);
    for (const file of files) {
      const place = join(folder, relative(from, file) || basename(file));
      await mkdir(dirname(place), { recursive: true });
      try {
        await link(file, place);
      } catch (error) {
        if (!(error instanceof Error) || !('code' in error) || error.code !== 'EXDEV') throw error;
        await copyFile(file, place);
      }
    }

    return folder;
  }

  /** Closing the workspace waits for the work; `start` receives the signal to end early. */
  async during<Value>(start: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const work = start(this.stopping.signal);
    this.running.add(work);
    try {
      return await work;
    } finally {
      this.running.delete(work);
    }
  }

  /** Ends the processes that use the folder, then the servers in it, then removes it. */
  close(): Promise<void> {
    return (this.closed ??= this.end());
  }

  private async end(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.running);
    for (const lease of this.leases) await lease.release();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Rows of one statement on a new connection. */
export async function queryOnce(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
