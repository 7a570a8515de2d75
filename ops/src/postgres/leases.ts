import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.ts';
import { namesIn } from './folder-lock.ts';
import { isAlive, newOwnerName, ownerOf } from './owner-name.ts';

/** A running process that uses the embedded Postgres of a data folder. */
export interface LeaseHolder {
  readonly pid: number;
  /** What it is: 'server', 'import', … */
  readonly holder: string;
  readonly exclusive: boolean;
}

const LEASES = 'leases';
const leasesIn = (dataDir: string) => join(dataDir, LEASES);
const HOLDER = /^[a-z][a-z0-9-]*$/;

/** Running holders of leases on this data folder. Empty when there are none or the folder is absent. */
export async function leaseHolders(dataDir: string): Promise<LeaseHolder[]> {
  return (await readLeases(dataDir)).flatMap(({ lease }) => lease ?? []);
}

/** True once there has been a lease on this data folder, whether or not its holder still runs. */
export async function wasLeased(dataDir: string): Promise<boolean> {
  return (await namesIn(dataDir)).includes(LEASES);
}

/** Writes a lease and returns its path. Call it under the lock. Throws when another process has it exclusively. */
export async function writeLease(dataDir: string, holder: string, exclusive: boolean): Promise<string> {
  if (!HOLDER.test(holder)) throw new Error(`not a lease holder's name: ${holder}`);
  await sweepLeases(dataDir);

  const other = (await leaseHolders(dataDir)).find((lease) => lease.holder === holder && lease.exclusive);
  if (exclusive && other !== undefined) {
    throw new EmbeddedPostgresError(`Earmark is already running on this data folder (process ${other.pid}).`);
  }

  await mkdir(leasesIn(dataDir), { recursive: true });
  const path = join(leasesIn(dataDir), `${holder}.${exclusive ? 'exclusive' : 'shared'}.${await newOwnerName()}`);
  await writeFile(path, '');
  return path;
}

/** Removes a lease, if it still exists. */
export async function removeLease(path: string): Promise<void> {
  await rm(path, { force: true });
}

async function sweepLeases(dataDir: string): Promise<void> {
  for (const { name, lease } of await readLeases(dataDir)) {
    if (lease === null) await removeLease(join(leasesIn(dataDir), name));
  }
}

async function readLeases(dataDir: string): Promise<{ name: string; lease: LeaseHolder | null }[]> {
  const names = await namesIn(leasesIn(dataDir));
  return Promise.all(names.map(async (name) => ({ name, lease: await livingLease(name) })));
}

async function livingLease(name: string): Promise<LeaseHolder | null> {
  const [holder = '', kind = '', ...rest] = name.split('.');
  const owner = ownerOf(rest.join('.'));
  if (owner === null || !(await isAlive(owner))) return null;
  return { pid: owner.pid, holder, exclusive: kind === 'exclusive' };
}
