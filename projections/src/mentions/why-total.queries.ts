import type { WhyTotal } from '@earmark/contracts/entities';
import type { PoolClient } from 'pg';
import { native, sql } from '../kit/query-builder.ts';
import { countsFor, holds, matcherOf } from './counted-parts.ts';
import { loadDecisions } from './decisions.ts';
import { MergedEntities } from './merged.queries.ts';
import { findNeighbours } from './neighbours.ts';
import { outdatedPins } from './outdated-pins.ts';
import {
  findPatterns,
  inScope,
  listTexts,
  MAX_EPISODES_BY_HAND,
  notCounted,
  pagesOf,
  rowsOf,
  shownIn,
  type NumberScope,
} from './why-parts.queries.ts';

/** Listed one by one. */
const MAX_ENTITIES = 100;

export type TotalParts = Omit<WhyTotal, 'name' | keyof NumberScope>;

/**
 * How the mention count of all entities breaks down. `db`: a connection inside a transaction with one snapshot.
 * `head`: current revision of the vocabulary.
 */
export async function explainTotal(db: PoolClient, scope: NumberScope, head: number): Promise<TotalParts> {
  await db.query('set local search_path to read');
  const { total, episodes, behind } = await findSums(db, scope, head);
  const byHand = await foundByHand(db, scope);
  const { entities, count } = await listMostMentioned(db, scope);
  const listed = entities.reduce((sum, entity) => sum + entity.count, 0);

  return {
    total,
    byPatterns: total - byHand.counted - byHand.untold,
    byHand: byHand.counted,
    untold: byHand.untold,
    ...(await findRemoved(db, scope)),
    entities,
    others: { entities: count - entities.length, mentions: total - listed },
    vocabularyBehind: { episodes: behind, of: episodes },
  };
}

async function findSums(db: PoolClient, { episodeUuid, podcastUuid }: NumberScope, head: number) {
  const query = sql('mentions_episode as e')
    .select({
      total: sql.raw('coalesce(sum(e.mentions), 0)::integer'),
      episodes: sql.raw('count(*)::integer'),
      behind: sql.raw('(count(*) filter (where e.vocabulary_revision in (?)))::integer', [outdatedPins(head)]),
    })
    .whereNotNull('e.vocabulary_revision')
    .where((either) => {
      either.where('e.mentions', '>', 0).orWhere('e.episode_uuid', episodeUuid);
    });
  if (episodeUuid !== null) query.where('e.episode_uuid', episodeUuid);
  if (podcastUuid !== null) query.where('e.series_uuid', podcastUuid);
  const { rows } = await db.query<{ total: number; episodes: number; behind: number }>(...native(query));

  return rows[0]!;
}

/** `count`: the number of all of them. */
async function listMostMentioned(db: PoolClient, { episodeUuid, podcastUuid }: NumberScope) {
  const { rows } = await db.query<WhyTotal['entities'][number] & { all: number }>(
    `select n.entity_id as id, n.name, n.slug, t.name as type, t.icon_name as "iconName", t.color_class as "colorClass",
       c.count, c.all
     from (
       select entity_id, sum(count)::integer as count, (count(*) over ())::integer as all from mentions_entity_episode
       where count > 0 and ($1::uuid is null or episode_uuid = $1) and ($2::uuid is null or series_uuid = $2)
       group by entity_id
     ) c
     join vocabulary_entity n on n.entity_id = c.entity_id
     join vocabulary_type t on t.entity_type_id = n.entity_type_id
     order by c.count desc, n.name, n.entity_id limit $3`,
    [episodeUuid, podcastUuid, MAX_ENTITIES],
  );

  return {
    entities: rows.map(({ id, name, slug, type, iconName, colorClass, count }) => ({
      id,
      name,
      slug,
      type,
      iconName,
      colorClass,
      count,
    })),
    count: rows[0]?.all ?? 0,
  };
}

interface Added {
  readonly episode_uuid: string;
  readonly entity_id: string;
  readonly count: number;
}

/** Only where people added an entity can a mention have no pattern, so no other text is read. */
async function foundByHand(db: PoolClient, scope: NumberScope): Promise<{ counted: number; untold: number }> {
  const query = sql('mentions_decision as d')
    .distinct('c.episode_uuid', 'c.entity_id', 'c.count')
    .leftJoin('mentions_shown_as as s', { 's.episode_uuid': 'd.episode_uuid', 's.entity_id': 'd.entity_id' })
    // Of a split entity all that it counts for: only their passages say which.
    .joinRaw('left join mentions_merged r on r.entity_id = coalesce(s.shown_id, d.entity_id)')
    .joinRaw(
      `join mentions_entity_episode c
       on c.episode_uuid = d.episode_uuid and c.entity_id = coalesce(r.shown_id, s.shown_id, d.entity_id)`,
    )
    .where('d.decision', 'added')
    .where('c.count', '>', 0)
    .modify(inScope('d.episode_uuid', scope))
    .orderBy(['c.episode_uuid', 'c.entity_id']);
  const { rows } = await db.query<Added>(...native(query));
  let [counted, seen] = [0, 0];
  for (const page of pagesOf(rows)) {
    counted += await countUnmatched(db, page, scope);
    seen += page.reduce((sum, { count }) => sum + count, 0);
  }

  return { counted, untold: rows.reduce((sum, { count }) => sum + count, 0) - seen };
}

/** Mentions that no pattern finds. */
async function countUnmatched(db: PoolClient, added: readonly Added[], scope: NumberScope): Promise<number> {
  const episodes = added.map((row) => row.episode_uuid);
  const merged = await MergedEntities.load(rowsOf(db));
  const entityIds = [...new Set(added.map((row) => row.entity_id))].flatMap((id) => merged.countingFor(id));
  const patterns = await findPatterns(db, entityIds, scope);
  const decisions = await loadDecisions(rowsOf(db), episodes);
  const texts = await listTexts(db, added);
  const matcher = matcherOf(patterns);
  const neighboursOf = await findNeighbours(rowsOf(db), matcher, texts);

  return texts.filter((one) => {
    const isShown = countsFor(one.entity_id, one, decisions.get(one.episode_uuid), merged);
    let isFound = false;
    const hit = (index: number): void => {
      isFound ||= holds(patterns[index]!, one.vocabulary_revision) && isShown(patterns[index]!.entity_id);
    };
    matcher.scan(one.text, hit, neighboursOf(one), one.matcher_version);
    return !isFound;
  }).length;
}

async function findRemoved(db: PoolClient, scope: NumberScope): Promise<Pick<WhyTotal, 'removed' | 'notCountedIn'>> {
  const query = sql('mentions_decision')
    .select('episode_uuid', sql.raw('array_agg(entity_id::text) as entity_ids'))
    .where('decision', 'removed')
    .modify(shownIn('episode_uuid', scope))
    .groupBy('episode_uuid')
    .orderBy('episode_uuid');
  const { rows } = await db.query<{ episode_uuid: string; entity_ids: string[] }>(...native(query));
  const looked = rows.slice(0, MAX_EPISODES_BY_HAND);
  const entityIds = new Set(looked.flatMap((row) => row.entity_ids));
  const patterns = await findPatterns(db, [...entityIds], scope);
  const decisions = await loadDecisions(
    rowsOf(db),
    looked.map((row) => row.episode_uuid),
  );
  const { removed } = await notCounted(db, entityIds, patterns, decisions);

  return { removed, notCountedIn: { episodes: looked.length, of: rows.length } };
}
