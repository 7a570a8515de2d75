import { BEGIN_READING } from '@earmark/projections/queries';
import type { Pool, PoolClient } from 'pg';

/** Runs reads that must be consistent: all of them see the same batches of events. */
export async function atOneMoment<Result>(pool: Pool, read: (db: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(BEGIN_READING);
    return await read(client);
  } finally {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    client.release(broken);
  }
}
