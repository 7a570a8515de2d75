import type { RecountId } from '@earmark/contracts/recounts';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { ClientBase, Pool } from 'pg';
import { isTransient, messageOf } from '../kit/apply.ts';
import type { Column } from '../kit/binary-copy.ts';
import { pause } from '../kit/pause.ts';
import { holdTables } from '../kit/reading.ts';
import { inTransaction } from '../kit/schemas.ts';
import { readColumns, Tables } from '../kit/tables.ts';
import { isAnyOf, native, sql } from '../kit/query-builder.ts';
import { findCandidates, type CandidateSegment } from '../mentions/candidates.ts';
import { decide, loadDecisions } from '../mentions/decisions.ts';
import {
  compileVocabulary,
  loadVocabulary,
  occurrencesByEntity,
  type PinnedVocabulary,
} from '../mentions/pinned-vocabulary.ts';
import { MergedEntities, redirectOf } from '../mentions/merged.queries.ts';
import { findNeighbours } from '../mentions/neighbours.ts';
import { isNarrow, listChangedEntities, listPatternsAt } from '../mentions/rematch.ts';
import { keepPassages } from './recount-passages.ts';
import {
  findRun,
  listStale,
  setProgress,
  setStatus,
  type RecountRun,
  type StaleEpisode,
} from './recount-runs.queries.ts';

/** Episodes per transaction: with few patterns the index finds the segments, otherwise each text is read. */
const EPISODES_BY_INDEX = 400;
const EPISODES_BY_TEXT = 20;
const ATTEMPTS = 10;
const RETRY_MS = 500;
const UNDEFINED_TABLE = '42P01';
const UNIQUE_VIOLATION = '23505';

/** Episodes that are counted alike. */
interface Group {
  /** The vocabulary by which they are found now. */
  readonly from: number;
  /** Whether all their entities are matched, because people decided about some. */
  readonly isWhole: boolean;
}

interface Difference {
  readonly vocabulary: PinnedVocabulary;
  readonly patterns: readonly { name: string; whole_word: boolean }[];
  readonly isNarrow: boolean;
}

/**
 * Counts the episodes of a recount with its pin into the recount's tables, until each is counted from its current
 * transcript and decisions. May be interrupted at any point and restarted: each episode belongs to one transaction.
 */
export async function runRecount(pool: Pool, recountId: RecountId, signal: AbortSignal): Promise<void> {
  const columns = await inTransaction(pool, async (client) => readColumns(client, 'recount'));
  const work = new RecountWork(pool, columns, recountId);
  for (let attempt = 1; !signal.aborted;) {
    try {
      const run = await findRun(pool, recountId);
      if (run?.status !== 'running') return;
      const stale = await listStale(pool, run);
      if (stale.length === 0) return await work.end(run);
      await work.count(run, stale, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (attempt >= ATTEMPTS || !mayPass(error)) return await setStatus(pool, recountId, 'failed', messageOf(error));
      attempt += 1;
      await pause(RETRY_MS, signal);
    }
  }
}

/**
 * A rebuild may swap the read models, or the database may restart, in the middle of it; and the last transaction
 * of a killed process may still commit after its lock is free.
 */
const mayPass = (error: unknown): boolean =>
  isTransient(error) ||
  (error instanceof Error && 'code' in error && (error.code === UNDEFINED_TABLE || error.code === UNIQUE_VIOLATION));

class RecountWork {
  private readonly differences = new Map<number, Difference>();
  private wholeVocabulary: PinnedVocabulary | null = null;
  private readonly startedAt = performance.now();
  private counted = 0;

  constructor(
    private readonly pool: Pool,
    private readonly columns: ReadonlyMap<string, readonly Column[]>,
    private readonly recountId: RecountId,
  ) {}

  /** One pass over the episodes that are not counted yet or whose counts are out of date. */
  async count(run: RecountRun, stale: readonly StaleEpisode[], signal: AbortSignal): Promise<void> {
    const groups = new Map<string, StaleEpisode[]>();
    for (const one of stale) {
      const key = `${one.from_revision} ${one.decided}`;
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    for (const episodes of groups.values()) {
      const { from_revision: from, decided: isWhole } = episodes[0]!;
      const step = !isWhole && (await this.difference(run, from)).isNarrow ? EPISODES_BY_INDEX : EPISODES_BY_TEXT;
      for (let start = 0; start < episodes.length; start += step) {
        if (signal.aborted || (await findRun(this.pool, this.recountId))?.status !== 'running') return;
        const part = episodes.slice(start, start + step);
        await this.inTables(async (tables) => this.countPart(tables, run, { from, isWhole }, part));
        this.counted += part.length;
        await setProgress(this.pool, run, this.counted / ((performance.now() - this.startedAt) / 1000));
      }
    }
  }

  /** An entity that replaces a changed one changes too, so its unchanged counts belong in the comparison. */
  async end({ from_revisions }: RecountRun): Promise<void> {
    // Without statistics Postgres assumes that the recount has no rows, and would compare every row with every
    // other.
    await this.pool.query('analyze recount.episode, recount.difference, recount.mention');
    await this.inTables(async (tables) => {
      await tables.query('set local enable_nestloop = off');
      // An episode may have got patterns meanwhile that a recount of chosen changes does not concern.
      if (from_revisions !== null)
        for (const table of ['difference', 'mention', 'episode'])
          await tables.query(
            `delete from ${table} where recount_id = $1 and episode_uuid not in (
               select episode_uuid from mentions_episode where vocabulary_revision = any($2))`,
            [this.recountId, from_revisions],
          );
      await tables.query(
        `insert into difference (recount_id, entity_id, episode_uuid, series_uuid, before, after)
         select $1, c.entity_id, c.episode_uuid, c.series_uuid, c.count, c.count from mentions_entity_episode c
         where c.entity_id in (select entity_id from difference where recount_id = $1 and before <> after)
           and c.episode_uuid in (select episode_uuid from episode where recount_id = $1)
         on conflict do nothing`,
        [this.recountId],
      );
      await keepPassages(tables, this.recountId);
    });
    await setStatus(this.pool, this.recountId, 'ready', null);
  }

  private async countPart(
    tables: Tables,
    run: RecountRun,
    { from, isWhole }: Group,
    part: readonly StaleEpisode[],
  ): Promise<void> {
    const ids = part.map(({ episode_uuid: episode }) => episode);
    for (const table of ['episode', 'difference', 'mention'])
      await tables.query(`delete from ${table} where recount_id = $1 and episode_uuid = any($2)`, [
        this.recountId,
        ids,
      ]);
    if (isWhole) await this.findWhole(tables, pinOf(run, from), ids);
    else await this.findChanged(tables, run, from, ids);
    await this.compare(tables, isWhole ? null : from, part);
  }

  /** People's decisions about an episode may concern any entity, so all are matched. */
  private async findWhole(tables: Tables, pin: Pin, episodes: readonly string[]): Promise<void> {
    this.wholeVocabulary ??= await loadVocabulary(tables);
    const decisions = await loadDecisions(tables, episodes);
    const segments = await listTexts(tables, episodes);
    const neighboursOf = await findNeighbours(tables, this.wholeVocabulary.matcher, segments);
    for (const segment of segments) {
      const found = occurrencesByEntity(this.wholeVocabulary, segment.text, pin, neighboursOf(segment));
      const own = decisions.get(segment.episode_uuid);
      this.put(tables, segment, own ? decide(found, segment.text, own) : found);
    }
  }

  private async findChanged(tables: Tables, run: RecountRun, from: number, episodes: readonly string[]): Promise<void> {
    const { vocabulary, patterns, isNarrow: byIndex } = await this.difference(run, from);
    const segments = byIndex ? await findCandidates(tables, patterns, episodes) : await listTexts(tables, episodes);
    const neighboursOf = await findNeighbours(tables, vocabulary.matcher, segments);
    const pin = pinOf(run, from);
    for (const segment of segments)
      this.put(tables, segment, occurrencesByEntity(vocabulary, segment.text, pin, neighboursOf(segment)));
  }

  private put(tables: Tables, segment: CandidateSegment, found: ReadonlyMap<string, number[]>): void {
    for (const [entityId, spans] of found)
      tables.insert('mention', {
        recount_id: this.recountId,
        episode_uuid: segment.episode_uuid,
        entity_id: entityId,
        segment_id: segment.segment_id,
        speaker_id: segment.speaker_id,
        spans,
      });
  }

  private async compare(tables: Tables, from: number | null, part: readonly StaleEpisode[]): Promise<void> {
    const ids = part.map(({ episode_uuid: episode }) => episode);
    const before = sql('mentions_entity_episode as c')
      .select('c.entity_id', 'c.episode_uuid', 'c.count')
      .modify(isAnyOf('c.episode_uuid', ids));
    if (from !== null)
      before.whereIn(
        'c.entity_id',
        sql('changed_entity').select('entity_id').where({ recount_id: this.recountId, from_revision: from }),
      );
    const after = sql('mention as m')
      .join('mentions_episode as e', 'e.episode_uuid', 'm.episode_uuid')
      .joinRaw(`left join lateral ${redirectOf('m.entity_id', 'e.series_uuid', 'm.segment_id')} r on true`)
      .select(sql.raw('coalesce(r.shown_id, m.entity_id) as entity_id'), 'm.episode_uuid')
      .select(sql.raw('count(distinct m.segment_id)::integer as count'))
      .where('m.recount_id', this.recountId)
      .modify(isAnyOf('m.episode_uuid', ids))
      .groupByRaw('1, m.episode_uuid');
    const differences = sql.raw(
      `insert into difference (recount_id, entity_id, episode_uuid, series_uuid, before, after)
       select ?, coalesce(b.entity_id, a.entity_id), e.episode_uuid, e.series_uuid, coalesce(b.count, 0), coalesce(a.count, 0)
       from ? b full join ? a on a.entity_id = b.entity_id and a.episode_uuid = b.episode_uuid
       join mentions_episode e on e.episode_uuid = coalesce(b.episode_uuid, a.episode_uuid)`,
      [this.recountId, before, after],
    );
    await tables.query(...native(differences));
    await tables.query(
      `insert into episode (recount_id, episode_uuid, series_uuid, transcript_revision, entities_revision, from_revision,
         merged, whole, before, after)
       select $1, e.episode_uuid, e.series_uuid, e.transcript_revision, e.entities_revision, e.vocabulary_revision,
         e.merged, $3,
         e.mentions, e.mentions + coalesce(d.more, 0)
       from mentions_episode e
       left join (
         select d.episode_uuid, sum(d.after - d.before)::integer as more from difference d
         where d.recount_id = $1 and d.episode_uuid = any($2) group by d.episode_uuid
       ) d on d.episode_uuid = e.episode_uuid
       where e.episode_uuid = any($2)`,
      [this.recountId, ids, from === null],
    );
  }

  private async difference(run: RecountRun, from: number): Promise<Difference> {
    const known = this.differences.get(from);
    if (known) return known;

    return this.inTables(async (tables) => {
      // By the earlier rule if any of the episodes still is.
      const [oldest] = await tables.query<{ version: number | null }>(
        'select min(matcher_version) as version from mentions_episode where vocabulary_revision = $1',
        [from],
      );
      const pin = { vocabularyRevision: from, matcherVersion: oldest?.version ?? run.matcher_version };
      const merged = await MergedEntities.load(tables);
      const to = pinOf(run, from);
      const ofPatterns = await listChangedEntities(tables, pin, to);
      // A segment in which two merged entities are found counts once, so all of them are compared.
      const changed = merged.related(ofPatterns);
      await tables.query(
        `insert into changed_entity (recount_id, from_revision, entity_id)
         select $1, $2, unnest($3::uuid[]) on conflict do nothing`,
        [this.recountId, from, changed],
      );
      const patterns = await listPatternsAt(tables, changed, to.vocabularyRevision);
      const vocabulary = compileVocabulary(patterns);
      const difference = { vocabulary, patterns, isNarrow: isNarrow(patterns) };
      this.differences.set(from, difference);

      return difference;
    });
  }

  private async inTables<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result> {
    return inTransaction(this.pool, async (client) => {
      await openTables(client);
      const tables = new Tables(client, 'live', this.columns);
      const result = await work(tables);
      await tables.flush();

      return result;
    });
  }
}

/** The pin that an episode gets that is found by the vocabulary of revision `from`. */
const pinOf = (run: RecountRun, from: number): Pin => ({
  vocabularyRevision: run.to_revisions?.[run.from_revisions!.indexOf(from)] ?? run.vocabulary_revision,
  matcherVersion: run.matcher_version,
});

/** All statements of one transaction see one snapshot of the read models, whatever the projections do meanwhile. */
async function openTables(client: ClientBase): Promise<void> {
  await client.query('set transaction isolation level repeatable read');
  await client.query(holdTables());
  await client.query('set local search_path to recount, read');
}

async function listTexts(tables: Tables, episodes: readonly string[]): Promise<CandidateSegment[]> {
  return tables.query<CandidateSegment>(
    `select s.episode_uuid, s.segment_id, s.speaker_id, s.text from mentions_segment s
     join mentions_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id
     where s.episode_uuid = any($1)`,
    [episodes],
  );
}
