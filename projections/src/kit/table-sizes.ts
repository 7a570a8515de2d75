import type { Pool } from 'pg';
import { READ_SCHEMA } from './checkpoints.ts';
import { ddlOf, type Projector } from './projector.ts';

export interface TableSize {
  readonly name: string;
  readonly rows: number;
  /** Postgres's own guess: to count a large table takes seconds. */
  readonly isEstimate: boolean;
}

const COUNTED_ROWS = 100_000;

/** Rows of the projector's live tables; those that are not built yet are left out. */
export async function tableSizes(pool: Pool, projector: Projector): Promise<TableSize[]> {
  const { rows } = await pool.query<{ name: string; guess: number }>(
    `select c.relname as name, c.reltuples::float8 as guess from pg_class c
     where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname = any($2)
     order by array_position($2, c.relname::text)`,
    [READ_SCHEMA, ddlOf(projector).names],
  );
  const sizes: TableSize[] = [];
  for (const { name, guess } of rows)
    sizes.push(
      guess > COUNTED_ROWS
        ? { name, rows: Math.round(guess), isEstimate: true }
        : { name, rows: await count(pool, name), isEstimate: false },
    );

  return sizes;
}

async function count(pool: Pool, name: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::integer as count from ${READ_SCHEMA}.${name}`);

  return rows[0]?.count ?? 0;
}
