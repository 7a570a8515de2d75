import type { ClientBase, Pool } from 'pg';
import { Run } from './apply.ts';
import { putCheckpoint, READ_SCHEMA, type Checkpoint } from './checkpoints.ts';
import { ddlOf, type Projector } from './projector.ts';
import { READ_LOCK } from './reading.ts';
import { readColumns } from './tables.ts';

/** Tables are built in a separate schema, so table and index names never clash with the live ones. */
export const nextSchema = (projector: Projector): string => `read_next_${projector.name}`;
/** Holds the previous tables after a swap: dropping large tables takes longer than readers should wait. */
const oldSchema = (projector: Projector): string => `read_old_${projector.name}`;
export const verifySchema = (projector: Projector): string => `read_verify_${projector.name}`;

export async function inTransaction<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
  client?: ClientBase,
): Promise<Result> {
  const own = client ? null : await pool.connect();
  const used = client ?? own!;
  let broken = false;
  try {
    await used.query('begin');
    const result = await work(used);
    await used.query('commit');

    return result;
  } catch (error) {
    await used.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    own?.release(broken);
  }
}

/** Creates empty tables without indexes in a new schema, dropping what an earlier attempt left. */
export async function createShadow(pool: Pool, projector: Projector, schema: string): Promise<Run> {
  return inTransaction(pool, async (client) => {
    await client.query(`drop schema if exists ${schema} cascade`);
    await client.query(`create schema ${schema}`);
    await client.query(`set local search_path to ${schema}, public`);
    await client.query(ddlOf(projector).tables);

    return new Run(projector, schema, await readColumns(client, schema));
  });
}

export async function createIndexes(pool: Pool, projector: Projector, schema: string): Promise<void> {
  const { indexes, names } = ddlOf(projector);
  await inTransaction(pool, async (client) => {
    await client.query(`set local search_path to ${schema}, public`);
    await client.query(`set local maintenance_work_mem to '256MB'`);
    if (indexes.trim() !== '') await client.query(indexes);
    for (const name of names) await client.query(`analyze ${name}`);
  });
}

export async function openLive(pool: Pool, projector: Projector): Promise<Run> {
  return inTransaction(pool, async (client) => liveRun(client, projector));
}

export const liveRun = async (client: ClientBase, projector: Projector): Promise<Run> =>
  new Run(projector, READ_SCHEMA, await readColumns(client, READ_SCHEMA));

/**
 * Begins the swap of a projector's tables in a transaction of the client: keeps vacuum away from the old and new tables,
 * which affects no reader. Postgres cancels a blocking autovacuum after deadlock_timeout (one second).
 */
export async function beginSwap(client: ClientBase, projector: Projector): Promise<void> {
  await client.query('begin');
  await dropOld(client, projector);
  await client.query(`create schema ${oldSchema(projector)}`);
  const tables = [...(await oldTables(client, projector)), ...newTables(projector)];
  await attempt(client, async () => {
    await client.query(`set local lock_timeout = '5s'`);
    await client.query(`lock table ${tables.join(', ')} in share update exclusive mode`);

    return true;
  });
}

/** Drops the previous tables after a swap, including one whose process died first. */
export async function dropOld(client: Pick<ClientBase, 'query'>, projector: Projector): Promise<void> {
  await client.query(`drop schema if exists ${oldSchema(projector)} cascade`);
}

/**
 * Makes the built tables and their checkpoint live when the transaction commits. Returns false and does nothing
 * while a reader holds the old tables. `waits`: queues for them for a fifth of a second, with later readers behind it:
 * less than deadlock_timeout, after which Postgres would cancel one side of a deadlock, perhaps the reader.
 */
export async function swapIn(
  client: ClientBase,
  projector: Projector,
  checkpoint: Omit<Checkpoint, 'failure'>,
  waits: boolean,
): Promise<boolean> {
  return attempt(client, async () => {
    if (await isVacuumed(client, projector)) return false;
    await client.query(`set local lock_timeout = '${waits ? 200 : 20}ms'`);
    const { rows } = await client.query<{ free: boolean }>(
      waits ? `select pg_advisory_xact_lock($1), true as free` : 'select pg_try_advisory_xact_lock($1) as free',
      [READ_LOCK],
    );
    if (!rows[0]?.free) return false;
    const old = await oldTables(client, projector);
    if (old.length > 0)
      await client.query(`lock table ${old.join(', ')} in access exclusive mode ${waits ? '' : 'nowait'}`);
    await client.query(
      [
        ...old.map((name) => `alter table ${name} set schema ${oldSchema(projector)}`),
        ...newTables(projector).map((name) => `alter table ${name} set schema ${READ_SCHEMA}`),
        `drop schema ${nextSchema(projector)} cascade`,
      ].join(';'),
    );
    await putCheckpoint(client, checkpoint);

    return true;
  });
}

/** Rolls back and returns false, holding no new lock, when `work` returns false or waits too long for a lock. */
async function attempt(client: ClientBase, work: () => Promise<boolean>): Promise<boolean> {
  await client.query('savepoint attempt');
  try {
    if (await work()) return true;
  } catch (error) {
    if (!isLocked(error)) throw error;
  }
  await client.query('rollback to savepoint attempt; release savepoint attempt');

  return false;
}

/** A vacuum of a TOAST table cannot be prevented but ends by itself: do not make readers queue behind it. */
async function isVacuumed(client: ClientBase, projector: Projector): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks l join pg_class c on c.reltoastrelid = l.relation join pg_database d on d.oid = l.database
     where l.granted and l.mode = 'ShareUpdateExclusiveLock' and d.datname = current_database()
       and c.relnamespace::regnamespace::text = any($1) and starts_with(c.relname, $2)`,
    [[READ_SCHEMA, nextSchema(projector)], `${projector.name}_`],
  );

  return rowCount !== 0;
}

/** With the views, which are altered and locked like tables. */
function newTables(projector: Projector): string[] {
  const { names, views } = ddlOf(projector);

  return [...names, ...views].map((name) => `${nextSchema(projector)}.${name}`);
}

/** Lock timeout or deadlock. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');

/** Live tables and views of a projector, including those of older versions: all start with its name. */
async function oldTables(client: ClientBase, projector: Projector): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'v') and starts_with(c.relname, $2) order by 1`,
    [READ_SCHEMA, `${projector.name}_`],
  );

  return rows.map(({ name }) => `${READ_SCHEMA}.${name}`);
}
