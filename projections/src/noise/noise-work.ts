import { readFileSync } from 'node:fs';
import { foldName, foldText, type NamePattern } from '@earmark/contracts/mentions';
import type { PatternNoise } from '@earmark/contracts/vocabulary';
import type { Pool, PoolClient } from 'pg';
import { grouped } from '../kit/grouped.ts';
import { holdTables } from '../kit/reading.ts';
import { inTransaction } from '../kit/schemas.ts';
import { findCandidates, type CandidateSegment } from '../mentions/candidates.ts';
import { findNeighbours } from '../mentions/neighbours.ts';
import { ruleOf, type RuleRow } from '../mentions/pinned-vocabulary.ts';
import { isNarrow } from '../mentions/rematch.ts';
import { emptyTally, NoiseCounter, noiseOf, type Tally } from './noise-counter.ts';

/** About ten thousand segments. */
const EPISODES_AT_ONCE = 40;
/** Lets processes that start at once take turns. The number is arbitrary. */
const TABLES_LOCK = 7_305_011;
/** Held while counting: one server counts, another waits and finds the work done. */
const COUNTING_LOCK = 7_305_012;

export async function createNoiseTables(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [TABLES_LOCK]);
    await client.query(readFileSync(new URL('./noise.sql', import.meta.url), 'utf8'));
  });
}

interface PatternRow extends RuleRow {
  readonly pattern_id: string;
  readonly rule: string;
}

/** What a pattern is counted by, of `read.vocabulary_pattern` as `p`. */
const RULE = `md5(row(p.name, p.case_sensitive, p.whole_word, p.near, p.not_near, p.distance)::text)`;
/** Episodes `e` whose shown texts differ from those counted. */
const STALE = `e.version_id is not null and not exists (
  select 1 from noise.episode k where k.episode_uuid = e.episode_uuid
    and (k.version_id, k.transcript_revision) = (e.version_id, e.transcript_revision))`;

/** How many patterns and episodes wait to be counted. */
export async function countWaiting(db: Pick<Pool, 'query'>): Promise<{ patterns: number; episodes: number }> {
  const { rows } = await db.query<{ patterns: number; episodes: number }>(
    `select (
       (select count(*) from read.vocabulary_pattern p left join noise.pattern k on k.pattern_id = p.pattern_id
        where k.rule is distinct from ${RULE})
       + (select count(*) from noise.pattern k where not exists (
            select 1 from read.vocabulary_pattern p where p.pattern_id = k.pattern_id)))::integer as patterns,
       ((select count(*) from read.mentions_episode e where ${STALE})
       + (select count(*) from noise.episode k where not exists (
            select 1 from read.mentions_episode e where e.episode_uuid = k.episode_uuid and e.version_id is not null)))::integer
         as episodes`,
  );

  return rows[0]!;
}

/** Counts what changed since the last time: new patterns in all texts, new texts for all patterns. Stops when aborted. */
export async function countNoise(pool: Pool, signal: AbortSignal): Promise<void> {
  const holder = await pool.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [COUNTING_LOCK]);
    await new NoiseWork(pool, signal).run();
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [COUNTING_LOCK]);
    holder.release();
  }
}

/** What names that are not in the vocabulary would find, in the order of `patterns`. */
export async function countNames(
  pool: Pool,
  patterns: readonly NamePattern[],
  signal: AbortSignal,
): Promise<PatternNoise[]> {
  const counter = new NoiseCounter(patterns);
  const { rows } = await pool.query<{ uuid: string }>(
    `select episode_uuid as uuid from read.mentions_episode where version_id is not null
     order by series_uuid, episode_uuid`,
  );
  for (let start = 0; start < rows.length; start += EPISODES_AT_ONCE) {
    signal.throwIfAborted();
    const episodes = rows.slice(start, start + EPISODES_AT_ONCE).map(({ uuid }) => uuid);
    await inTransaction(pool, async (client) => {
      await client.query(holdTables());
      await client.query('set local search_path to read');
      const segments = await listTexts(client as PoolClient, episodes);
      const neighboursOf = await findNeighbours(rowsOf(client as PoolClient), counter.matcher, segments);
      for (const segment of segments) counter.add(segment.text, neighboursOf(segment));
    });
  }
  const tallies = counter.take();

  return patterns.map((_, index) => noiseOf(tallies.get(index) ?? emptyTally(), 0));
}

class NoiseWork {
  constructor(
    private readonly pool: Pool,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<void> {
    const { all, fresh } = await this.takePatterns();
    if (fresh.length > 0) await this.countFresh(fresh);
    await this.countStale(all);
    await this.sum();
    await this.pool.query(
      `update noise.pattern k set rule = x.rule from unnest($1::uuid[], $2::text[]) as x(pattern_id, rule)
       where k.pattern_id = x.pattern_id`,
      [fresh.map((row) => row.pattern_id), fresh.map(({ rule }) => rule)],
    );
  }

  /** Forgets what is gone or changed, and says what is new. */
  private async takePatterns(): Promise<{ all: PatternRow[]; fresh: PatternRow[] }> {
    return this.reading(async (client) => {
      const { rows: all } = await client.query<PatternRow & { known: string | null }>(
        `select p.pattern_id, p.name, p.case_sensitive, p.whole_word, p.near, p.not_near, p.distance, ${RULE} as rule,
           k.rule as known
         from vocabulary_pattern p left join noise.pattern k on k.pattern_id = p.pattern_id order by p.pattern_id`,
      );
      const fresh = all.filter(({ rule, known }) => rule !== known);
      const { rows: gone } = await client.query<{ id: string }>(
        `delete from noise.pattern k
         where not exists (select 1 from vocabulary_pattern p where p.pattern_id = k.pattern_id) returning pattern_id as id`,
      );
      await client.query('delete from noise.tally where pattern_id = any($1)', [
        [...gone.map(({ id }) => id), ...fresh.map((row) => row.pattern_id)],
      ]);
      await client.query(
        `insert into noise.pattern (pattern_id, rule, sound, written)
         select x.pattern_id, null, x.sound, x.written from unnest($1::uuid[], $2::text[], $3::text[])
           as x(pattern_id, sound, written)
         on conflict (pattern_id) do update set rule = null, sound = excluded.sound, written = excluded.written`,
        [
          fresh.map((row) => row.pattern_id),
          fresh.map(({ name }) => foldName(name)),
          fresh.map(({ name }) => foldText(name, true).text.trim()),
        ],
      );

      return { all, fresh };
    });
  }

  /** In the texts that are counted already. */
  private async countFresh(fresh: readonly PatternRow[]): Promise<void> {
    const counter = new NoiseCounter(fresh.map(ruleOf));
    const { rows } = await this.pool.query<{ uuid: string }>(
      `select e.episode_uuid as uuid from read.mentions_episode e where e.version_id is not null and not (${STALE})
       order by e.series_uuid, e.episode_uuid`,
    );
    const level = rows.map(({ uuid }) => uuid);
    const byIndex = isNarrow(fresh);
    const step = byIndex ? level.length : EPISODES_AT_ONCE;
    for (let start = 0; start < level.length; start += step) {
      this.signal.throwIfAborted();
      const episodes = level.slice(start, start + step);
      await this.reading(async (client) => {
        const db = rowsOf(client);
        const segments = byIndex ? await findCandidates(db, fresh, episodes) : await listTexts(client, episodes);
        await this.tally(client, counter, fresh, segments);
      });
    }
  }

  private async countStale(all: readonly PatternRow[]): Promise<void> {
    const gone = await this.pool.query<{ id: string }>(
      `delete from noise.episode k where not exists (
         select 1 from read.mentions_episode e where e.episode_uuid = k.episode_uuid and e.version_id is not null)
       returning episode_uuid as id`,
    );
    await this.pool.query('delete from noise.tally where episode_uuid = any($1)', [gone.rows.map(({ id }) => id)]);
    const { rows } = await this.pool.query<{ uuid: string }>(
      `select e.episode_uuid as uuid from read.mentions_episode e where ${STALE} order by e.series_uuid, e.episode_uuid`,
    );
    if (rows.length === 0) return;
    const counter = new NoiseCounter(all.map(ruleOf));
    for (let start = 0; start < rows.length; start += EPISODES_AT_ONCE) {
      this.signal.throwIfAborted();
      const episodes = rows.slice(start, start + EPISODES_AT_ONCE).map(({ uuid }) => uuid);
      await this.reading(async (client) => {
        await client.query('delete from noise.tally where episode_uuid = any($1)', [episodes]);
        await this.tally(client, counter, all, await listTexts(client, episodes));
        await client.query(
          `insert into noise.episode (episode_uuid, version_id, transcript_revision)
           select e.episode_uuid, e.version_id, e.transcript_revision from mentions_episode e
           where e.episode_uuid = any($1) and e.version_id is not null
           on conflict (episode_uuid) do update
             set version_id = excluded.version_id, transcript_revision = excluded.transcript_revision`,
          [episodes],
        );
      });
    }
  }

  private async tally(
    client: PoolClient,
    counter: NoiseCounter,
    patterns: readonly PatternRow[],
    segments: readonly CandidateSegment[],
  ): Promise<void> {
    const neighboursOf = await findNeighbours(rowsOf(client), counter.matcher, segments);
    const byEpisode = grouped(segments, (segment) => segment.episode_uuid);
    const rows: { pattern: string; episode: string; tally: Tally }[] = [];
    for (const [episode, own] of byEpisode) {
      for (const segment of own) counter.add(segment.text, neighboursOf(segment));
      for (const [index, tally] of counter.take()) rows.push({ pattern: patterns[index]!.pattern_id, episode, tally });
    }
    await client.query(
      `insert into noise.tally (pattern_id, episode_uuid, ${COLUMNS.map(([column]) => column).join(', ')})
       select * from unnest($1::uuid[], $2::uuid[], ${COLUMNS.map((_, index) => `$${index + 3}::integer[]`).join(', ')})`,
      [
        rows.map(({ pattern }) => pattern),
        rows.map(({ episode }) => episode),
        ...COLUMNS.map(([, key]) => rows.map(({ tally }) => tally[key])),
      ],
    );
  }

  private async sum(): Promise<void> {
    this.signal.throwIfAborted();
    await this.pool.query(
      `update noise.pattern k set
         mentions = x.mentions, episodes = x.episodes, occurrences = x.occurrences, judged = x.judged, lower = x.lower,
         written_so = x.written, beginning = x.beginning, mentions_written = x.mentions_written, inside = x.inside,
         mentions_whole = x.mentions_whole
       from (
         select p.pattern_id, count(t.pattern_id) filter (where t.mentions > 0)::integer as episodes,
           ${COLUMNS.map(([column]) => `coalesce(sum(t.${column}), 0)::integer as ${column}`).join(', ')}
         from noise.pattern p left join noise.tally t on t.pattern_id = p.pattern_id group by p.pattern_id
       ) x
       where x.pattern_id = k.pattern_id and (
         k.mentions, k.episodes, k.occurrences, k.judged, k.lower, k.written_so, k.beginning, k.mentions_written,
         k.inside, k.mentions_whole
       ) <> (
         x.mentions, x.episodes, x.occurrences, x.judged, x.lower, x.written, x.beginning, x.mentions_written,
         x.inside, x.mentions_whole
       )`,
    );
  }

  private async reading<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    return inTransaction(this.pool, async (client) => {
      await client.query('set transaction isolation level repeatable read');
      await client.query(holdTables());
      await client.query('set local search_path to read');

      return work(client as PoolClient);
    });
  }
}

const COLUMNS: readonly (readonly [column: string, key: keyof Tally])[] = [
  ['mentions', 'mentions'],
  ['occurrences', 'occurrences'],
  ['judged', 'judged'],
  ['lower', 'lower'],
  ['written', 'written'],
  ['beginning', 'beginning'],
  ['mentions_written', 'mentionsWritten'],
  ['inside', 'inside'],
  ['mentions_whole', 'mentionsWhole'],
];

const rowsOf = (client: PoolClient) => ({
  query: async <Row extends object>(text: string, values?: unknown[]) => (await client.query<Row>(text, values)).rows,
});

async function listTexts(client: PoolClient, episodes: readonly string[]): Promise<CandidateSegment[]> {
  const { rows } = await client.query<CandidateSegment>(
    `select s.episode_uuid, s.segment_id, s.speaker_id, s.text from mentions_segment s
     join mentions_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id
     where s.episode_uuid = any($1)`,
    [episodes],
  );

  return rows;
}
