import { randomUUID } from 'node:crypto';
import { encodeRows } from '@earmark/projections/kit/binary-copy';
import { inTransaction } from '@earmark/projections/kit/schemas';
import { readColumns, Tables } from '@earmark/projections/kit/tables';
import type pg from 'pg';
import { timed } from '../suites/statistics.ts';

const SCHEMA = 'bench_rows';
const TABLE = 'mention';
const KEY = `alter table ${SCHEMA}.${TABLE} add primary key (episode_uuid, entity_id, segment_id)`;
/** Rows per COPY, in a batch of a rebuild and live. */
const BULK_ROWS = 50_000;
const BATCH_ROWS = 1_000;
const COLUMNS = [
  ...['episode_uuid', 'entity_id', 'segment_id', 'speaker_id'].map((name) => ({ name, type: 'uuid' })),
  { name: 'spans', type: '_int4' },
];

/** Rows per second. */
export interface LoadingRates {
  /** COPY into a table without its key, then the key: a rebuild. */
  readonly bulk: number;
  /** COPY of 1,000 rows at a time into a table with its key: live. */
  readonly live: number;
  /** A prepared INSERT per row, all in one transaction, into a table with its key. */
  readonly single: number;
  /** Per row, in µs: encoding alone; creating the key after the bulk load. */
  readonly encodeMicros: number;
  readonly keyMicros: number;
}

/** Loads synthetic mentions in three ways into a table like the projector's. */
export async function loadingRates(pool: pg.Pool, quick: boolean): Promise<LoadingRates> {
  const bulkRows = mentionRows(quick ? 20_000 : 400_000);
  const liveRows = bulkRows.slice(0, quick ? 10_000 : 100_000);
  const singleRows = bulkRows.slice(0, quick ? 2_000 : 10_000);
  await newTable(pool, false);
  const bulk = await timed(() => inCopies(pool, bulkRows, BULK_ROWS));
  const key = await timed(() => pool.query(KEY));
  const encode = await timed(() => {
    let bytes = 0;
    for (const part of encodeRows(COLUMNS, bulkRows)) bytes += part.length;
    return bytes;
  });
  await newTable(pool, true);
  const live = await timed(() => inCopies(pool, liveRows, BATCH_ROWS));
  await newTable(pool, true);
  const single = await timed(() => oneByOne(pool, singleRows));
  await pool.query(`drop schema ${SCHEMA} cascade`);
  const rate = (rows: readonly unknown[], { ms }: { ms: number }) => rows.length / (ms / 1000);

  return {
    bulk: rate(bulkRows, { ms: bulk.ms + key.ms }),
    encodeMicros: (encode.ms * 1000) / bulkRows.length,
    keyMicros: (key.ms * 1000) / bulkRows.length,
    live: rate(liveRows, live),
    single: rate(singleRows, single),
  };
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

async function newTable(pool: pg.Pool, withKey: boolean): Promise<void> {
  await pool.query(`drop schema if exists ${SCHEMA} cascade`);
  await pool.query(`create schema ${SCHEMA}`);
  await pool.query(
    `create table ${SCHEMA}.${TABLE} (episode_uuid uuid not null, entity_id uuid not null, segment_id uuid not null,
      speaker_id uuid, spans integer[] not null)`,
  );
  if (withKey) await pool.query(KEY);
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
