import type { Pool } from 'pg';
import { z } from 'zod';
import type { BackupRow } from './backup-lines.ts';

const JsonRows = z.array(z.object({ row: z.record(z.string(), z.unknown()) }));

/** The tables of schema `app` that cannot be recreated. Sessions, the secret that signs them, and caches can. */
export async function readKeptRows(pool: Pool): Promise<BackupRow[]> {
  const { rows } = await pool.query('select to_jsonb(a) as row from app.account a order by a.username');

  return JsonRows.parse(rows).map(({ row }) => ({ table: 'account', row }));
}

/** Replaces accounts of the same name or id; the others stay. Returns the number restored. */
export async function putKeptRows(pool: Pool, kept: readonly BackupRow[]): Promise<number> {
  const accounts = kept.filter(({ table }) => table === 'account').map(({ row }) => row);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `delete from app.account a using jsonb_populate_recordset(null::app.account, $1) given
       where a.id = given.id or a.username = given.username`,
      [JSON.stringify(accounts)],
    );
    await client.query('insert into app.account select * from jsonb_populate_recordset(null::app.account, $1)', [
      JSON.stringify(accounts),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }

  return accounts.length;
}
