import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, lchown, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isForeign, requireName, spawnAs } from './account.ts';
import type { Account } from './account.ts';
import { PROGRAM_ENV } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, codeOf, fullDiskIn, messageOf } from './embedded-postgres.error.ts';
import { namesIn } from './folder-lock.ts';

/** The files of one embedded Postgres below a data folder. */
export interface Cluster {
  readonly dataDir: string;
  /** The folder that Postgres itself owns. */
  readonly data: string;
  readonly passwordFile: string;
  readonly portFile: string;
  readonly log: string;
}

export const SUPERUSER = 'earmark';

const run = promisify(execFile);

/** Paths in a data folder; creates nothing. */
export function clusterIn(dataDir: string): Cluster {
  const folder = join(dataDir, 'postgres');
  return {
    dataDir,
    data: join(folder, 'data'),
    passwordFile: join(folder, 'password'),
    portFile: join(folder, 'port'),
    log: join(dataDir, 'postgres.log'),
  };
}

/** Owner of the existing data; null when there is none yet. */
export async function dataOwner(cluster: Cluster): Promise<Account | null> {
  try {
    const { uid, gid } = await stat(cluster.data);
    return { uid, gid };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Creates the cluster with `initdb` in a folder beside it, renamed when complete: a crash on the
 * way leaves nothing that looks like data. Throws EmbeddedPostgresError.
 */
export async function createCluster(
  cluster: Cluster,
  binaries: Binaries,
  account: Account,
  throwaway: boolean,
): Promise<void> {
  requireName(account);
  if ((await namesIn(dirname(cluster.data))).length > 0) throw incomplete(cluster);
  await sweepHalfMade(cluster.dataDir);
  const making = join(cluster.dataDir, `postgres.new-${randomBytes(4).toString('hex')}`);
  const data = join(making, 'data');
  const passwordForInitdb = join(making, 'initdb');
  const password = randomBytes(24).toString('hex');

  await mkdir(data, { recursive: true });
  await chmod(making, 0o755);
  // The data survive a crash of the machine right after this, so the password must too.
  await writeFile(join(making, 'password'), `${password}\n`, { mode: 0o600, flush: true });
  await writeFile(passwordForInitdb, `${password}\n`, { mode: 0o600 });
  if (isForeign(account)) {
    await chown(data, account.uid, account.gid);
    await chown(passwordForInitdb, account.uid, account.gid);
  }
  try {
    await run(binaries.initdb, initdbArguments(await dataArgument(data, account), throwaway), {
      cwd: data,
      env: PROGRAM_ENV,
      ...spawnAs(account),
    });
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw initdbFailed(cluster, error);
  }
  await rm(passwordForInitdb);
  await rename(making, join(cluster.dataDir, 'postgres'));
  if (!throwaway) await sync(cluster.dataDir);
}

/** Makes the names in a folder survive a crash of the machine. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function initdbArguments(data: string, throwaway: boolean): string[] {
  return [
    ...['-D', data, '-U', SUPERUSER, '--pwfile=../initdb', '--auth=scram-sha-256', '--encoding=UTF8'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...(throwaway ? ['--no-sync'] : []),
  ];
}

function initdbFailed(cluster: Cluster, error: unknown): EmbeddedPostgresError {
  const lines = messageOf(error).trim().split('\n');
  const complaint = lines.findLast((line) => /error|fatal|panic|could not/i.test(line)) ?? lines.at(-1) ?? '';
  return new EmbeddedPostgresError(
    fullDiskIn(messageOf(error), cluster.dataDir) ??
      `Postgres cannot create a database in ${cluster.dataDir}: ${complaint}`,
    { cause: error },
  );
}

async function sweepHalfMade(dataDir: string): Promise<void> {
  for (const name of await namesIn(dataDir)) {
    if (name.startsWith('postgres.new-')) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

const incomplete = ({ data }: Cluster) =>
  new EmbeddedPostgresError(
    `${data} is not a complete Postgres database (it has no PG_VERSION); restore it from a backup or move ${dirname(data)} away to start afresh.`,
  );

/** Throws EmbeddedPostgresError when the existing data is not of this version or not of Postgres at all. */
export async function checkCluster(cluster: Cluster, binaries: Binaries): Promise<void> {
  let version: string;
  try {
    version = (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw incomplete(cluster);
  }
  if (version !== binaries.major) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster.dataDir} was written by PostgreSQL ${version}, but this Earmark includes ${binaries.major}; make a backup with the Earmark that wrote it and restore it into an empty data folder.`,
    );
  }
}

/** Makes the account the owner of data that root unpacked; leaves the account's own data alone. */
export async function giveTo(cluster: Cluster, account: Account): Promise<void> {
  const owner = await dataOwner(cluster);
  if (!isForeign(account) || owner?.uid === account.uid) return;

  for (const name of await readdir(cluster.data, { recursive: true })) {
    await lchown(join(cluster.data, name), account.uid, account.gid);
  }
  await chown(cluster.data, account.uid, account.gid);
}

/**
 * The `-D` for a program whose working folder is `data`. When root keeps the data below a folder that the account
 * cannot enter (as in a 0700 home), Linux still gives it access through its working folder, which root set.
 */
export async function dataArgument(data: string, account: Account): Promise<string> {
  if (!isForeign(account)) return data;
  try {
    await run('/bin/sh', ['-c', 'cd "$1"', 'sh', data], { cwd: '/', env: PROGRAM_ENV, ...spawnAs(account) });
    return data;
  } catch (error) {
    if (process.platform === 'linux') return '/proc/self/cwd';
    throw new EmbeddedPostgresError(
      `User ${account.uid}, as whom root runs Postgres, cannot enter ${data}; open its parent folders (chmod o+x), run Earmark as an ordinary user or set DATA_DIR.`,
      { cause: error },
    );
  }
}

/** Password of the superuser. Throws EmbeddedPostgresError when its file is gone. */
export async function readPassword(cluster: Cluster): Promise<string> {
  try {
    return (await readFile(cluster.passwordFile, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new EmbeddedPostgresError(`The password file ${cluster.passwordFile} is gone; restore it from a backup.`, {
      cause: error,
    });
  }
}
