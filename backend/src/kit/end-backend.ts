import pg from 'pg';

/** How long Postgres may take to end a connection. */
const PATIENCE_MS = 5000;
const pids = new WeakMap<pg.PoolClient, number>();
let turn: Promise<unknown> = Promise.resolve();

/** The process of Postgres that serves this connection. Asks only once. */
export async function backendOf(client: pg.PoolClient): Promise<number> {
  const known = pids.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { pid } = rows[0]!;
  pids.set(client, pid);

  return pid;
}

/**
 * Ends a connection from another one, whatever it is doing, and resolves once it is gone. One at a time, so that callers
 * who leave all at once do not take the connections that others need.
 */
export async function endBackend(pool: pg.Pool, pid: number): Promise<void> {
  const mine = turn.then(async () => terminate(pool, pid));
  // The next one tries for itself.
  turn = mine.catch(() => undefined);
  await mine;
}

async function terminate(pool: pg.Pool, pid: number): Promise<void> {
  const client = new pg.Client({ ...pool.options, application_name: 'earmark ends reads' });
  // A failure shows in the query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_terminate_backend($1, $2)', [pid, PATIENCE_MS]);
  } finally {
    await client.end();
  }
}
