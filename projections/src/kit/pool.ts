import pg from 'pg';

/**
 * A pool that survives the loss of any connection. The pool itself listens to idle ones only: one that breaks while
 * somebody holds it would end the process. Its holder learns of the loss from the next query.
 */
export function openPool(config: pg.PoolConfig, onIdleLoss: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', onIdleLoss);
  pool.on('connect', (client) => client.on('error', () => undefined));

  return pool;
}
