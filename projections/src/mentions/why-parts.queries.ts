import type { WhyView } from '@earmark/contracts/entities';
import type { Place } from '@earmark/contracts/vocabulary';
import type { PoolClient } from 'pg';
import { isAnyOf, native, sql, type Condition } from '../kit/query-builder.ts';
import { findCandidates } from './candidates.ts';
import { findNeighbours } from './neighbours.ts';
import { holds, matcherOf, placeOf, type DecisionsByEpisode, type Pattern, type Text } from './counted-parts.ts';

/** Where mentions are counted: in one episode, in one podcast, or (both null) everywhere. */
export interface NumberScope {
  readonly episodeUuid: string | null;
  readonly podcastUuid: string | null;
}

/** About two seconds of reading; mentions beyond it are not attributed. */
const MAX_MENTIONS = 200_000;
/** Read and matched at a time; other requests run in between. */
const MENTIONS_A_PAGE = 4000;
/** Most episodes examined in which people removed or renamed an entity. */
export const MAX_EPISODES_BY_HAND = 200;

/** Restricts the episode in `column` to the scope. */
export const inScope =
  (column: string, { episodeUuid, podcastUuid }: NumberScope): Condition =>
  (query) => {
    if (episodeUuid !== null) query.where(column, episodeUuid);
    if (podcastUuid !== null)
      query.whereIn(column, sql('mentions_episode').select('episode_uuid').where('series_uuid', podcastUuid));
  };

/** Like `inScope`, for tables that also hold what people decided in episodes that were removed. */
export const shownIn =
  (column: string, scope: NumberScope): Condition =>
  (query) => {
    query.modify(inScope(column, scope));
    if (scope.episodeUuid === null && scope.podcastUuid === null)
      query.whereIn(column, sql('mentions_episode').select('episode_uuid'));
  };

/** Groups rows into pages of mentions, and stops once the limit of mentions is reached. */
export function* pagesOf<Row extends { readonly count: number }>(rows: readonly Row[]): Generator<Row[]> {
  let page: Row[] = [];
  let mentions = 0;
  let all = 0;
  for (const row of rows) {
    page.push(row);
    mentions += row.count;
    all += row.count;
    if (all >= MAX_MENTIONS) break;
    if (mentions < MENTIONS_A_PAGE) continue;
    yield page;
    page = [];
    mentions = 0;
  }
  if (page.length > 0) yield page;
}

/**
 * The texts of segments that mention one of the entities in its episode. `offset 0` fixes the order of the look-ups: with a
 * million segments Postgres else misjudges the number of rows and may read all segments for each mention.
 */
export async function listTexts(
  db: PoolClient,
  wanted: readonly { readonly episode_uuid: string; readonly entity_id: string }[],
): Promise<(Text & { readonly entity_id: string })[]> {
  const { rows } = await db.query<Text & { entity_id: string }>(
    `select m.episode_uuid, m.series_uuid, m.entity_id, m.segment_id, m.vocabulary_revision, m.matcher_version, s.text
     from unnest($1::uuid[], $2::uuid[]) as wanted (episode_uuid, entity_id)
     cross join lateral (
       select m.episode_uuid, e.series_uuid, m.entity_id, m.segment_id, e.version_id, e.vocabulary_revision, e.matcher_version from mentions_episode e
       join mentions_mention m on m.episode_uuid = e.episode_uuid and m.entity_id = wanted.entity_id
       where e.episode_uuid = wanted.episode_uuid offset 0
     ) m
     cross join lateral (
       select s.text from mentions_segment s
       where s.episode_uuid = m.episode_uuid and s.version_id = m.version_id and s.segment_id = m.segment_id offset 0
     ) s`,
    [wanted.map((one) => one.episode_uuid), wanted.map((one) => one.entity_id)],
  );

  return rows;
}

/** Every pattern that the entities, or entities renamed to them, ever had; those of the first entity first, by entity, in the order they were added. */
export async function findPatterns(
  db: PoolClient,
  entityIds: readonly string[],
  scope: NumberScope,
): Promise<Pattern[]> {
  const shownAsThem = sql('mentions_shown_as as s')
    .select('s.entity_id')
    .modify(isAnyOf('s.shown_id', entityIds))
    .modify(shownIn('s.episode_uuid', scope));
  // A union, of which Postgres looks each one up; with `or` it reads all patterns.
  const theirs = shownAsThem.union(sql.raw('select unnest(?::uuid[])', [entityIds as string[]]));
  const query = sql('mentions_pattern as p')
    .join('vocabulary_entity as n', 'n.entity_id', 'p.entity_id')
    .leftJoin('vocabulary_pattern as v', 'v.pattern_id', 'p.pattern_id')
    .select('p.pattern_id', 'p.entity_id', 'n.name as owner', 'p.name', 'p.case_sensitive', 'p.whole_word')
    .select('p.near', 'p.not_near', 'p.distance', 'p.from_revision', 'p.to_revision', 'p.set_revision')
    .whereIn('p.entity_id', theirs)
    .orderByRaw(
      `p.entity_id <> all(?), p.entity_id is distinct from ?::uuid, p.entity_id, min(p.from_revision) over (partition by p.pattern_id), v.added_index,
       p.pattern_id, p.from_revision`,
      [entityIds as string[], entityIds[0] ?? null],
    );
  const { rows } = await db.query<Pattern>(...native(query));

  return rows;
}

/** Mentions that patterns find but that people decided do not count. `counts`: whether they would count otherwise. */
export async function notCounted(
  db: PoolClient,
  entityIds: ReadonlySet<string>,
  patterns: readonly Pattern[],
  decisions: DecisionsByEpisode,
  counts: (entityId: string, place: Place) => boolean = () => true,
): Promise<Pick<WhyView, 'moved' | 'removed' | 'notCountedIn'>> {
  const all = [...decisions]
    .filter(([, { removed, shownAs }]) => [...entityIds].some((id) => removed.has(id) || shownAs.has(id)))
    .map(([episodeUuid]) => episodeUuid);
  const episodes = all.slice(0, MAX_EPISODES_BY_HAND);
  const removedIn: string[] = [];
  const movedTo: string[] = [];
  if (episodes.length > 0) {
    const { rows } = await db.query<{ episode_uuid: string; series_uuid: string; revision: number; version: number }>(
      `select episode_uuid, series_uuid, vocabulary_revision as revision, matcher_version as version from mentions_episode
       where episode_uuid = any($1)`,
      [episodes],
    );
    const pins = new Map(rows.map((row) => [row.episode_uuid, row]));
    const matcher = matcherOf(patterns);
    const segments = await findCandidates(rowsOf(db), patterns, episodes);
    const neighboursOf = await findNeighbours(rowsOf(db), matcher, segments);
    for (const segment of segments) {
      const { episode_uuid: episodeUuid, segment_id, text } = segment;
      const { revision, version, series_uuid } = pins.get(episodeUuid)!;
      const place = placeOf({ series_uuid, segment_id });
      const { shownAs, removed } = decisions.get(episodeUuid)!;
      const shown = new Set<string>();
      const hit = (index: number): void => {
        const { entity_id: owner } = patterns[index]!;
        const shownId = shownAs.get(owner) ?? owner;
        const isOwn = [owner, shownId].some((id) => entityIds.has(id) && counts(id, place));
        if (isOwn && holds(patterns[index]!, revision)) shown.add(shownId);
      };
      matcher.scan(text, hit, neighboursOf(segment), version);
      for (const id of shown) {
        if (!entityIds.has(id)) movedTo.push(id);
        else if (removed.has(id)) removedIn.push(episodeUuid);
      }
    }
  }
  const { rows: names } = await db.query<{ name: string }>(
    'select name from vocabulary_entity where entity_id = any($1) order by name',
    [[...new Set(movedTo)]],
  );

  return {
    moved: { mentions: movedTo.length, names: names.map(({ name }) => name) },
    removed: { mentions: removedIn.length, episodes: new Set(removedIn).size },
    notCountedIn: { episodes: episodes.length, of: all.length },
  };
}

/** The query interface that projectors use. */
export const rowsOf = (db: PoolClient) => ({
  query: async <Row extends object>(text: string, values?: unknown[]) => (await db.query<Row>(text, values)).rows,
});
