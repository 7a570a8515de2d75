import type { NOISE_FILTERS, NOISE_SORTS, PatternNoise, PatternView } from '@earmark/contracts/vocabulary';
import type { Knex } from 'knex';
import type { Db } from '../kit/db.ts';
import { grouped } from '../kit/grouped.ts';
import { native, sql } from '../kit/query-builder.ts';
import { searchedText } from '../vocabulary/searched-names.ts';

type Show = (typeof NOISE_FILTERS)[number];
type Sort = (typeof NOISE_SORTS)[number];

export interface NoiseFilter {
  readonly show: Show;
  readonly sort: Sort;
  readonly entityTypeId: string | null;
  readonly text: string | null;
  readonly after: number;
}

export interface CountedPattern extends PatternView {
  readonly noise: PatternNoise;
  readonly namesakes: readonly { readonly entityId: string; readonly entity: string; readonly mentions: number }[];
  /** Other patterns of the entity. */
  readonly aliases: readonly string[];
  readonly isLeft: boolean;
}

export const NOISE_PAGE = 50;

/**
 * A pattern whose words the texts mostly write in lower case, or that mostly stands inside other words. Ten occurrences,
 * because fewer may be slips. One that is case sensitive finds an everyday word where it begins sentences.
 */
const NOISY = `((k.judged >= 10 and not p.case_sensitive and k.lower * 2 >= k.judged)
  or (k.judged >= 10 and p.case_sensitive and k.lower >= k.written_so and k.beginning * 10 >= k.written_so * 6
      and k.written_so > 0)
  or (not p.whole_word and k.occurrences >= 10 and k.inside * 2 >= k.occurrences))`;
/** Patterns `p` and `q`, counted as `k` and `l`, of different entities that find the same words. */
const SAME_WORDS = `l.sound = k.sound and l.pattern_id <> k.pattern_id
  and not (p.case_sensitive and q.case_sensitive and l.written <> k.written)
  and k.mentions > 0 and l.mentions > 0`;
const AMBIGUOUS = `exists (
  select 1 from noise.pattern l join read.vocabulary_pattern q on q.pattern_id = l.pattern_id
  join read.vocabulary_entity u on u.entity_id = q.entity_id
  where ${SAME_WORDS} and u.shown_id <> o.shown_id)`;

const CONDITIONS: Readonly<Record<Show, string>> = {
  all: 'true',
  noisy: `${NOISY} and not p.is_left`,
  ambiguous: AMBIGUOUS,
  unmentioned: 'k.rule is not null and k.mentions = 0',
  left: 'p.is_left',
};
const ORDERS: Readonly<Record<Sort, string>> = {
  mentions: 'k.mentions desc',
  episodes: 'k.episodes desc',
  noise: 'greatest(k.lower, k.inside, k.beginning) desc',
  name: 'k.sound',
};

/** Patterns with their counts, a page at a time; `total`: of all that the filter finds. */
export async function listCountedPatterns(
  db: Db,
  filter: NoiseFilter,
): Promise<{ patterns: CountedPattern[]; total: number }> {
  const query = counted()
    .select({
      id: 'p.pattern_id',
      entityTypeId: 'n.entity_type_id',
      entityId: 'n.entity_id',
      entity: 'n.name',
      name: 'p.name',
      caseSensitive: 'p.case_sensitive',
      wholeWord: 'p.whole_word',
      near: 'p.near',
      notNear: 'p.not_near',
      distance: 'p.distance',
      url: 'n.url',
      isLeft: 'p.is_left',
      total: sql.raw('(count(*) over ())::integer'),
      noise: sql.raw(NOISE),
    })
    .whereRaw(CONDITIONS[filter.show])
    .limit(NOISE_PAGE)
    .offset(filter.after);
  if (filter.entityTypeId !== null) query.where('n.entity_type_id', filter.entityTypeId);
  if (filter.text !== null) ranked(query, filter.text);
  query.orderByRaw(`${ORDERS[filter.sort]}, k.sound, p.pattern_id`);
  const { rows } = await db.query<PatternView & { noise: PatternNoise; isLeft: boolean; total: number }>(
    ...native(query),
  );
  const ids = rows.map(({ id }) => id);
  const [namesakes, aliases] = [await listNamesakes(db, ids), await listAliases(db, ids)];

  return {
    total: rows[0]?.total ?? 0,
    patterns: rows.map(({ total: _total, ...row }) => ({
      ...row,
      namesakes: namesakes.get(row.id) ?? [],
      aliases: aliases.get(row.id) ?? [],
    })),
  };
}

/** How many patterns each filter finds. */
export async function countByFilter(db: Db): Promise<Record<Show, number>> {
  const shows = Object.keys(CONDITIONS) as Show[];
  const { rows } = await db.query<Record<Show, number>>(
    ...native(
      counted().select(
        shows.map((show) => sql.raw(`(count(*) filter (where ${CONDITIONS[show]}))::integer as ??`, [show])),
      ),
    ),
  );

  return rows[0]!;
}

const NOISE = `json_build_object(
  'mentions', k.mentions, 'episodes', k.episodes, 'occurrences', k.occurrences, 'judged', k.judged,
  'lowerCase', k.lower, 'asWritten', k.written_so, 'beginning', k.beginning, 'mentionsAsWritten', k.mentions_written,
  'insideWords', k.inside, 'mentionsWhole', k.mentions_whole)`;

const counted = () =>
  sql('noise.pattern as k')
    .join('read.vocabulary_pattern as p', 'p.pattern_id', 'k.pattern_id')
    .join('read.vocabulary_entity as o', 'o.entity_id', 'p.entity_id')
    // Those of merged entities are shown at the one that they count for.
    .join('read.vocabulary_entity as n', 'n.entity_id', 'o.shown_id');

/** Names equal to the text come first, then those that begin with it, that have a word that does, and that contain it. */
function ranked(query: Knex.QueryBuilder, text: string): void {
  const wanted = searchedText(text);
  const like = wanted.replace(/[\\%_]/g, '\\$&');
  query.whereRaw('n.searched like ?', [`%${like}%`]);
  query.orderByRaw(
    `least(
       case when k.sound = ? then 0 when k.sound like ? then 1 when k.sound like ? then 2 when k.sound like ? then 3 else 4 end,
       case when n.sort_name = ? then 0 when n.sort_name like ? then 1 when n.sort_name like ? then 2 else 4 end)`,
    [wanted, `${like}%`, `% ${like}%`, `%${like}%`, wanted, `${like}%`, `% ${like}%`],
  );
}

async function listNamesakes(db: Db, ids: readonly string[]) {
  const { rows } = await db.query<{ id: string; entityId: string; entity: string; mentions: number }>(
    `select k.pattern_id as id, v.entity_id as "entityId", v.name as entity, max(l.mentions) as mentions
     from noise.pattern k
     join read.vocabulary_pattern p on p.pattern_id = k.pattern_id
     join read.vocabulary_entity o on o.entity_id = p.entity_id
     join noise.pattern l on l.sound = k.sound
     join read.vocabulary_pattern q on q.pattern_id = l.pattern_id
     join read.vocabulary_entity u on u.entity_id = q.entity_id
     join read.vocabulary_entity v on v.entity_id = u.shown_id
     where k.pattern_id = any($1) and ${SAME_WORDS} and u.shown_id <> o.shown_id
     group by k.pattern_id, v.entity_id, v.name order by mentions desc, v.name`,
    [ids],
  );

  return byId(rows, ({ id: _id, ...namesake }) => namesake);
}

async function listAliases(db: Db, ids: readonly string[]) {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select p.pattern_id as id, q.name from read.vocabulary_pattern p
     join read.vocabulary_pattern q on q.entity_id = p.entity_id and q.pattern_id <> p.pattern_id
     where p.pattern_id = any($1) order by q.added_revision, q.added_index`,
    [ids],
  );

  return byId(rows, ({ name }) => name);
}

const byId = <Row extends { id: string }, Item>(rows: readonly Row[], itemOf: (row: Row) => Item) =>
  new Map([...grouped(rows, ({ id }) => id)].map(([id, own]) => [id, own.map(itemOf)]));

/** Entities of other names whose patterns find the same words: what an addition would share its mentions with. */
export async function listSoundingAlike(
  db: { query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> },
  sound: string,
  entityIds: readonly string[],
): Promise<{ entityId: string; entity: string; mentions: number }[]> {
  return db.query(
    `select v.entity_id as "entityId", v.name as entity, max(l.mentions) as mentions from noise.pattern l
     join read.vocabulary_pattern q on q.pattern_id = l.pattern_id
     join read.vocabulary_entity u on u.entity_id = q.entity_id
     join read.vocabulary_entity v on v.entity_id = u.shown_id
     where l.sound = $1 and v.entity_id <> all($2) and l.mentions > 0
     group by v.entity_id, v.name order by mentions desc, v.name limit 5`,
    [sound, entityIds],
  );
}
