import { compileMatcher, findByName, foldName, hasCharacters, type EntityView } from '@earmark/contracts/mentions';
import type { Db } from '../kit/db.ts';
import { isAnyOf, native, sql, type Condition } from '../kit/query-builder.ts';
import { mayHave } from './candidates.ts';
import { byCount } from './mention-view.ts';
import { isNamedLike } from '../vocabulary/vocabulary.queries.ts';
import { addedByHand } from './mentions.queries.ts';
import { mergedNames } from './shown-entity.ts';
import { anyWord, OVERFULL, wordQuery, type WordQuery } from './segment-words.ts';

type NamedEntity = Pick<EntityView, 'id' | 'name' | 'merged'>;

/** Number of matching segments by episode; may be 0. */
export type MatchCounts = ReadonlyMap<string, number>;

/**
 * Episodes of a podcast whose page preselects an entity for `text`, chosen as by `findByName`, with that
 * entity's count, which may be 0 for an entity added by hand.
 */
export async function listNameMatches(db: Db, seriesUuid: string, text: string): Promise<MatchCounts> {
  const wanted = text.trim().toLowerCase();
  const folded = foldName(text);
  if (folded === '') return new Map();
  // A prefilter, which also finds other names of the entity: JavaScript decides.
  const named = await db.query<NamedEntity>(
    ...native(
      sql('read.vocabulary_entity as n')
        .select({ id: 'n.entity_id', name: 'n.name', merged: sql.raw(mergedNames('n.entity_id')) })
        .modify(isNamedLike(text)),
    ),
  );
  const nameOf = new Map(
    named.rows
      .filter(({ name, merged }) =>
        [name, ...merged.map((one) => one.name)].some(
          (own) => own.toLowerCase().includes(wanted) || foldName(own) === folded,
        ),
      )
      .map((one) => [one.id, one]),
  );
  if (nameOf.size === 0) return new Map();
  const ids = [...nameOf.keys()];
  const mentioned = sql('read.mentions_entity_episode as m')
    .select('m.entity_id as id', 'm.episode_uuid as episode', 'm.count')
    .where('m.series_uuid', seriesUuid)
    .modify(isAnyOf('m.entity_id', ids));
  const byHand = sql(sql.raw('(?) as a', [addedByHand()]))
    .join('read.mentions_episode as e', 'e.episode_uuid', 'a.episode_uuid')
    .select('a.entity_id', 'a.episode_uuid', sql.raw('0'))
    .where('e.series_uuid', seriesUuid)
    .modify(isAnyOf('a.entity_id', ids));
  const listed = await db.query<{ id: string; episode: string; count: number }>(...native(mentioned.unionAll(byHand)));
  const lists = new Map<string, { entity: NamedEntity; count: number }[]>();
  for (const { id, episode, count } of listed.rows) {
    const one = { entity: nameOf.get(id)!, count };
    const known = lists.get(episode);
    if (known) known.push(one);
    else lists.set(episode, [one]);
  }

  return new Map([...lists].map(([episode, list]) => [episode, findByName(list.sort(byCount), text)!.count]));
}

/** Episodes of a podcast whose shown transcript has `text` as whole words, ignoring case, and in how many segments. */
export async function listTextMatches(db: Db, seriesUuid: string, text: string): Promise<MatchCounts> {
  if (!hasCharacters(text)) return new Map();
  const { phrases, isExact } = wordQuery(text);
  if (!isExact || (await isAnyOverfull(db)))
    return countInTexts(db, seriesUuid, text, mayStand(phrases, LITERAL.exec(text)?.[0] ?? ''));
  const rows = await listShown<{ count: number }>(db, seriesUuid, 'count(*)::integer as count', mayHave(phrases));

  return new Map(rows.map(({ episode, count }) => [episode, count]));
}

/**
 * Whether any segment has too many words for the index. Counts them, because with `limit 1` Postgres expects an early
 * hit and reads all segments instead of the index.
 */
async function isAnyOverfull(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ segments: number }>(
    'select count(*)::integer as segments from read.mentions_segment s where s.words @@ $1::tsquery',
    [anyWord([OVERFULL])],
  );

  return rows[0]!.segments > 0;
}

/**
 * Punctuation is literal in an ASCII text; a text with other characters may contain ones that the rule
 * ignores. The rule treats "&" and "and" as equal.
 */
const LITERAL = /[!#$%()*+,./:;<=>?@[\\\]^{|}~]+/;

const mayStand =
  (phrases: WordQuery['phrases'], literal: string): Condition =>
  (query) => {
    query.modify(mayHave(phrases));
    if (literal !== '')
      query.whereRaw('(strpos(s.text, ?) > 0 or octet_length(s.text) <> char_length(s.text))', [literal]);
  };

/** An aggregate over the candidate segments, by episode. */
async function listShown<Row>(
  db: Db,
  seriesUuid: string,
  aggregate: string,
  isCandidate: Condition,
): Promise<(Row & { episode: string })[]> {
  const segments = sql('read.mentions_segment as s').select(sql.raw(aggregate)).modify(isCandidate);
  const query = (await isCommon(db, seriesUuid, isCandidate))
    ? // Postgres cannot know that an episode shows one version only; without this it joins row by row.
      sql('read.mentions_episode as e')
        .crossJoin(
          sql.raw('lateral ? s', [
            segments
              .whereRaw('s.episode_uuid = e.episode_uuid and s.version_id = e.version_id')
              .havingRaw('count(*) > 0'),
          ]),
        )
        .select('e.episode_uuid as episode', 's.*')
    : sql('read.mentions_episode as e')
        .join(segments.select('s.version_id as version').groupBy('s.version_id').as('h'), 'h.version', 'e.version_id')
        .select('e.episode_uuid as episode', 'h.*');
  const { rows } = await db.query<Row & { episode: string }>(...native(query.where('e.series_uuid', seriesUuid)));

  return rows;
}

/** Whether all podcasts have more candidates than this one has segments, so that reading its segments is faster. */
async function isCommon(db: Db, seriesUuid: string, isCandidate: Condition): Promise<boolean> {
  const own = await db.query<{ segments: number }>(
    `select coalesce(sum(e.segments), 0)::integer as segments from read.mentions_episode e where e.series_uuid = $1`,
    [seriesUuid],
  );
  const [text, values] = native(sql('read.mentions_segment as s').select(sql.raw('1')).modify(isCandidate));
  const plan = await db.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    `explain (format json) ${text}`,
    values,
  );

  return (plan.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0) > (own.rows[0]?.segments ?? 0);
}

/** Separates the texts of an episode. A similar character replaces it within a text. */
const SEPARATOR = '\u001e';
const LIKE_SEPARATOR = '\u001f';
const EPISODES_AT_ONCE = 100;

/** Where the index does not suffice, the rule itself searches the segments that have all the words. */
async function countInTexts(db: Db, seriesUuid: string, text: string, isCandidate: Condition): Promise<MatchCounts> {
  const name = text.replaceAll(SEPARATOR, LIKE_SEPARATOR);
  const matcher = compileMatcher([{ name, caseSensitive: false, wholeWord: true }]);
  const counts = new Map<string, number>();
  for (const [index, { episode, texts }] of (await listTexts(db, seriesUuid, isCandidate)).entries()) {
    let count = 0;
    let countedTo = -1;
    matcher.scan(texts, (_pattern, start) => {
      if (start < countedTo) return;
      count += 1;
      const end = texts.indexOf(SEPARATOR, start);
      countedTo = end === -1 ? texts.length : end;
    });
    if (count > 0) counts.set(episode, count);
    // Lets other requests run in between.
    if (index % EPISODES_AT_ONCE === EPISODES_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
  }

  return counts;
}

/** One long text per episode: a row per segment would take the driver longer than everything else. */
async function listTexts(
  db: Db,
  seriesUuid: string,
  isCandidate: Condition,
): Promise<{ episode: string; texts: string }[]> {
  await db.query(`select set_config('work_mem', '64MB', true)`);
  const joined = (text: string) =>
    listShown<{ texts: string; segments: number }>(
      db,
      seriesUuid,
      `string_agg(${text}, e'\\x1e') as texts, count(*)::integer as segments`,
      isCandidate,
    );
  const rows = await joined('s.text');
  const isClean = rows.every(({ texts, segments }) => countSeparators(texts) === segments - 1);

  return isClean ? rows : joined(`replace(s.text, e'\\x1e', e'\\x1f')`);
}

function countSeparators(texts: string): number {
  let count = 0;
  for (let at = texts.indexOf(SEPARATOR); at !== -1; at = texts.indexOf(SEPARATOR, at + 1)) count += 1;

  return count;
}
