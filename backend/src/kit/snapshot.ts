import { BEGIN_READING } from '@earmark/projections/queries';
import type { Pool, PoolClient } from 'pg';

/**
 * Runs reads that must be consistent: all of them see the same batches of events. `lost` is aborted when the connection
 * breaks, for work that waits for something other than a query.
 */
export async function atOneMoment<Result>(
  pool: Pool,
  read: (db: PoolClient, lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const lost = new AbortController();
  const onError = (error: Error) => lost.abort(error);
  client.on('error', onError);
  let broken = false;
  try {
    await client.query(BEGIN_READING);
    return await read(client, lost.signal);
  } finally {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    client.off('error', onError);
    client.release(broken);
  }
}
