import type { Pool } from 'pg';
import { z } from 'zod';
import type { BackupRow } from './backup-lines.ts';

const JsonRows = z.array(z.object({ row: z.record(z.string(), z.unknown()) }));
/** At a time: an answer has the texts that it cites. */
const ANSWERS_AT_ONCE = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * The rows of schema `app` that cannot be recreated, accounts first: answers belong to them. Sessions, the secret that signs
 * them, and caches can.
 */
export async function* readKeptRows(pool: Pool): AsyncGenerator<BackupRow> {
  const { rows } = await pool.query('select to_jsonb(a) as row from app.account a order by a.username');
  for (const { row } of JsonRows.parse(rows)) yield { table: 'account', row };
  for (let after = FIRST; ;) {
    const answers = await pool.query(
      'select to_jsonb(a) as row from app.answer a where a.id > $1 order by a.id limit $2',
      [after, ANSWERS_AT_ONCE],
    );
    const page = JsonRows.parse(answers.rows);
    for (const { row } of page) yield { table: 'answer', row };
    const last = page.at(-1);
    if (last === undefined || page.length < ANSWERS_AT_ONCE) return;
    after = z.uuid().parse(last.row['id']);
  }
}

/** Replaces accounts of the same name or id; the others stay. Adds answers that are not there. */
export async function putKeptRows(
  pool: Pool,
  kept: readonly BackupRow[],
): Promise<{ accounts: number; answers: number }> {
  const of = (name: string) => kept.filter(({ table }) => table === name).map(({ row }) => row);
  const [accounts, answers] = [of('account'), of('answer')];
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
    for (let at = 0; at < answers.length; at += ANSWERS_AT_ONCE)
      await client.query(
        `insert into app.answer select * from jsonb_populate_recordset(null::app.answer, $1) on conflict do nothing`,
        [JSON.stringify(answers.slice(at, at + ANSWERS_AT_ONCE))],
      );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }

  return { accounts: accounts.length, answers: answers.length };
}
