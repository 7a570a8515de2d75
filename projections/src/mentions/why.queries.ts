import type { WhyView } from '@earmark/contracts/entities';
import type { PoolClient } from 'pg';
import type { Db } from '../kit/db.ts';
import { isAnyOf, native, sql } from '../kit/query-builder.ts';
import { CountedParts, type DecisionsByEpisode, type Text } from './counted-parts.ts';
import { loadDecisions } from './decisions.ts';
import { MergedEntities } from './merged.queries.ts';
import { findNeighbours } from './neighbours.ts';
import { outdatedPins } from './outdated-pins.ts';
import {
  findPatterns,
  inScope,
  listTexts,
  notCounted,
  pagesOf,
  rowsOf,
  shownIn,
  type NumberScope,
} from './why-parts.queries.ts';

export type NumberParts = Omit<WhyView, 'entity' | keyof NumberScope>;

/**
 * How an entity's mention count breaks down. `db`: a connection inside a transaction with one snapshot.
 * `head`: current revision of the vocabulary.
 */
export async function explainNumber(
  db: PoolClient,
  entityId: string,
  scope: NumberScope,
  head: number,
): Promise<NumberParts> {
  await db.query('set local search_path to read');
  const merged = await MergedEntities.load(rowsOf(db));
  const entityIds = merged.countingFor(entityId);
  const decisions = await findDecisions(db, entityIds, scope);
  const patterns = await findPatterns(db, entityIds, scope);
  const { total, pin, rule, episodes, behind } = await findSums(db, entityId, scope, head);
  const isOne = scope.episodeUuid !== null && pin !== null;

  const parts = new CountedParts(entityId, patterns, decisions, merged);
  for await (const texts of pagesOfTexts(db, entityId, scope))
    parts.add(texts, await findNeighbours(rowsOf(db), parts.matcher, texts));

  return {
    total,
    patterns: parts.lines(isOne ? pin : null),
    byHand: { ...parts.byHand, names: await listNamesByHand(db, entityIds, scope) },
    untold: total - parts.texts,
    ...(await notCounted(
      db,
      new Set(entityIds),
      patterns,
      decisions,
      (id, place) => merged.shownIdOf(id, place) === entityId,
    )),
    pin: isOne ? { vocabularyRevision: pin, matcherVersion: rule! } : null,
    vocabularyBehind: { episodes: behind, of: episodes },
  };
}

/** How many mentions of the entity there are. */
export async function findNumber(db: Db, entityId: string, { episodeUuid, podcastUuid }: NumberScope): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select coalesce(sum(count), 0)::integer as count from read.mentions_entity_episode
     where entity_id = $1 and ($2::uuid is null or episode_uuid = $2) and ($3::uuid is null or series_uuid = $3)`,
    [entityId, episodeUuid, podcastUuid],
  );

  return rows[0]!.count;
}

/** The texts of segments with a mention, whole episodes at a time. */
async function* pagesOfTexts(
  db: PoolClient,
  entityId: string,
  { episodeUuid, podcastUuid }: NumberScope,
): AsyncGenerator<Text[]> {
  const { rows } = await db.query<{ episode_uuid: string; count: number }>(
    `select episode_uuid, count from mentions_entity_episode
     where entity_id = $1 and count > 0 and ($2::uuid is null or episode_uuid = $2)
       and ($3::uuid is null or series_uuid = $3) order by episode_uuid`,
    [entityId, episodeUuid, podcastUuid],
  );
  for (const page of pagesOf(rows))
    yield await listTexts(
      db,
      page.map((row) => ({ ...row, entity_id: entityId })),
    );
}

/** Decisions of the episodes in which people decided something about one of the entities. */
async function findDecisions(
  db: PoolClient,
  entityIds: readonly string[],
  scope: NumberScope,
): Promise<DecisionsByEpisode> {
  const decided = sql('mentions_decision').select('episode_uuid').modify(isAnyOf('entity_id', entityIds));
  const shown = sql('mentions_shown_as')
    .select('episode_uuid')
    .whereRaw('entity_id = any(?) or shown_id = any(?)', [entityIds as string[], entityIds as string[]]);
  const query = sql(decided.union(shown).as('d')).select('episode_uuid').modify(shownIn('episode_uuid', scope));
  const { rows } = await db.query<{ episode_uuid: string }>(...native(query));

  return loadDecisions(
    rowsOf(db),
    rows.map((row) => row.episode_uuid),
  );
}

interface Sums {
  readonly total: number;
  readonly episodes: number;
  readonly behind: number;
  readonly pin: number | null;
  readonly rule: number | null;
}

/** `pin` and `rule` are meaningful for a single episode only. */
async function findSums(db: PoolClient, entityId: string, scope: NumberScope, head: number): Promise<Sums> {
  const query = sql('mentions_episode as e')
    .joinRaw('left join mentions_entity_episode c on c.episode_uuid = e.episode_uuid and c.entity_id = ?', [entityId])
    .select({
      total: sql.raw('coalesce(sum(c.count), 0)::integer'),
      episodes: sql.raw('count(*)::integer'),
      behind: sql.raw('(count(*) filter (where e.vocabulary_revision in (?)))::integer', [outdatedPins(head)]),
      pin: sql.raw('min(e.vocabulary_revision)'),
      rule: sql.raw('min(e.matcher_version)'),
    })
    .whereNotNull('e.vocabulary_revision')
    .where((either) => {
      either.where('c.count', '>', 0).orWhere('e.episode_uuid', scope.episodeUuid);
    })
    .modify(inScope('e.episode_uuid', scope));
  const { rows } = await db.query<Sums>(...native(query));

  return rows[0]!;
}

/** The names under which people added it to episodes. */
async function listNamesByHand(db: PoolClient, entityIds: readonly string[], scope: NumberScope): Promise<string[]> {
  const query = sql('mentions_decision as d')
    .distinct('d.name')
    .leftJoin('mentions_shown_as as s', { 's.episode_uuid': 'd.episode_uuid', 's.entity_id': 'd.entity_id' })
    .where('d.decision', 'added')
    .whereRaw('coalesce(s.shown_id, d.entity_id) = any(?)', [entityIds as string[]])
    .modify(shownIn('d.episode_uuid', scope))
    .orderBy('d.name');
  const { rows } = await db.query<{ name: string }>(...native(query));

  return rows.map(({ name }) => name);
}
