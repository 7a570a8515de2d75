import type { Pool } from 'pg';
import { READ_SCHEMA } from './checkpoints.ts';
import { ddlOf, type Projector } from './projector.ts';

export interface TableSize {
  readonly name: string;
  readonly rows: number;
  /** From a sample: counting a large table takes seconds of CPU time. */
  readonly isEstimate: boolean;
}

/** Pages of 8 KB read at most, which takes milliseconds; larger tables are sampled. */
const PAGES_READ = 400;

/** Row counts of the projector's live tables, without those that are not built yet. */
export async function tableSizes(pool: Pool, projector: Projector): Promise<TableSize[]> {
  // Statistics of a freshly filled table are missing or stale, but its size is exact.
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

/** Samples the same pages each time, so that the number is stable while the table is. */
async function count(pool: Pool, name: string, percent: number): Promise<number> {
  const sample = percent < 100 ? `tablesample system (${percent}) repeatable (1)` : '';
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from ${READ_SCHEMA}.${name} ${sample}`,
  );

  return rows[0]?.count ?? 0;
}
