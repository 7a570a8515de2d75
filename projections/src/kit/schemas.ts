import type { ClientBase, Pool } from 'pg';
import { Run } from './apply.ts';
import { putCheckpoint, READ_SCHEMA, type Checkpoint } from './checkpoints.ts';
import { ddlOf, type Projector } from './projector.ts';
import { READ_LOCK } from './reading.ts';
import { readColumns } from './tables.ts';

/** Tables are built beside the live ones in a schema of their own, so names of tables and indexes never clash. */
export const nextSchema = (projector: Projector): string => `read_next_${projector.name}`;
/** What was live until an exchange: to drop large tables takes longer than readers should wait. */
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

/** Empty tables, without their indexes, in a new schema; what an earlier attempt left there goes. */
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
 * Begins the exchange of a projector's tables, in a transaction of the client's: keeps vacuums away from the old and the new
 * ones, which nobody else notices. Postgres ends an automatic vacuum after the second for which it watches for deadlocks.
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

/** After the exchange, also one whose process did not get so far. */
export async function dropOld(client: Pick<ClientBase, 'query'>, projector: Projector): Promise<void> {
  await client.query(`drop schema if exists ${oldSchema(projector)} cascade`);
}

/**
 * The built tables become the live ones, with their checkpoint, when the transaction is committed. False, with nothing done,
 * while somebody reads the old ones. `waits`: stands in line for them a fifth of a second, and who comes later behind it:
 * below the second after which Postgres breaks a deadlock by ending one of the two, for that must not be the reader.
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

/** False, and everything as before, with no lock more, when `work` answers so or must wait for a lock too long. */
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

/** A vacuum of what is kept beside a table cannot be kept away, and ends some time: nobody shall stand in line for it. */
async function isVacuumed(client: ClientBase, projector: Projector): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks l join pg_class c on c.reltoastrelid = l.relation join pg_database d on d.oid = l.database
     where l.granted and l.mode = 'ShareUpdateExclusiveLock' and d.datname = current_database()
       and c.relnamespace::regnamespace::text = any($1) and starts_with(c.relname, $2)`,
    [[READ_SCHEMA, nextSchema(projector)], `${projector.name}_`],
  );

  return rowCount !== 0;
}

const newTables = (projector: Projector): string[] =>
  ddlOf(projector).names.map((name) => `${nextSchema(projector)}.${name}`);

/** A lock that could not be had in time, or that two would have waited for in a circle. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');

/** Live tables of a projector, those of an older version too: all begin with its name. */
async function oldTables(client: ClientBase, projector: Projector): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1 and starts_with(tablename, $2) order by 1`,
    [READ_SCHEMA, `${projector.name}_`],
  );

  return rows.map(({ name }) => `${READ_SCHEMA}.${name}`);
}
