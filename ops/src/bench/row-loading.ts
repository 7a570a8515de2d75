import { randomUUID } from 'node:crypto';
import { ddlOf, type Projector } from '@earmark/projections/kit/projector';
import { inTransaction } from '@earmark/projections/kit/schemas';
import { readColumns, Tables } from '@earmark/projections/kit/tables';
import type pg from 'pg';
import { timed } from './statistics.ts';

const SCHEMA = 'bench_rows';
const TABLE = 'mentions_mention';
const KEY = `alter table ${SCHEMA}.${TABLE} add primary key (episode_uuid, entity_id, segment_id)`;
const LIVE_BATCH = 1_000;

/** Rows per second. */
export interface LoadingRates {
  /** COPY into a table without its key, then the key: a rebuild. */
  readonly bulk: number;
  /** COPY of 1,000 rows at a time into a table with its key: live. */
  readonly live: number;
  /** A prepared INSERT per row, all in one transaction, into a table with its key. */
  readonly single: number;
}

/** Loads made-up mentions in three ways into the projector's own table. */
export async function loadingRates(pool: pg.Pool, projector: Projector, quick: boolean): Promise<LoadingRates> {
  const bulkRows = mentionRows(quick ? 20_000 : 400_000);
  const liveRows = bulkRows.slice(0, quick ? 10_000 : 100_000);
  const singleRows = bulkRows.slice(0, quick ? 2_000 : 10_000);
  await newTable(pool, projector, false);
  const bulk = await timed(async () => {
    await inCopies(pool, bulkRows, bulkRows.length);
    await pool.query(KEY);
  });
  await newTable(pool, projector, true);
  const live = await timed(() => inCopies(pool, liveRows, LIVE_BATCH));
  await newTable(pool, projector, true);
  const single = await timed(() => oneByOne(pool, singleRows));
  await pool.query(`drop schema ${SCHEMA} cascade`);
  const rate = (rows: readonly unknown[], { ms }: { ms: number }) => rows.length / (ms / 1000);

  return { bulk: rate(bulkRows, bulk), live: rate(liveRows, live), single: rate(singleRows, single) };
}

type MentionRow = ReturnType<typeof mentionRows>[number];

function mentionRows(count: number) {
  const ids = Array.from({ length: 5_000 }, () => randomUUID());
  const some = (index: number) => ids[index % ids.length]!;

  return Array.from({ length: count }, (_, index) => ({
    episode_uuid: some(Math.floor(index / 300)),
    entity_id: some(index * 7),
    segment_id: randomUUID(),
    speaker_id: some(index % 5),
    spans: [index % 90, (index % 90) + 9],
  }));
}

async function newTable(pool: pg.Pool, projector: Projector, withKey: boolean): Promise<void> {
  await pool.query(`drop schema if exists ${SCHEMA} cascade`);
  await pool.query(`create schema ${SCHEMA}`);
  await inTransaction(pool, async (client) => {
    await client.query(`set local search_path to ${SCHEMA}, public`);
    await client.query(ddlOf(projector).tables);
    if (withKey) await client.query(KEY);
  });
}

async function inCopies(pool: pg.Pool, rows: readonly MentionRow[], size: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(`set local search_path to ${SCHEMA}, public`);
    const tables = new Tables(client, 'live', await readColumns(client, SCHEMA));
    for (let at = 0; at < rows.length; at += size) {
      for (const row of rows.slice(at, at + size)) tables.insert(TABLE, row);
      await tables.flush();
    }
  });
}

async function oneByOne(pool: pg.Pool, rows: readonly MentionRow[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    for (const row of rows)
      await client.query({
        name: 'row',
        text: `insert into ${SCHEMA}.${TABLE} (episode_uuid, entity_id, segment_id, speaker_id, spans) values ($1, $2, $3, $4, $5)`,
        values: [row.episode_uuid, row.entity_id, row.segment_id, row.speaker_id, row.spans],
      });
  });
}
