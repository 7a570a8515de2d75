import pg from 'pg';

/** Any constant of our own does; the second key is the recount. */
const COUNTING_LOCK = 7_305_006;

/**
 * Does `work` while no other process counts this recount; returns at once when one does. A process that is killed lets
 * go of it with its connection. `lost`: the connection broke, somebody else may begin.
 */
export async function holdingRecount(
  databaseUrl: string,
  recountId: string,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const holder = new pg.Client({ connectionString: databaseUrl, application_name: 'earmark recount lock' });
  const lost = new AbortController();
  holder.on('error', () => lost.abort(new Error('the connection that holds the recount was lost')));
  await holder.connect();
  try {
    const { rows } = await holder.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      [COUNTING_LOCK, recountId],
    );
    if (rows[0]?.locked) await work(lost.signal);
  } finally {
    // One that broke has nothing left to end.
    await holder.end().catch(() => undefined);
  }
}
