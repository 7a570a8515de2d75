import type { WhyView } from '@earmark/contracts/entities';
import type { PoolClient } from 'pg';
import { CountedParts, type DecisionsByEpisode, type Text } from './counted-parts.ts';
import { loadDecisions } from './decisions.ts';
import { pinsBehind } from './pins-behind.ts';
import { findPatterns, inScope, notCounted, pagesOf, rowsOf, type NumberScope } from './why-parts.queries.ts';

export type NumberParts = Omit<WhyView, 'entity' | keyof NumberScope>;

/**
 * What the number of mentions of an entity is made of. `db`: a connection inside a transaction that sees one moment.
 * `head`: revision of the vocabulary now.
 */
export async function explainNumber(
  db: PoolClient,
  entityId: string,
  { episodeUuid, podcastUuid }: NumberScope,
  head: number,
): Promise<NumberParts> {
  await db.query('set local search_path to read');
  const scope = [entityId, episodeUuid, podcastUuid];
  const decisions = await findDecisions(db, scope);
  const patterns = await findPatterns(db, [entityId], { episodeUuid, podcastUuid });
  const { total, pin, rule, episodes, behind } = await findSums(db, [...scope, head]);
  const isOne = episodeUuid !== null && pin !== null;

  const parts = new CountedParts(entityId, patterns, decisions);
  for await (const texts of pagesOfTexts(db, scope)) parts.add(texts);

  return {
    total,
    patterns: parts.lines(isOne ? pin : null),
    byHand: { ...parts.byHand, names: await listNamesByHand(db, scope) },
    untold: total - parts.texts,
    ...(await notCounted(db, new Set([entityId]), patterns, decisions)),
    pin: isOne ? { vocabularyRevision: pin, matcherVersion: rule! } : null,
    vocabularyBehind: { episodes: behind, of: episodes },
  };
}

/** Of the segments with a mention, whole episodes at a time. */
async function* pagesOfTexts(db: PoolClient, scope: readonly unknown[]): AsyncGenerator<Text[]> {
  const { rows } = await db.query<{ episode_uuid: string; count: number }>(
    `select episode_uuid, count from mentions_entity_episode
     where entity_id = $1 and count > 0 and ($2::uuid is null or episode_uuid = $2)
       and ($3::uuid is null or series_uuid = $3) order by episode_uuid`,
    [...scope],
  );
  for (const page of pagesOf(rows))
    yield await listTexts(
      db,
      scope[0],
      page.map((row) => row.episode_uuid),
    );
}

/** The episodes are said of each table: else Postgres may read the segments of all of them for each page. */
async function listTexts(db: PoolClient, entityId: unknown, episodes: readonly string[]): Promise<Text[]> {
  const { rows } = await db.query<Text>(
    `select m.episode_uuid, e.vocabulary_revision, s.text from mentions_mention m
     join mentions_episode e on e.episode_uuid = m.episode_uuid
     join mentions_segment s
       on s.episode_uuid = m.episode_uuid and s.version_id = e.version_id and s.segment_id = m.segment_id
     where m.entity_id = $1 and m.episode_uuid = any($2) and e.episode_uuid = any($2) and s.episode_uuid = any($2)`,
    [entityId, episodes],
  );

  return rows;
}

/** Of the episodes in which people decided something about the entity. */
async function findDecisions(db: PoolClient, scope: readonly unknown[]): Promise<DecisionsByEpisode> {
  const { rows } = await db.query<{ episode_uuid: string }>(
    `select episode_uuid from (
       select episode_uuid from mentions_decision where entity_id = $1
       union select episode_uuid from mentions_shown_as where entity_id = $1 or shown_id = $1
     ) d where ${inScope('episode_uuid', 2)}`,
    [...scope],
  );

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

/** `pin` and `rule` mean something for one episode only. */
async function findSums(db: PoolClient, values: unknown[]): Promise<Sums> {
  const { rows } = await db.query<Sums>(
    `select coalesce(sum(c.count), 0)::integer as total, count(*)::integer as episodes,
       (count(*) filter (where e.vocabulary_revision in (${pinsBehind('$4')})))::integer as behind,
       min(e.vocabulary_revision) as pin, min(e.matcher_version) as rule
     from mentions_episode e
     left join mentions_entity_episode c on c.episode_uuid = e.episode_uuid and c.entity_id = $1
     where e.vocabulary_revision is not null and (c.count > 0 or e.episode_uuid = $2) and ${inScope('e.episode_uuid', 2)}`,
    values,
  );

  return rows[0]!;
}

/** Under which people added it to episodes. */
async function listNamesByHand(db: PoolClient, scope: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct d.name from mentions_decision d
     left join mentions_shown_as s on s.episode_uuid = d.episode_uuid and s.entity_id = d.entity_id
     where d.decision = 'added' and coalesce(s.shown_id, d.entity_id) = $1 and ${inScope('d.episode_uuid', 2)}
     order by d.name`,
    [...scope],
  );

  return rows.map(({ name }) => name);
}
