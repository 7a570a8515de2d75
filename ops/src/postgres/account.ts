import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { EmbeddedPostgresError, codeOf } from './embedded-postgres.error.ts';

/** The user and group that the Postgres programs run as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account to run Postgres as: ours, or for root (which Postgres refuses) the owner of the existing data, else
 * `postgres`, else `nobody`. `owner` owns the existing data; null when there is none yet.
 * Throws EmbeddedPostgresError when the data belongs to another user.
 */
export async function accountFor(dataDir: string, owner: Account | null): Promise<Account> {
  const { getuid, getgid } = process;
  if (getuid === undefined || getgid === undefined) {
    throw new EmbeddedPostgresError(`The embedded Postgres does not run on ${process.platform}; set DATABASE_URL.`);
  }
  if (getuid() === 0) return owner !== null && owner.uid !== 0 ? owner : serviceAccount();
  if (owner !== null && owner.uid !== getuid()) {
    throw new EmbeddedPostgresError(
      `The database in ${dataDir} belongs to another user (uid ${owner.uid}); run Earmark as that user or as root, or set DATA_DIR.`,
    );
  }
  return { uid: getuid(), gid: getgid() };
}

/** True when the programs must run as a different user. */
export const isForeign = (account: Account) => account.uid !== process.getuid?.();

/** Options of `spawn` for this account. */
export const spawnAs = (account: Account) => (isForeign(account) ? { uid: account.uid, gid: account.gid } : {});

/** Throws EmbeddedPostgresError when our user has no name, which initdb requires. */
export function requireName(account: Account): void {
  if (isForeign(account)) return;
  try {
    userInfo();
  } catch (error) {
    if (codeOf(error) !== 'ERR_SYSTEM_ERROR') throw error;
    throw new EmbeddedPostgresError(
      `User ${account.uid} has no entry in /etc/passwd, which Postgres needs to create a database; run Earmark as a user that has one, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function serviceAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const line = lines.find(([user]) => user === name);
    if (line !== undefined) return { uid: Number(line[2]), gid: Number(line[3]) };
  }
  throw new EmbeddedPostgresError(
    'Postgres does not run as root, and there is neither a user "postgres" nor "nobody" to run it as; run Earmark as an ordinary user or set DATABASE_URL.',
  );
}
