import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';

/** Two servers may start at once: they take turns. Any constant of our own does. */
const TABLES_LOCK = 7_305_008;

export async function createProcessTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [TABLES_LOCK]);
    await client.query(readFileSync(new URL('./process.sql', import.meta.url), 'utf8'));
    await client.query('commit');
  } finally {
    client.release();
  }
}
