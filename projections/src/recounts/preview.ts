import { MATCHER_VERSION } from '@earmark/contracts/mentions';
import type { PreviewAnswer } from '@earmark/contracts/recounts';
import type { Pool } from 'pg';
import type { CandidateSegment } from '../mentions/candidates.ts';
import { decide, loadDecisions } from '../mentions/decisions.ts';
import { MergedEntities } from '../mentions/merged.queries.ts';
import { findNeighbours } from '../mentions/neighbours.ts';
import {
  compileVocabulary,
  joined,
  occurrencesByEntity,
  RULE_COLUMNS,
  type PatternRow,
} from '../mentions/pinned-vocabulary.ts';
import { NoiseOfOne, type JudgedPattern, type PlannedPattern } from './noise-of-one.ts';
import { inSnapshot, listPassages, listPlaces, type Db, type Found } from './passages.ts';
import { candidatePages } from './preview-candidates.ts';

/** The planned patterns of some entities. */
export interface PlannedChange {
  readonly entityIds: readonly string[];
  readonly patterns: readonly PlannedPattern[];
  /** The one that is added or edited, to say how the texts write it. */
  readonly judged?: JudgedPattern | undefined;
  /** The patterns to compare with, for a change of the past; left out: what visitors see now. */
  readonly instead?: readonly PlannedPattern[] | undefined;
}

const MAX_EPISODES = 10;
/** All patterns of a preview hold at every revision. */
const ANY_REVISION = 0;
const BY_CURRENT_RULE = { vocabularyRevision: ANY_REVISION, matcherVersion: MATCHER_VERSION };

/**
 * Compares the mentions that the planned patterns would find everywhere with what visitors see now or what other
 * patterns find. Read-only, on one snapshot of the read models. When aborted between two pages of texts, throws the
 * signal's reason.
 */
export async function preview(pool: Pool, change: PlannedChange, signal: AbortSignal): Promise<PreviewAnswer> {
  return inSnapshot(pool, async (db) => {
    const { entityIds, patterns, instead, judged } = change;
    const counter = judged === undefined ? null : new NoiseOfOne(judged);
    const merged = await MergedEntities.load(db);
    const shown = instead ? await findBy(db, entityIds, instead.map(asRow), signal) : await findShown(db, entityIds);
    const found = await findBy(db, entityIds, patterns.map(asRow), signal, counter);
    const seriesOf = await listSeries(db, [...shown, ...found]);
    const before = keyed(shown, merged, seriesOf);
    const after = keyed(found, merged, seriesOf);
    signal.throwIfAborted();

    return {
      noise: counter && (await counter.answer(db, entityIds)),
      entity: instead ? null : await findOnly(db, entityIds),
      ...(await compare(db, before, after)),
    };
  });
}

/** The entity; null when there are several or it does not exist yet. */
async function findOnly(db: Db, entityIds: readonly string[]): Promise<PreviewAnswer['entity']> {
  const shown = await db.query<NonNullable<PreviewAnswer['entity']>>(
    `select distinct n.entity_id as id, n.name
     from unnest($1::uuid[]) as e (entity_id)
     left join vocabulary_entity o on o.entity_id = e.entity_id
     left join vocabulary_entity n on n.entity_id = o.shown_id`,
    [entityIds],
  );

  return shown.length === 1 && shown[0]!.id !== null ? shown[0]! : null;
}

/** An entity counts once per segment, and so does what is merged into it. */
export function keyed(
  all: readonly Found[],
  merged: MergedEntities,
  seriesOf: ReadonlyMap<string, string>,
): Map<string, Found> {
  const byKey = new Map<string, Found>();
  for (const one of all) {
    const entity = merged.shownIdOf(one.entity, { seriesUuid: seriesOf.get(one.episode)!, segmentId: one.segment });
    const key = `${entity} ${one.segment}`;
    const known = byKey.get(key);
    byKey.set(key, { ...one, entity, spans: known ? joined([...known.spans, ...one.spans]) : one.spans });
  }

  return byKey;
}

/** The podcast of each episode. */
export async function listSeries(db: Db, found: readonly Found[]): Promise<Map<string, string>> {
  const rows = await db.query<{ episode_uuid: string; series_uuid: string }>(
    'select episode_uuid, series_uuid from mentions_episode where episode_uuid = any($1)',
    [[...new Set(found.map(({ episode }) => episode))]],
  );

  return new Map(rows.map((row) => [row.episode_uuid, row.series_uuid]));
}

/** By episode, as mentions are indexed; `offset 0` keeps Postgres from reading all of them instead. */
export async function findShown(db: Db, entityIds: readonly string[]): Promise<Found[]> {
  return db.query<Found>(
    `select c.entity_id as entity, c.episode_uuid as episode, m.segment_id as segment, m.spans
     from mentions_entity_episode c
     cross join lateral (
       select o.segment_id, o.spans from mentions_mention o
       where o.episode_uuid = c.episode_uuid and o.entity_id = c.entity_id offset 0
     ) m
     where c.entity_id = any($1) and c.count > 0`,
    [entityIds],
  );
}

const asRow = (pattern: PlannedPattern): PatternRow => ({
  entity_id: pattern.entityId,
  name: pattern.name,
  case_sensitive: pattern.caseSensitive,
  whole_word: pattern.wholeWord,
  near: pattern.near,
  not_near: pattern.notNear,
  distance: pattern.distance,
  from_revision: ANY_REVISION,
  to_revision: null,
});

export const atAnyRevision = (row: PatternRow): PatternRow => ({
  ...row,
  from_revision: ANY_REVISION,
  to_revision: null,
});

/** `planned` hold at any revision. */
export async function findBy(
  db: Db,
  entityIds: readonly string[],
  planned: readonly PatternRow[],
  signal: AbortSignal,
  counter: NoiseOfOne | null = null,
): Promise<Found[]> {
  const wanted = new Set(entityIds);
  const decided = await db.query<{ episode_uuid: string }>(
    `select episode_uuid from mentions_decision where entity_id = any($1)
     union select episode_uuid from mentions_shown_as where entity_id = any($1) or shown_id = any($1)`,
    [entityIds],
  );
  const byHand = new Set(decided.map((row) => row.episode_uuid));
  const vocabulary = compileVocabulary(planned);
  const found: Found[] = [];
  for await (const page of candidatePages(db, planned, signal)) {
    const neighboursOf = await findNeighbours(db, vocabulary.matcher, page);
    for (const segment of page) {
      counter?.add(segment, neighboursOf(segment));
      if (byHand.has(segment.episode_uuid)) continue;
      const all = occurrencesByEntity(vocabulary, segment.text, BY_CURRENT_RULE, neighboursOf(segment));
      for (const [entity, spans] of all)
        found.push({ entity, episode: segment.episode_uuid, segment: segment.segment_id, spans });
    }
  }
  if (byHand.size > 0) found.push(...(await findDecided(db, planned, wanted, [...byHand])));

  return found;
}

/** Where people decided about these entities, patterns of others may count for them too. */
async function findDecided(
  db: Db,
  planned: readonly PatternRow[],
  wanted: ReadonlySet<string>,
  episodes: readonly string[],
): Promise<Found[]> {
  const decisions = await loadDecisions(db, episodes);
  const others = [...decisions.values()].flatMap(({ shownAs }) =>
    [...shownAs].filter(([id, shown]) => wanted.has(shown) && !wanted.has(id)).map(([id]) => id),
  );
  const theirs = await db.query<PatternRow>(
    `select entity_id, ${RULE_COLUMNS}, 0 as from_revision, null as to_revision from mentions_pattern
     where entity_id = any($1) and to_revision is null`,
    [others],
  );
  const vocabulary = compileVocabulary([...planned, ...theirs]);
  const segments = await db.query<CandidateSegment>(
    `select s.episode_uuid, s.segment_id, s.speaker_id, s.text from mentions_segment s
     join mentions_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id
     where s.episode_uuid = any($1)`,
    [episodes],
  );
  const found: Found[] = [];
  const neighboursOf = await findNeighbours(db, vocabulary.matcher, segments);
  for (const segment of segments) {
    const { episode_uuid: episode, text } = segment;
    const occurring = occurrencesByEntity(vocabulary, text, BY_CURRENT_RULE, neighboursOf(segment));
    for (const [entity, spans] of decide(occurring, text, decisions.get(episode)!))
      if (wanted.has(entity)) found.push({ entity, episode, segment: segment.segment_id, spans });
  }

  return found;
}

async function compare(
  db: Db,
  before: ReadonlyMap<string, Found>,
  after: ReadonlyMap<string, Found>,
): Promise<Omit<PreviewAnswer, 'entity' | 'noise'>> {
  const added: Found[] = [];
  const unchanged: Found[] = [];
  for (const [key, one] of after) (before.has(key) ? unchanged : added).push(one);
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, one]) => one);
  const counts = new Map<string, { before: number; after: number }>();
  for (const [side, all] of [
    ['before', before],
    ['after', after],
  ] as const)
    for (const { episode } of all.values()) {
      const count = counts.get(episode) ?? { before: 0, after: 0 };
      count[side] += 1;
      counts.set(episode, count);
    }
  const affected = [...counts]
    .filter(([, count]) => count.before !== count.after)
    .sort(([a, x], [b, y]) => Math.abs(y.after - y.before) - Math.abs(x.after - x.before) || (a < b ? -1 : 1))
    .slice(0, MAX_EPISODES);
  const places = await listPlaces(
    db,
    affected.map(([episode]) => episode),
  );
  const totals = (side: 'before' | 'after', mentions: number) => ({
    mentions,
    episodes: [...counts.values()].filter((count) => count[side] > 0).length,
  });

  return {
    before: totals('before', before.size),
    after: totals('after', after.size),
    added: await listPassages(db, added),
    removed: await listPassages(db, removed),
    unchanged: unchanged.length,
    unchangedPassages: await listPassages(db, unchanged),
    episodes: affected.map(([episodeUuid, count]) => ({ episodeUuid, ...places.get(episodeUuid)!, ...count })),
  };
}
