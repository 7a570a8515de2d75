import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';

/** Creates what is missing of the tables for accounts, sessions and settings. Safe to repeat, and at once from two processes. */
export async function createAccountTables(pool: Pool): Promise<void> {
  await pool.query(readFileSync(new URL('./accounts.sql', import.meta.url), 'utf8'));
}
