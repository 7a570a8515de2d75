import type { Pool } from 'pg';
import { READ_SCHEMA } from './checkpoints.ts';
import { ddlOf, type Projector } from './projector.ts';

export interface TableSize {
  readonly name: string;
  readonly rows: number;
  /** From a sample: to count a large table takes seconds, of both processors. */
  readonly isEstimate: boolean;
}

/** So many pages of 8 KB are read, of a larger table as a sample: milliseconds. */
const PAGES_READ = 1000;

/** Rows of the projector's live tables; those that are not built yet are left out. */
export async function tableSizes(pool: Pool, projector: Projector): Promise<TableSize[]> {
  // What Postgres knows of a table that was just filled is nothing, or long out of date: its size is certain.
  const { rows: tables } = await pool.query<{ name: string; pages: number }>(
    `select c.relname as name, (pg_relation_size(c.oid) / current_setting('block_size')::integer)::float8 as pages
     from pg_class c
     where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname = any($2)
     order by array_position($2, c.relname::text)`,
    [READ_SCHEMA, ddlOf(projector).names],
  );
  const sizes: TableSize[] = [];
  for (const { name, pages } of tables) {
    const percent = Math.min(100, (100 * PAGES_READ) / Math.max(1, pages));
    const counted = await count(pool, name, percent);
    sizes.push({ name, rows: Math.round((counted * 100) / percent), isEstimate: percent < 100 });
  }

  return sizes;
}

/** The same pages each time: the number does not move while the table does not. */
async function count(pool: Pool, name: string, percent: number): Promise<number> {
  const sample = percent < 100 ? `tablesample system (${percent}) repeatable (1)` : '';
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from ${READ_SCHEMA}.${name} ${sample}`,
  );

  return rows[0]?.count ?? 0;
}
