import { compileMatcher } from '@earmark/contracts/mentions';
import type { EventLog } from '@earmark/projections/event-log';
import { decodeEvent } from '@earmark/projections/kit/apply';
import { batches, build } from '@earmark/projections/kit/build';
import { ddlOf, type Projector } from '@earmark/projections/kit/projector';
import {
  beginSwap,
  createIndexes,
  createShadow,
  dropOld,
  inTransaction,
  nextSchema,
  swapIn,
} from '@earmark/projections/kit/schemas';
import { READ_SCHEMA } from '@earmark/projections/runner';
import pg from 'pg';
import { z } from 'zod';
import { timed } from '../suites/statistics.ts';

/** All in ms. */
export interface RebuildTimes {
  readonly total: number;
  /** Parts of the total: reading, decoding and writing segments; matching and counting at the end; indexes. */
  readonly load: number;
  readonly finish: number;
  readonly index: number;
}

/** A rebuild of one projector as the runner does it: shadow tables, one pass over the log, indexes, swap. */
export async function rebuildOnce(log: EventLog, pool: pg.Pool, projector: Projector): Promise<RebuildTimes> {
  const marks = { finishing: 0, finished: 0, built: 0 };
  const watched: Projector = {
    ...projector,
    finish: async (tables, memory) => {
      marks.finishing = performance.now();
      await projector.finish?.(tables, memory);
      await tables.flush();
      marks.finished = performance.now();
    },
  };
  const start = performance.now();
  const run = await createShadow(pool, watched, nextSchema(projector));
  const standing = await build({ log, pool, runs: [run], upTo: await log.head() });
  marks.built = performance.now();
  await inTransaction(pool, async (client) => {
    await beginSwap(client, projector);
    await swapIn(client, projector, { name: projector.name, version: projector.version, ...standing }, true);
    await dropOld(client, projector);
  });

  return {
    total: performance.now() - start,
    load: marks.finishing - start,
    finish: marks.finished - marks.finishing,
    index: marks.built - marks.finished,
  };
}

/** The unavoidable steps of a rebuild, each measured alone, in ms. */
export interface RebuildLimits {
  /** COPY of the log's data out of Postgres, discarded. */
  readonly copyOut: number;
  readonly parse: number;
  /** Compiling the names and scanning every text. */
  readonly match: number;
  /** COPY of the finished rows into tables without indexes, from a file on the server. */
  readonly copyIn: number;
  readonly index: number;
  /** Not part of the sum: our reading and decoding of the log. */
  readonly read: number;
  readonly decode: number;
}

const LIMIT_SCHEMA = 'bench_limit';
const PAGE_EVENTS = 500;
const DataRows = z.array(z.object({ position: z.string(), type: z.string(), data: z.string() }));
const Segments = z.object({ segments: z.array(z.object({ text: z.string() })) });
const PatternRows = z.array(z.object({ name: z.string(), caseSensitive: z.boolean(), wholeWord: z.boolean() }));
const Folder = z.tuple([z.object({ folder: z.string() })]);

/** Run after a rebuild: measures on the live tables that it left. */
export async function measureLimits(log: EventLog, pool: pg.Pool, projector: Projector): Promise<RebuildLimits> {
  const copyOut = await timed(() => pool.query('copy (select data from log.event order by position) to stdout'));
  const { ms: parse, texts } = await parseLog(pool);
  const { rows } = await pool.query(
    `select name, case_sensitive as "caseSensitive", whole_word as "wholeWord" from ${READ_SCHEMA}.mentions_pattern`,
  );
  const patterns = PatternRows.parse(rows);
  const match = await timed(() => {
    let hits = 0;
    const matcher = compileMatcher(patterns);
    for (const text of texts) matcher.scan(text, () => hits++);
    return hits;
  });

  return {
    copyOut: copyOut.ms,
    parse,
    match: match.ms,
    ...(await copyAndIndex(pool, projector)),
    ...(await readAndDecode(log)),
  };
}

async function readAndDecode(log: EventLog): Promise<{ read: number; decode: number }> {
  let decode = 0;
  const all = await timed(async () => {
    for await (const batch of batches(log, 0n, await log.head())) {
      const start = performance.now();
      batch.map(decodeEvent);
      decode += performance.now() - start;
    }
  });

  return { read: all.ms - decode, decode };
}

async function parseLog(pool: pg.Pool): Promise<{ ms: number; texts: string[] }> {
  const texts: string[] = [];
  let ms = 0;
  for (let after = '0'; ;) {
    const { rows } = await pool.query(
      'select position, type, data::text as data from log.event where position > $1 order by position limit $2',
      [after, PAGE_EVENTS],
    );
    const page = DataRows.parse(rows);
    const start = performance.now();
    const parsed = page.map((row): unknown => JSON.parse(row.data));
    ms += performance.now() - start;
    page.forEach(({ type }, index) => {
      if (type === 'SegmentsRecorded') for (const { text } of Segments.parse(parsed[index]).segments) texts.push(text);
    });
    const last = page.at(-1);
    if (!last) return { ms, texts };
    after = last.position;
  }
}

async function copyAndIndex(pool: pg.Pool, projector: Projector): Promise<{ copyIn: number; index: number }> {
  const { tables, names } = ddlOf(projector);
  const [{ folder }] = Folder.parse((await pool.query(`select current_setting('data_directory') as folder`)).rows);
  const file = (name: string) => `'${folder}/bench-${name}'`;
  for (const name of names) await pool.query(`copy ${READ_SCHEMA}.${name} to ${file(name)} (format binary)`);
  await pool.query(`drop schema if exists ${LIMIT_SCHEMA} cascade`);
  await pool.query(`create schema ${LIMIT_SCHEMA}`);
  const copyIn = await timed(() =>
    inTransaction(pool, async (client) => {
      await client.query('set local synchronous_commit = off');
      await client.query(`set local search_path to ${LIMIT_SCHEMA}, public`);
      await client.query(tables);
      for (const name of names) await client.query(`copy ${name} from ${file(name)} (format binary)`);
    }),
  );
  const index = await timed(() => createIndexes(pool, projector, LIMIT_SCHEMA));
  await pool.query(`drop schema ${LIMIT_SCHEMA} cascade`);

  return { copyIn: copyIn.ms, index: index.ms };
}
