import { compileMatcher } from '@earmark/contracts/mentions';
import type { EventLog } from '@earmark/projections/event-log';
import { decodeEvents } from '@earmark/projections/kit/apply';
import { batches } from '@earmark/projections/kit/build';
import { ddlOf, type Projector } from '@earmark/projections/kit/projector';
import { createIndexes, createShadow, inTransaction } from '@earmark/projections/kit/schemas';
import { READ_SCHEMA } from '@earmark/projections/runner';
import type pg from 'pg';
import { z } from 'zod';

const SCHEMA = 'bench_simple';
const Rows = z.array(
  z.object({ episode: z.string(), version: z.string(), segment: z.string(), speaker: z.string().nullable(), text: z.string() }),
);
const Patterns = z.array(z.object({ entity: z.string(), name: z.string(), caseSensitive: z.boolean(), wholeWord: z.boolean() }));

/**
 * The usual projector: an event per segment, a transaction per event with a statement per row and the checkpoint.
 * Segments per second, for `seconds`.
 */
export async function oneEventATime(pool: pg.Pool, projector: Projector, seconds: number): Promise<number> {
  const { tables, indexes } = ddlOf(projector);
  const { rows } = await pool.query(
    `select episode_uuid as episode, version_id as version, segment_id as segment, speaker_id as speaker, text
     from ${READ_SCHEMA}.mentions_segment limit 50000`,
  );
  const patterns = Patterns.parse(
    (await pool.query(
      `select entity_id as entity, name, case_sensitive as "caseSensitive", whole_word as "wholeWord" from ${READ_SCHEMA}.mentions_pattern`,
    )).rows,
  );
  const matcher = compileMatcher(patterns);
  await pool.query(`drop schema if exists ${SCHEMA} cascade`);
  await pool.query(`create schema ${SCHEMA}`);
  await inTransaction(pool, async (client) => {
    await client.query(`set local search_path to ${SCHEMA}, public`);
    await client.query(`${tables} ${indexes}; create table checkpoint (position bigint); insert into checkpoint values (0)`);
  });
  const start = performance.now();
  let done = 0;
  for (const row of Rows.parse(rows)) {
    if (performance.now() - start > seconds * 1000) break;
    const entities = new Set<string>();
    matcher.scan(row.text, (pattern) => entities.add(patterns[pattern]!.entity));
    await inTransaction(pool, async (client) => {
      await client.query({
        name: 'simple-segment',
        text: `insert into ${SCHEMA}.mentions_segment (episode_uuid, version_id, segment_id, order_key, speaker_id, start_ms, end_ms, text)
          values ($1, $2, $3, '', $4, 0, 0, $5)`,
        values: [row.episode, row.version, row.segment, row.speaker, row.text],
      });
      for (const entity of entities) {
        await client.query({
          name: 'simple-mention',
          text: `insert into ${SCHEMA}.mentions_mention (episode_uuid, entity_id, segment_id, speaker_id, spans) values ($1, $2, $3, $4, '{}')`,
          values: [row.episode, entity, row.segment, row.speaker],
        });
        await client.query({
          name: 'simple-count',
          text: `insert into ${SCHEMA}.mentions_entity_episode as e (entity_id, episode_uuid, series_uuid, count) values ($1, $2, $2, 1)
            on conflict (entity_id, episode_uuid) do update set count = e.count + 1`,
          values: [entity, row.episode],
        });
      }
      await client.query({ name: 'simple-checkpoint', text: `update ${SCHEMA}.checkpoint set position = $1`, values: [done] });
    });
    done++;
  }
  const elapsed = (performance.now() - start) / 1000;
  await pool.query(`drop schema ${SCHEMA} cascade`);

  return done / elapsed;
}

/** Our own projector, live, with a transaction for every append of the log instead of a batch. Segments per second. */
export async function oneAppendATime(log: EventLog, pool: pg.Pool, projector: Projector, seconds: number): Promise<number> {
  const run = await createShadow(pool, projector, SCHEMA);
  let start = 0;
  let segments = 0;
  for await (const batch of batches(log, 0n, await log.head(), 1)) {
    const isLibrary = !batch[0]!.stream.startsWith('vocabulary-');
    if (isLibrary && start === 0) {
      await createIndexes(pool, projector, SCHEMA);
      start = performance.now();
    }
    await inTransaction(pool, (client) => run.apply(client, decodeEvents(batch), isLibrary ? 'live' : 'rebuild'));
    for (const { type, data } of batch) if (type === 'TranscriptRecorded') segments += Recorded.parse(data).segments;
    if (isLibrary && performance.now() - start > seconds * 1000) break;
  }
  await pool.query(`drop schema ${SCHEMA} cascade`);

  return segments / ((performance.now() - start) / 1000);
}

const Recorded = z.object({ segments: z.number() });
