import { compileMatcher } from '@earmark/contracts/mentions';
import type { EventLog } from '@earmark/projections/event-log';
import { decodeEvent } from '@earmark/projections/kit/apply';
import { batches } from '@earmark/projections/kit/build';
import type { Projector } from '@earmark/projections/kit/projector';
import { createIndexes, createShadow, inTransaction } from '@earmark/projections/kit/schemas';
import { READ_SCHEMA } from '@earmark/projections/runner';
import type pg from 'pg';
import { z } from 'zod';

const SCHEMA = 'bench_simple';
/** Its own tables, so that it stays simple when the product's grow. */
const TABLES = `
  create table ${SCHEMA}.segment (episode uuid, version uuid, segment uuid, speaker uuid, text text not null,
    primary key (episode, version, segment));
  create table ${SCHEMA}.mention (episode uuid, entity uuid, segment uuid, speaker uuid, primary key (episode, entity, segment));
  create table ${SCHEMA}.entity_episode (entity uuid, episode uuid, count integer not null, primary key (entity, episode));
  create table ${SCHEMA}.checkpoint (position bigint not null);
  insert into ${SCHEMA}.checkpoint values (0)`;
const Rows = z.array(
  z.object({
    episode: z.string(),
    version: z.string(),
    segment: z.string(),
    speaker: z.string().nullable(),
    text: z.string(),
  }),
);
const Patterns = z.array(
  z.object({ entity: z.string(), name: z.string(), caseSensitive: z.boolean(), wholeWord: z.boolean() }),
);

/**
 * A typical projector: an event per segment, a transaction per event with one statement per row and the checkpoint.
 * Segments per second, for `seconds`.
 */
export async function oneEventATime(pool: pg.Pool, seconds: number): Promise<number> {
  const { rows } = await pool.query(
    `select episode_uuid as episode, version_id as version, segment_id as segment, speaker_id as speaker, text
     from ${READ_SCHEMA}.mentions_segment limit 50000`,
  );
  const patterns = Patterns.parse(
    (
      await pool.query(
        `select entity_id as entity, name, case_sensitive as "caseSensitive", whole_word as "wholeWord" from ${READ_SCHEMA}.mentions_pattern`,
      )
    ).rows,
  );
  const matcher = compileMatcher(patterns);
  await pool.query(`drop schema if exists ${SCHEMA} cascade`);
  await pool.query(`create schema ${SCHEMA}`);
  await pool.query(TABLES);
  const start = performance.now();
  let done = 0;
  for (const row of Rows.parse(rows)) {
    if (performance.now() - start > seconds * 1000) break;
    const entities = new Set<string>();
    matcher.scan(row.text, (pattern) => entities.add(patterns[pattern]!.entity));
    await inTransaction(pool, async (client) => {
      await client.query({
        name: 'simple-segment',
        text: `insert into ${SCHEMA}.segment (episode, version, segment, speaker, text) values ($1, $2, $3, $4, $5)`,
        values: [row.episode, row.version, row.segment, row.speaker, row.text],
      });
      for (const entity of entities) {
        await client.query({
          name: 'simple-mention',
          text: `insert into ${SCHEMA}.mention (episode, entity, segment, speaker) values ($1, $2, $3, $4)`,
          values: [row.episode, entity, row.segment, row.speaker],
        });
        await client.query({
          name: 'simple-count',
          text: `insert into ${SCHEMA}.entity_episode as e (entity, episode, count) values ($1, $2, 1)
            on conflict (entity, episode) do update set count = e.count + 1`,
          values: [entity, row.episode],
        });
      }
      await client.query({
        name: 'simple-checkpoint',
        text: `update ${SCHEMA}.checkpoint set position = $1`,
        values: [done],
      });
    });
    done++;
  }
  const elapsed = (performance.now() - start) / 1000;
  await pool.query(`drop schema ${SCHEMA} cascade`);

  return done / elapsed;
}

/** Rates without the vocabulary, whose small events take a rebuild no time. */
export interface EventRates {
  readonly events: number;
  readonly segments: number;
}

const isOfVocabulary = (stream: string): boolean => stream.startsWith('vocabulary-');

/** Our own projector, live, with a transaction for every event of the log instead of a batch; per second, for `seconds`. */
export async function sameEventsOneATime(
  log: EventLog,
  pool: pg.Pool,
  projector: Projector,
  seconds: number,
): Promise<EventRates> {
  const run = await createShadow(pool, projector, SCHEMA);
  let start = 0;
  const done = { events: 0, segments: 0 };
  for await (const batch of batches(log, 0n, await log.head(), { size: 1 })) {
    if (isOfVocabulary(batch[0]!.stream)) {
      await inTransaction(pool, (client) => run.apply(client, batch.map(decodeEvent), 'rebuild'));
      continue;
    }
    if (start === 0) {
      await createIndexes(pool, projector, SCHEMA);
      start = performance.now();
    }
    for (const event of batch) {
      await inTransaction(pool, (client) => run.apply(client, [decodeEvent(event)], 'live'));
      done.events++;
      if (event.type === 'TranscriptRecorded') done.segments += Recorded.parse(event.data).segments;
    }
    if (performance.now() - start > seconds * 1000) break;
  }
  const elapsed = (performance.now() - start) / 1000;
  await pool.query(`drop schema ${SCHEMA} cascade`);

  return { events: done.events / elapsed, segments: done.segments / elapsed };
}

const Recorded = z.object({ segments: z.number() });
