import type { WhyView } from '@earmark/contracts/entities';
import type { PoolClient } from 'pg';
import { findCandidates } from './candidates.ts';
import { CountedParts, holds, matcherOf, type DecisionsByEpisode, type Pattern, type Text } from './counted-parts.ts';
import { loadDecisions } from './decisions.ts';
import { pinsBehind } from './pins-behind.ts';

/** About two seconds of reading; the rest is not told apart. */
const MOST_MENTIONS = 200_000;
/** Read and matched at once: other answers get their turn in between. */
const MENTIONS_A_PAGE = 4000;
/** Of those in which people removed the entity, or show it as another one. */
const MOST_EPISODES_BY_HAND = 200;

export type NumberParts = Omit<WhyView, 'entity' | 'episodeUuid'>;

/**
 * What the number of mentions of an entity is made of, in one episode or in all (null). `db`: a connection inside a
 * transaction that sees one moment. `head`: revision of the vocabulary now.
 */
export async function explainNumber(
  db: PoolClient,
  entityId: string,
  episodeUuid: string | null,
  head: number,
): Promise<NumberParts> {
  await db.query('set local search_path to read');
  const scope = [entityId, episodeUuid];
  const decisions = await findDecisions(db, scope);
  const patterns = await findPatterns(db, scope);
  const { total, pin, rule, episodes, behind } = await findSums(db, [...scope, head]);
  const isOne = episodeUuid !== null && pin !== null;

  const parts = new CountedParts(entityId, patterns, decisions);
  for await (const texts of pagesOfTexts(db, scope)) parts.add(texts);

  return {
    total,
    patterns: parts.lines(isOne ? pin : null),
    byHand: { ...parts.byHand, names: await listNamesByHand(db, scope) },
    untold: total - parts.texts,
    ...(await notCounted(db, entityId, patterns, decisions)),
    pin: isOne ? { vocabularyRevision: pin, matcherVersion: rule! } : null,
    vocabularyBehind: { episodes: behind, of: episodes },
  };
}

/** Of the segments with a mention, whole episodes at a time. */
async function* pagesOfTexts(db: PoolClient, scope: readonly unknown[]): AsyncGenerator<Text[]> {
  const { rows } = await db.query<{ episode_uuid: string; count: number }>(
    `select episode_uuid, count from mentions_entity_episode
     where entity_id = $1 and count > 0 and ($2::uuid is null or episode_uuid = $2) order by episode_uuid`,
    [...scope],
  );
  let episodes: string[] = [];
  let mentions = 0;
  let all = 0;
  for (const [index, { episode_uuid: episodeUuid, count }] of rows.entries()) {
    episodes.push(episodeUuid);
    mentions += count;
    all += count;
    const isLast = index === rows.length - 1 || all >= MOST_MENTIONS;
    if (!isLast && mentions < MENTIONS_A_PAGE) continue;
    yield await listTexts(db, scope[0], episodes);
    if (isLast) return;
    episodes = [];
    mentions = 0;
  }
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
     ) d where $2::uuid is null or episode_uuid = $2`,
    [...scope],
  );

  return loadDecisions(
    rowsOf(db),
    rows.map((row) => row.episode_uuid),
  );
}

/** Every one that the entity ever had, and those of entities that are shown as it; each entity's in the order in which they were added. */
async function findPatterns(db: PoolClient, scope: readonly unknown[]): Promise<Pattern[]> {
  const { rows } = await db.query<Pattern>(
    `select p.pattern_id, p.entity_id, n.name as owner, p.name, p.case_sensitive, p.whole_word, p.from_revision,
       p.to_revision
     from mentions_pattern p join vocabulary_entity n on n.entity_id = p.entity_id
     left join vocabulary_pattern v on v.pattern_id = p.pattern_id
     where p.entity_id = $1 or p.entity_id in (
       select s.entity_id from mentions_shown_as s where s.shown_id = $1 and ($2::uuid is null or s.episode_uuid = $2)
     )
     order by p.entity_id <> $1, p.entity_id, min(p.from_revision) over (partition by p.pattern_id), v.added_index,
       p.pattern_id, p.from_revision`,
    [...scope],
  );

  return rows;
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
       (count(*) filter (where e.vocabulary_revision in (${pinsBehind('$3')})))::integer as behind,
       min(e.vocabulary_revision) as pin, min(e.matcher_version) as rule
     from mentions_episode e
     left join mentions_entity_episode c on c.episode_uuid = e.episode_uuid and c.entity_id = $1
     where e.vocabulary_revision is not null and (e.episode_uuid = $2 or ($2::uuid is null and c.count > 0))`,
    values,
  );

  return rows[0]!;
}

/** Under which people added it to episodes. */
async function listNamesByHand(db: PoolClient, scope: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct d.name from mentions_decision d
     left join mentions_shown_as s on s.episode_uuid = d.episode_uuid and s.entity_id = d.entity_id
     where d.decision = 'added' and coalesce(s.shown_id, d.entity_id) = $1 and ($2::uuid is null or d.episode_uuid = $2)
     order by d.name`,
    [...scope],
  );

  return rows.map(({ name }) => name);
}

/** What patterns find, and people decided that it does not count. */
async function notCounted(
  db: PoolClient,
  entityId: string,
  patterns: readonly Pattern[],
  decisions: DecisionsByEpisode,
): Promise<Pick<NumberParts, 'moved' | 'removed' | 'notCountedIn'>> {
  const all = [...decisions]
    .filter(([, { removed, shownAs }]) => removed.has(entityId) || shownAs.has(entityId))
    .map(([episodeUuid]) => episodeUuid);
  const episodes = all.slice(0, MOST_EPISODES_BY_HAND);
  const removedIn: string[] = [];
  const movedTo: string[] = [];
  if (episodes.length > 0) {
    const { rows } = await db.query<{ episode_uuid: string; vocabulary_revision: number }>(
      'select episode_uuid, vocabulary_revision from mentions_episode where episode_uuid = any($1)',
      [episodes],
    );
    const pins = new Map(rows.map((row) => [row.episode_uuid, row.vocabulary_revision]));
    const matcher = matcherOf(patterns);
    for (const { episode_uuid: episodeUuid, text } of await findCandidates(rowsOf(db), patterns, episodes)) {
      const { shownAs, removed } = decisions.get(episodeUuid)!;
      const shown = new Set<string>();
      matcher.scan(text, (index) => {
        const { entity_id: owner } = patterns[index]!;
        const shownId = shownAs.get(owner) ?? owner;
        if (holds(patterns[index]!, pins.get(episodeUuid)!) && (owner === entityId || shownId === entityId))
          shown.add(shownId);
      });
      if (shown.delete(entityId) && removed.has(entityId)) removedIn.push(episodeUuid);
      movedTo.push(...shown);
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

/** As projectors read. */
const rowsOf = (db: PoolClient) => ({
  query: async <Row extends object>(text: string, values?: unknown[]) => (await db.query<Row>(text, values)).rows,
});
