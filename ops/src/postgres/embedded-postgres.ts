import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { accountFor } from './account.ts';
import { usableBinaries } from './binaries.ts';
import { checkCluster, clusterIn, createCluster, dataOwner, giveTo, readPassword } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { DATABASE, ensureDatabase, urlOf } from './connection.ts';
import { codeOf, EmbeddedPostgresError, readable } from './embedded-postgres.error.ts';
import { withFolderLock } from './folder-lock.ts';
import { leaseHolders, removeLease, wasLeased, writeLease } from './leases.ts';
import { findPostmaster } from './postmaster-pid.ts';
import { joinServer, startServer, stopServer } from './server.ts';

export { EmbeddedPostgresError } from './embedded-postgres.error.ts';
export { leaseHolders } from './leases.ts';
export type { LeaseHolder } from './leases.ts';

/** The right to use the embedded Postgres. */
export interface PostgresLease {
  /** URL of the database `earmark`, as superuser. */
  readonly url: string;
  /**
   * Restarts the server when it has ended despite the lease. True when it had to. Throws EmbeddedPostgresError when
   * it does not start, or not at the URL that all connections use.
   */
  revive(): Promise<boolean>;
  /** Releases the lease; the last holder of all processes stops the server. Calling it twice is harmless. */
  release(): Promise<void>;
}

export interface LeaseOptions {
  /** Created when absent. Contains the database, its log and the leases. */
  readonly dataDir: string;
  /** Holder of the lease: 'server', 'import', …; lower-case letters, digits and dashes. Default: 'process'. */
  readonly holder?: string;
  /** Fails when a running process has an exclusive lease of the same holder. */
  readonly exclusive?: boolean;
  /** For tests: faster, and a crash of the machine may lose the data. */
  readonly throwaway?: boolean;
  /** Receives a line for each slow step. */
  readonly onProgress?: (line: string) => void;
}

/**
 * Starts the Postgres below dataDir, or joins one that is running, even if a killed process left it.
 * Throws EmbeddedPostgresError with one readable sentence.
 */
export async function leasePostgres(options: LeaseOptions): Promise<PostgresLease> {
  const { holder = 'process', exclusive = false, throwaway = false, onProgress = () => undefined } = options;
  const cluster = clusterIn(resolve(options.dataDir));

  return orReadable(cluster, async () => {
    await makeFolder(cluster.dataDir);
    return locked(cluster, onProgress, async () => {
      const lease = await writeLease(cluster.dataDir, holder, exclusive);
      try {
        const url = await serve(cluster, throwaway, onProgress);
        let isHeld = true;
        return {
          url,
          revive: () =>
            orReadable(cluster, async () => {
              if ((await findPostmaster(cluster.data)) !== null) return false;
              return locked(
                cluster,
                onProgress,
                async () => isHeld && (await revive(cluster, url, throwaway, onProgress)),
              );
            }),
          release: () => {
            isHeld = false;
            return orReadable(cluster, () => release(cluster, lease, onProgress));
          },
        };
      } catch (error) {
        await end(cluster, lease);
        throw error;
      }
    });
  });
}

async function serve(cluster: Cluster, throwaway: boolean, onProgress: (line: string) => void): Promise<string> {
  const owner = await dataOwner(cluster);
  const account = await accountFor(cluster.dataDir, owner);
  const binaries = await usableBinaries(account);
  if (owner === null) {
    onProgress(`Creating the database in ${cluster.dataDir}`);
    await createCluster(cluster, binaries, account, throwaway);
  }
  await checkCluster(cluster, binaries);

  const password = await readPassword(cluster);
  let port = await joinServer({ cluster, password, onProgress });
  if (port === null) {
    onProgress('Starting Postgres');
    await giveTo(cluster, account);
    port = await startServer({ cluster, password, onProgress, binaries, account, throwaway });
  }
  await ensureDatabase(urlOf(port, password, 'postgres'));
  return urlOf(port, password, DATABASE);
}

async function revive(
  cluster: Cluster,
  url: string,
  throwaway: boolean,
  onProgress: (line: string) => void,
): Promise<boolean> {
  if ((await findPostmaster(cluster.data)) !== null) return false;
  onProgress(`Postgres ended unexpectedly; its log is ${cluster.log}`);
  if ((await serve(cluster, throwaway, onProgress)) === url) return true;
  throw new EmbeddedPostgresError('Another program took the port of Postgres while it was down; restart Earmark.');
}

/** Not `mkdir` with `recursive`, which never returns where the file system allows no folders, such as /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || (await exists(parent))) throw error;
    await makeFolder(parent);
    await mkdir(path);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Stops the server that killed processes left on dataDir. True when the folder is unused, false when it is in use or
 * about to be, in which case it does nothing.
 */
export async function stopAbandoned(dataDir: string): Promise<boolean> {
  const cluster = clusterIn(resolve(dataDir));
  if (await isUsed(cluster)) return false;
  return locked(
    cluster,
    () => undefined,
    async () => {
      if (await isUsed(cluster)) return false;
      await stopServer(cluster);
      return true;
    },
  );
}

/** Also true before the first lease, which is about to be taken. */
async function isUsed({ dataDir }: Cluster): Promise<boolean> {
  return !(await wasLeased(dataDir)) || (await leaseHolders(dataDir)).length > 0;
}

async function release(cluster: Cluster, lease: string, onProgress: (line: string) => void): Promise<void> {
  try {
    await locked(cluster, onProgress, () => end(cluster, lease));
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error;
    // A full disk has no room for the lock either, but the server must not outlive its holders for that.
    await end(cluster, lease);
  }
}

async function end(cluster: Cluster, lease: string): Promise<void> {
  await removeLease(lease);
  if ((await leaseHolders(cluster.dataDir)).length === 0) await stopServer(cluster);
}

function locked<Result>(
  cluster: Cluster,
  onProgress: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const onWait = (pid: number) => onProgress(`Waiting for process ${pid}, which starts or stops this database`);
  return withFolderLock(cluster.dataDir, onWait, work);
}

async function orReadable<Result>(cluster: Cluster, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw readable(error, cluster.dataDir);
  }
}
