import type { Pool, PoolClient } from 'pg';
import QueryStream from 'pg-query-stream';
import { build } from './build.ts';
import { listCheckpoints, READ_SCHEMA, type Progress } from './checkpoints.ts';
import type { EventLog } from './event-log/event-log.ts';
import { ddlOf, type Projector } from './projector.ts';
import { createShadow, verifySchema } from './schemas.ts';

export interface TableComparison {
  readonly projector: string;
  readonly table: string;
  readonly rows: number;
  /** Rows found only in the live table or only in the rebuild; 0 when both are equal. */
  readonly differences: number;
  /** At most five of them, each marked `live` or `rebuilt`. */
  readonly examples: readonly string[];
}

/**
 * Rebuilds the projectors' tables from the log up to the live checkpoints and compares them row by row. The live
 * tables are read in one snapshot and stay in use meanwhile.
 */
export async function verify(options: {
  log: EventLog;
  pool: Pool;
  projectors: readonly Projector[];
  onProgress?: (progress: Progress) => void;
}): Promise<TableComparison[]> {
  const { log, pool, projectors } = options;
  const live = await pool.connect();
  try {
    await live.query('begin isolation level repeatable read read only');
    const standing = new Map((await listCheckpoints(live)).map((checkpoint) => [checkpoint.name, checkpoint]));
    const comparisons: TableComparison[] = [];
    // Usually all have the same checkpoint and are built in one pass; a stopped one has another.
    const positionOf = (projector: Projector) => standing.get(projector.name)?.position ?? 0n;
    for (const upTo of new Set(projectors.map(positionOf))) {
      const group = projectors.filter((projector) => positionOf(projector) === upTo);
      const runs = [];
      for (const projector of group) runs.push(await createShadow(pool, projector, verifySchema(projector)));
      await build({ log, pool, runs, upTo, onProgress: options.onProgress });
      for (const projector of group)
        for (const table of ddlOf(projector).names) comparisons.push(await compare(live, pool, projector, table));
    }

    return comparisons;
  } finally {
    await live.query('rollback');
    live.release();
    for (const projector of projectors) await pool.query(`drop schema if exists ${verifySchema(projector)} cascade`);
  }
}

const EXAMPLES = 5;

async function compare(live: PoolClient, pool: Pool, projector: Projector, table: string): Promise<TableComparison> {
  const rebuilt = await pool.connect();
  try {
    const both = [
      sortedRows(live, `${READ_SCHEMA}.${table}`),
      sortedRows(rebuilt, `${verifySchema(projector)}.${table}`),
    ] as const;
    let [left, right] = [await both[0].next(), await both[1].next()];
    let rows = 0;
    let differences = 0;
    const examples: string[] = [];
    const differ = (side: string, row: string) => {
      differences++;
      if (examples.length < EXAMPLES) examples.push(`${side}: ${row.slice(0, 300)}`);
    };
    while (!left.done || !right.done) {
      if (!left.done && !right.done && left.value === right.value) {
        rows++;
        [left, right] = [await both[0].next(), await both[1].next()];
      } else if (!left.done && (right.done || left.value < right.value)) {
        differ('live', left.value);
        left = await both[0].next();
      } else if (!right.done) {
        differ('rebuilt', right.value);
        right = await both[1].next();
      }
    }

    return { projector: projector.name, table, rows, differences, examples };
  } finally {
    rebuilt.release();
  }
}

/** Rows as text prefixed with their hash, so that both sides sort in ASCII and Postgres and JavaScript agree on the order. */
async function* sortedRows(client: PoolClient, table: string): AsyncGenerator<string, undefined> {
  const stream = client.query(
    new QueryStream(
      `select r.row from (select md5(t::text) || ' ' || t::text as row from ${table} t) r order by r.row collate "C"`,
      [],
      { batchSize: 1000 },
    ),
  );
  for await (const { row } of stream as AsyncIterable<{ row: string }>) yield row;

  return undefined;
}
