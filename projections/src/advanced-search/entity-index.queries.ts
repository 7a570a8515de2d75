import type { EntityIndexAnswer, EntityIndexRow } from '@earmark/contracts/search';
import type { Db } from '../kit/db.ts';
import { grouped } from '../kit/grouped.ts';
import { native, sql } from '../kit/query-builder.ts';
import { isNamedLike } from '../vocabulary/vocabulary.queries.ts';
import type { LibraryAt } from './search-library.ts';
import type { Library } from './library.ts';

const PAGE = 50;
const RECENT_MS = 90 * 24 * 3_600_000;

export interface AskedEntities {
  /** Part of the name of an entity or of one of its patterns; '': any. */
  readonly q: string;
  /** Name of a category; '': any. */
  readonly category: string;
  readonly sort: 'mentions' | 'name' | 'rising';
}

/** A place in the order: the number that is sorted by (0 by name), the name to sort by, and the id. */
export type EntityPlace = readonly [key: number, sortName: string, id: string];

interface Counted {
  mentions: number;
  episodes: number;
  recent: number;
  previous: number;
}
type IndexRow = Omit<EntityIndexRow, keyof Counted> & { sortName: string };

const NOTHING: Counted = { mentions: 0, episodes: 0, recent: 0, previous: 0 };

/**
 * Entities with mentions, 50 a page. Rising: by how many more mentions the last 90 days have than the 90 before.
 * `db` is a transaction.
 */
export async function listEntityIndex(
  db: Db,
  libraries: LibraryAt,
  { q, category, sort }: AskedEntities,
  after: EntityPlace | null,
): Promise<{ answer: Omit<EntityIndexAnswer, 'next'>; last: EntityPlace | null }> {
  const { library } = await libraries.at(db);
  const counts = countEntities(library);
  const labels = await db.query<{ id: string; value: string; label: string }>(
    `select t.entity_type_id as id, t.name as value, t.display_name as label
     from read.vocabulary_type t order by t.display_name`,
  );
  const types = new Map(labels.rows.map(({ id, value }) => [id, value]));
  const { entities, categories } = library.names;
  const typeOf = (id: string) => types.get(categories.texts[library.categoryOf[entities.find(id) ?? -1] ?? -1] ?? '');
  const mentioned = (q === '' ? [...counts.keys()] : (await listNamedLike(db, q)).filter((id) => counts.has(id)))
    .map((id): Indexed => ({ id, type: typeOf(id), key: keyOf(counts.get(id)!, sort) }))
    .filter(({ type }) => type !== undefined);
  const found = mentioned.filter(({ type }) => category === '' || category === 'all' || type === category);
  const rows = await listRows(
    db,
    reachable(found, after).map(({ id }) => id),
  );
  const sorted = rows
    .map((row) => ({ row, place: [keyOf(counts.get(row.id)!, sort), row.sortName, row.id] as const }))
    .sort((one, other) => compare(one.place, other.place))
    .filter(({ place }) => after === null || compare(place, after) > 0);
  const page = sorted.slice(0, PAGE);
  const byCategory = grouped(mentioned, ({ type }) => type);

  return {
    answer: {
      entities: page.map(({ row: { sortName: _sortName, ...row } }) => ({ ...row, ...counts.get(row.id)! })),
      total: found.length,
      categories: labels.rows.flatMap(({ value, label }) => {
        const count = byCategory.get(value)?.length ?? 0;

        return count === 0 ? [] : [{ value, label, count }];
      }),
    },
    last: sorted.length > PAGE ? page.at(-1)!.place : null,
  };
}

interface Indexed {
  readonly id: string;
  readonly type: string | undefined;
  readonly key: number;
}

/** Those that can be on the page, by their keys: only their names need to be read. */
function reachable(found: readonly Indexed[], after: EntityPlace | null): readonly Indexed[] {
  const left = after === null ? found : found.filter(({ key }) => key <= after[0]);
  const before = after === null ? 0 : left.filter(({ key }) => key === after[0]).length;
  const keys = Float64Array.from(left, ({ key }) => key).sort();
  const least = keys.at(-(PAGE + before + 1));

  return least === undefined ? left : left.filter(({ key }) => key >= least);
}

async function listNamedLike(db: Db, q: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    ...native(sql('read.vocabulary_entity as n').select({ id: 'n.entity_id' }).modify(isNamedLike(q))),
  );

  return rows.map(({ id }) => id);
}

/** With more, it is faster to read all. */
const MOST_IDS = 5000;

async function listRows(db: Db, ids: readonly string[]): Promise<IndexRow[]> {
  const isSome = ids.length <= MOST_IDS;
  const { rows } = await db.query<IndexRow>(
    `select n.entity_id as id, n.name, n.slug, t.name as type, t.icon_name as "iconName", t.color_class as "colorClass",
       n.sort_name as "sortName"
     from read.vocabulary_entity n join read.vocabulary_type t on t.entity_type_id = n.entity_type_id
     ${isSome ? 'where n.entity_id = any($1)' : ''}`,
    isSome ? [ids] : [],
  );
  if (isSome) return rows;
  const wanted = new Set(ids);

  return rows.filter(({ id }) => wanted.has(id));
}

function keyOf({ mentions, recent, previous }: Counted, sort: AskedEntities['sort']): number {
  switch (sort) {
    case 'mentions':
      return mentions;
    case 'name':
      return 0;
    case 'rising':
      return recent - previous;
  }
}

function compare(a: EntityPlace, b: EntityPlace): number {
  if (a[0] !== b[0]) return b[0] - a[0];
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;

  return a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0;
}

const counted = new WeakMap<Library, ReadonlyMap<string, Counted>>();

/** By id; those of a library are counted once. */
function countEntities(library: Library): ReadonlyMap<string, Counted> {
  const known = counted.get(library);
  if (known) return known;
  const counts = new Map<number, Counted>();
  const newestMs = library.episodes[0]?.publishedMs ?? 0;
  for (const { entities, ends, publishedMs } of library.episodes) {
    const ageMs = publishedMs === null ? Infinity : newestMs - publishedMs;
    for (let index = 0; index < entities.length; index += 1) {
      const count = ends[index]! - (index === 0 ? 0 : ends[index - 1]!);
      const own = counts.get(entities[index]!) ?? { ...NOTHING };
      counts.set(entities[index]!, own);
      own.mentions += count;
      own.episodes += 1;
      if (ageMs < RECENT_MS) own.recent += count;
      else if (ageMs < 2 * RECENT_MS) own.previous += count;
    }
  }
  const byId = new Map([...counts].map(([entity, own]) => [library.names.entities.texts[entity]!, own]));
  counted.set(library, byId);

  return byId;
}
