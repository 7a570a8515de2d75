import type { PoolClient } from 'pg';
import { countsFor, holds, matcherOf, type Pattern, type Text } from './counted-parts.ts';
import { loadDecisions } from './decisions.ts';
import { MergedEntities } from './merged.queries.ts';
import { findNeighbours } from './neighbours.ts';
import { findPatterns, rowsOf } from './why-parts.queries.ts';

export interface FoundHere {
  /** As they are at the episode's pin. */
  readonly patterns: readonly Pattern[];
  /** Entities whose names, typed by hand, find it. */
  readonly byHand: readonly { readonly entityId: string; readonly name: string }[];
  readonly pin: { readonly vocabularyRevision: number; readonly matcherVersion: number } | null;
}

/** What finds an entity in a segment that the episode shows. `db`: a connection inside a transaction with one snapshot. */
export async function explainMention(
  db: PoolClient,
  entityId: string,
  episodeUuid: string,
  segmentId: string,
): Promise<FoundHere> {
  await db.query('set local search_path to read');
  const pin = await findPin(db, episodeUuid);
  const { rows } = await db.query<Text>(
    `select m.episode_uuid, e.series_uuid, m.segment_id, e.vocabulary_revision, e.matcher_version, s.text from mentions_mention m
     join mentions_episode e on e.episode_uuid = m.episode_uuid
     join mentions_segment s
       on s.episode_uuid = m.episode_uuid and s.version_id = e.version_id and s.segment_id = m.segment_id
     where m.episode_uuid = $1 and m.entity_id = $2 and m.segment_id = $3`,
    [episodeUuid, entityId, segmentId],
  );
  const [here] = rows;
  if (!here) return { patterns: [], byHand: [], pin };
  const merged = await MergedEntities.load(rowsOf(db));
  const patterns = await findPatterns(db, merged.countingFor(entityId), { episodeUuid, podcastUuid: null });
  const own = (await loadDecisions(rowsOf(db), [episodeUuid])).get(episodeUuid);
  const isShown = countsFor(entityId, here, own, merged);
  const found = new Set<Pattern>();
  const matcher = matcherOf(patterns);
  const neighboursOf = await findNeighbours(rowsOf(db), matcher, [here]);
  const hit = (index: number): void => {
    const pattern = patterns[index]!;
    if (holds(pattern, here.vocabulary_revision) && isShown(pattern.entity_id)) found.add(pattern);
  };
  matcher.scan(here.text, hit, neighboursOf(here), here.matcher_version);
  const typed = new Set<string>();
  own?.added?.matcher.scan(here.text, (name) => {
    const id = own.added!.entityIds[name]!;
    if (isShown(id)) typed.add(id);
  });
  const { rows: byHand } = await db.query<{ entityId: string; name: string }>(
    `select entity_id as "entityId", name from mentions_decision
     where episode_uuid = $1 and decision = 'added' and entity_id = any($2) order by name`,
    [episodeUuid, [...typed]],
  );

  return { patterns: patterns.filter((pattern) => found.has(pattern)), byHand, pin };
}

async function findPin(db: PoolClient, episodeUuid: string): Promise<FoundHere['pin']> {
  const { rows } = await db.query<NonNullable<FoundHere['pin']>>(
    `select vocabulary_revision as "vocabularyRevision", matcher_version as "matcherVersion" from mentions_episode
     where episode_uuid = $1 and vocabulary_revision is not null`,
    [episodeUuid],
  );

  return rows[0] ?? null;
}
