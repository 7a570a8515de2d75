import { createHash } from 'node:crypto';
import pg from 'pg';
import { messageOf } from './apply.ts';
import { REQUEST_CHANNEL } from './checkpoints.ts';
import type { Projector } from './projector.ts';

/** Lock of the one active runner per database. The number is arbitrary. */
const RUNNER_LOCK = 7_305_001;

/** The tables belong to a running server of another build. */
export class ForeignBuild extends Error {
  override readonly name = 'ForeignBuild';

  constructor() {
    super(
      'A server of another version of Earmark is running on this database and maintains its tables for that version. Stop it, or restart it with this version, then run the command again.',
    );
  }
}

/** Name of the connection that holds the lock: differs between builds with different tables. */
const runnerName = (projectors: readonly Projector[]): string => {
  const versions = projectors.map(({ name, version }) => `${name} ${version}`).join(', ');

  return `earmark runner ${createHash('sha256').update(versions).digest('hex').slice(0, 16)}`;
};

/** True when the active runner belongs to a build with other projectors, or other versions of them. */
export async function foreignRunner(pool: pg.Pool, projectors: readonly Projector[]): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.objsubid = 1 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [RUNNER_LOCK],
  );

  return rows.some(({ name }) => name.startsWith('earmark runner') && name !== runnerName(projectors));
}

export interface RunnerLock {
  readonly databaseUrl: string;
  readonly projectors: readonly Projector[];
  /** Called when somebody asks the active runner for something. */
  readonly onRequest: () => void;
  readonly report: (line: string) => void;
}

/** Runs `work` while this process holds the lock; returns at once when another one does. */
export async function whileActive(
  { databaseUrl, projectors, onRequest, report }: RunnerLock,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const holder = new pg.Client({ connectionString: databaseUrl, application_name: runnerName(projectors) });
  const lost = new AbortController();
  holder.on('error', () => lost.abort(new Error('the connection that holds the lock was lost')));
  holder.on('notification', () => onRequest());
  await holder.connect();
  try {
    const { rows } = await holder.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      RUNNER_LOCK,
    ]);
    if (!rows[0]?.locked) return;
    await holder.query(`listen ${REQUEST_CHANNEL}`);
    await work(lost.signal);
  } finally {
    await holder.end().catch((error: unknown) => report(messageOf(error)));
  }
}
