import type { ClientBase, Pool } from 'pg';
import { Run } from './apply.ts';
import { putCheckpoint, READ_SCHEMA, type Checkpoint } from './checkpoints.ts';
import { ddlOf, type Projector } from './projector.ts';
import { READ_LOCK } from './reading.ts';
import { readColumns } from './tables.ts';

/** Tables are built beside the live ones in a schema of their own, so names of tables and indexes never clash. */
export const nextSchema = (projector: Projector): string => `read_next_${projector.name}`;
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
  return inTransaction(pool, async (client) => new Run(projector, READ_SCHEMA, await readColumns(client, READ_SCHEMA)));
}

/** The built tables become the live ones, with their checkpoint, in one transaction. Waits at most 2 s for readers; throws 55P03 then. */
export async function swapIn(pool: Pool, projector: Projector, checkpoint: Omit<Checkpoint, 'failure'>): Promise<void> {
  const schema = nextSchema(projector);
  await inTransaction(pool, async (client) => {
    // Below the second after which Postgres breaks a deadlock by ending one of the two: that must not be the reader.
    await client.query(`set local lock_timeout = '200ms'`);
    await client.query('select pg_advisory_xact_lock($1)', [READ_LOCK]);
    for (const name of await tablesOf(client, projector)) await client.query(`drop table ${READ_SCHEMA}.${name}`);
    for (const name of ddlOf(projector).names)
      await client.query(`alter table ${schema}.${name} set schema ${READ_SCHEMA}`);
    await client.query(`drop schema ${schema} cascade`);
    await putCheckpoint(client, checkpoint);
  });
}

/** Live tables of a projector, those of an older version too: all begin with its name. */
async function tablesOf(client: ClientBase, projector: Projector): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1 and starts_with(tablename, $2)`,
    [READ_SCHEMA, `${projector.name}_`],
  );

  return rows.map((row) => row.name);
}
