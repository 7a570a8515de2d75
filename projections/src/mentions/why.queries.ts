import type { WhyPattern, WhyView } from '@earmark/contracts/entities';
import { compileMatcher } from '@earmark/contracts/mentions';
import type { PoolClient } from 'pg';
import { findCandidates } from './candidates.ts';
import { loadDecisions, type Decisions } from './decisions.ts';
import { pinsBehind } from './pins-behind.ts';

/** More would hold up other answers; the rest is not told apart. */
const MOST_SEGMENTS = 5000;
/** Of those in which people removed the entity, or show it as another one. */
const MOST_EPISODES_BY_HAND = 200;

export type NumberParts = Omit<WhyView, 'entity' | 'episodeUuid'>;

interface Pattern {
  readonly pattern_id: string;
  readonly entity_id: string;
  readonly owner: string;
  readonly name: string;
  readonly case_sensitive: boolean;
  readonly whole_word: boolean;
  readonly from_revision: number;
  readonly to_revision: number | null;
}
interface Text {
  readonly episode_uuid: string;
  readonly vocabulary_revision: number;
  readonly text: string;
}
type DecisionsByEpisode = ReadonlyMap<string, Decisions>;

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
  const { rows: texts } = await db.query<Text>(
    `select m.episode_uuid, e.vocabulary_revision, s.text from mentions_mention m
     join mentions_episode e on e.episode_uuid = m.episode_uuid
     join mentions_segment s
       on s.episode_uuid = m.episode_uuid and s.version_id = e.version_id and s.segment_id = m.segment_id
     where m.entity_id = $1 and ($2::uuid is null or m.episode_uuid = $2)
     order by m.episode_uuid, m.segment_id limit ${MOST_SEGMENTS}`,
    scope,
  );
  const { total, pin, rule, episodes, behind } = await findSums(db, [...scope, head]);
  const isOne = episodeUuid !== null && pin !== null;

  const { patterns: lines, byHand } = countedParts(entityId, patterns, decisions, texts, isOne ? pin : null);

  return {
    total,
    patterns: lines,
    byHand: { ...byHand, names: await listNamesByHand(db, scope) },
    untold: total - texts.length,
    ...(await notCounted(db, entityId, patterns, decisions)),
    pin: isOne ? { vocabularyRevision: pin, matcherVersion: rule! } : null,
    vocabularyBehind: { episodes: behind, of: episodes },
  };
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

/** A segment counts for the first pattern that finds it, and for a name typed by hand when no pattern does. */
function countedParts(
  entityId: string,
  patterns: readonly Pattern[],
  decisions: DecisionsByEpisode,
  texts: readonly Text[],
  pin: number | null,
): { patterns: WhyPattern[]; byHand: { mentions: number; counted: number } } {
  const matcher = matcherOf(patterns);
  const mentions = patterns.map(() => 0);
  const counted = patterns.map(() => 0);
  const byHand = { mentions: 0, counted: 0 };
  for (const row of texts) {
    const own = decisions.get(row.episode_uuid);
    const isShown = (id: string) => (own?.shownAs.get(id) ?? id) === entityId;
    const found = new Set<number>();
    matcher.scan(row.text, (index) => {
      const pattern = patterns[index]!;
      if (holds(pattern, row.vocabulary_revision) && isShown(pattern.entity_id)) found.add(index);
    });
    for (const index of found) mentions[index]! += 1;
    if (found.size > 0) counted[Math.min(...found)]! += 1;
    let isNamed = false;
    own?.added?.matcher.scan(row.text, (name) => {
      isNamed ||= isShown(own.added!.entityIds[name]!);
    });
    if (isNamed) byHand.mentions += 1;
    if (isNamed && found.size === 0) byHand.counted += 1;
  }
  const lines = patterns.map((pattern, index): WhyPattern => ({
    patternId: pattern.pattern_id,
    name: pattern.name,
    caseSensitive: pattern.case_sensitive,
    wholeWord: pattern.whole_word,
    ofEntity: pattern.entity_id === entityId ? null : pattern.owner,
    mentions: mentions[index]!,
    counted: counted[index]!,
  }));

  return {
    patterns: lines.filter(
      (line, index) =>
        line.mentions > 0 || (pin === null ? patterns[index]!.to_revision === null : holds(patterns[index]!, pin)),
    ),
    byHand,
  };
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
): Promise<Pick<NumberParts, 'moved' | 'removed'>> {
  const episodes = [...decisions]
    .filter(([, { removed, shownAs }]) => removed.has(entityId) || shownAs.has(entityId))
    .map(([episodeUuid]) => episodeUuid)
    .slice(0, MOST_EPISODES_BY_HAND);
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
  };
}

const holds = ({ from_revision: from, to_revision: to }: Pattern, revision: number): boolean =>
  from <= revision && (to === null || revision < to);
const matcherOf = (patterns: readonly Pattern[]) =>
  compileMatcher(
    patterns.map(({ name, case_sensitive: caseSensitive, whole_word: wholeWord }) => ({
      name,
      caseSensitive,
      wholeWord,
    })),
  );

/** As projectors read. */
const rowsOf = (db: PoolClient) => ({
  query: async <Row extends object>(text: string, values?: unknown[]) => (await db.query<Row>(text, values)).rows,
});
