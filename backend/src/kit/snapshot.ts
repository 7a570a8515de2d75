import { BEGIN_READING, TABLES_STATE } from '@earmark/projections/queries';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { callerLeft, currentCaller } from './call.ts';
import { backendOf, endBackend } from './end-backend.ts';
import { Places } from './places.ts';

/** Longer than any page takes that has not met a fault. */
export const LONGEST_STATEMENT_MS = 20_000;
/** Most reads end by themselves sooner than they could be ended. */
const GRACE_MS = 200;

/** One for the process, as is the pool whose connections these places leave for everything else. */
const reads = new Places({
  atOnce: 7,
  perCaller: 4,
  waiting: 1000,
  waitingPerCaller: 200,
  busy: 'The server has more to do than it can at the moment. Try again in a moment.',
});

type Work<Result> = (db: PoolClient, lost: AbortSignal) => Promise<Result>;
/** `begun`: what the statements answered with which the reading began. */
type BegunWork<Result> = (db: PoolClient, lost: AbortSignal, begun: readonly QueryResult[]) => Promise<Result>;

/**
 * Runs reads that must be consistent: all of them see the same batches of events. `lost` is aborted when the connection
 * breaks, for work that waits for something other than a query. Otherwise like `forCaller`.
 */
export async function atOneMoment<Result>(pool: Pool, read: Work<Result>): Promise<Result> {
  return inTurn(pool, `${BEGIN_READING}; set local statement_timeout = ${LONGEST_STATEMENT_MS}`, read);
}

/**
 * As `atOneMoment`, with the state of the tables at that moment (see `findTablesState`), which costs no statement of its
 * own. No statement may take longer than `longestMs`.
 */
export async function atTablesState<Result>(
  pool: Pool,
  longestMs: number,
  read: (db: PoolClient, lost: AbortSignal, state: string) => Promise<Result>,
): Promise<Result> {
  return inTurn(
    pool,
    `${BEGIN_READING}; set local statement_timeout = ${longestMs}; ${TABLES_STATE}`,
    async (db, lost, begun) => read(db, lost, (begun.at(-1)!.rows[0] as { state: string }).state),
  );
}

/**
 * Lends a connection to the call that is being handled, in its turn. A caller who leaves before gives up the turn; when
 * the caller leaves during the work, the connection is ended, and with it whatever the database does for it.
 */
export async function forCaller<Result>(pool: Pool, work: Work<Result>): Promise<Result> {
  return inTurn(pool, null, work);
}

async function inTurn<Result>(pool: Pool, begin: string | null, work: BegunWork<Result>): Promise<Result> {
  const [caller, left] = [currentCaller(), callerLeft()];
  const lend = async () => lendConnection(pool, { begin, left }, work);
  try {
    return await (caller === null ? lend() : reads.take(caller, lend, left));
  } catch (error) {
    // The error is that of a statement that was ended because of it.
    if (left?.aborted) throw left.reason;
    throw error;
  }
}

async function lendConnection<Result>(
  pool: Pool,
  { begin, left }: { begin: string | null; left: AbortSignal | null },
  work: BegunWork<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const lost = new AbortController();
  const onError = (error: Error) => lost.abort(error);
  client.on('error', onError);
  let ended = Promise.resolve();
  let grace: NodeJS.Timeout | null = null;
  const onLeft = () => {
    grace = setTimeout(() => {
      // When that fails, the statement goes on up to its time limit.
      ended = backendOf(client)
        .then(async (pid) => endBackend(pool, pid))
        .catch(() => undefined);
    }, GRACE_MS);
  };
  try {
    await backendOf(client);
    left?.throwIfAborted();
    left?.addEventListener('abort', onLeft, { once: true });
    // Several statements have several results, which the types do not say.
    const begun = begin === null ? [] : ((await client.query(begin)) as unknown as QueryResult[]);

    return await work(client, lost.signal, begun);
  } finally {
    left?.removeEventListener('abort', onLeft);
    if (grace !== null) clearTimeout(grace);
    // Until then it counts as one of the pool's connections.
    await ended;
    const giveBack = () => {
      client.off('error', onError);
      client.release(lost.signal.aborted);
    };
    // The answer need not wait for the end of the transaction.
    if (begin === null) giveBack();
    else
      void client
        .query('rollback')
        .catch((error: Error) => lost.abort(error))
        .finally(giveBack);
  }
}
