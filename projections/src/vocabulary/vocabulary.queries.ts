import type { EntityTypeId, EntityTypeView, PatternTotal, PatternView } from '@earmark/contracts/vocabulary';
import type { Db } from '../kit/db.ts';
import { native, sql, type Condition } from '../kit/query-builder.ts';
import { searchedText } from './searched-names.ts';

/** By display name. */
export async function listEntityTypes(db: Db): Promise<EntityTypeView[]> {
  const { rows } = await db.query<EntityTypeView>(
    `select t.entity_type_id as id, t.name, t.display_name as "displayName", t.icon_name as "iconName",
       t.color_class as "colorClass"
     from read.vocabulary_type t order by t.display_name, t.entity_type_id`,
  );

  return rows;
}

/** Null: any. `text` is part of the name of an entity or of one of its patterns, ignoring case and accents. */
export interface PatternFilter {
  readonly entityTypeId: string | null;
  readonly text: string | null;
}

/** Position of a pattern among all, by category, name of the entity, and in the order they were added. */
export interface PatternPlace {
  readonly entityTypeId: string;
  readonly sortName: string;
  readonly entityId: string;
  readonly revision: number;
  readonly index: number;
}

const PAGE = 100;

/**
 * All patterns of the entities that the filter finds, after `after` (null: from the start), 100 a page; `last` is where
 * the page ends, null on the last page.
 */
export async function listPatterns(
  db: Db,
  filter: PatternFilter,
  after: PatternPlace | null,
): Promise<{ patterns: PatternView[]; last: PatternPlace | null }> {
  const query = patterns()
    .select({ sortName: 'n.sort_name', revision: 'p.added_revision', index: 'p.added_index' })
    .modify(found(filter))
    .orderBy(['n.entity_type_id', 'n.sort_name', 'n.entity_id', 'p.added_revision', 'p.added_index'])
    .limit(PAGE + 1);
  if (after !== null) {
    const { entityTypeId, sortName, entityId, revision, index } = after;
    const entity = [entityTypeId, sortName, entityId];
    // The first condition is what the index can jump to.
    query.whereRaw('(n.entity_type_id, n.sort_name, n.entity_id) >= (?::uuid, ?, ?::uuid)', entity).whereRaw(
      `(n.entity_type_id, n.sort_name, n.entity_id, p.added_revision, p.added_index)
         > (?::uuid, ?, ?::uuid, ?::integer, ?::integer)`,
      [...entity, revision, index],
    );
  }
  const { rows } = await db.query<PatternView & PatternPlace>(...native(query));
  const page = rows.slice(0, PAGE);
  const end = rows.length > PAGE ? page.at(-1)! : null;

  return { patterns: page.map(({ sortName: _name, revision: _revision, index: _index, ...view }) => view), last: end };
}

/** Of what the filter finds, by category; categories in which it finds nothing are left out. */
export async function countPatterns(db: Db, filter: PatternFilter): Promise<PatternTotal[]> {
  const query = sql('read.vocabulary_entity as n')
    .select({
      entityTypeId: 'n.entity_type_id',
      patterns: sql.raw('sum(n.patterns)::integer'),
      entities: sql.raw('count(*)::integer'),
    })
    .modify(found(filter))
    .groupBy('n.entity_type_id')
    .orderBy('n.entity_type_id');
  const { rows } = await db.query<PatternTotal>(...native(query));

  return rows;
}

/** Names that contain the text, ignoring case and accents: a condition on the entity `n`, which an index answers. */
export const isNamedLike =
  (text: string): Condition =>
  (query) =>
    query.whereRaw('n.searched like ?', [`%${searchedText(text).replace(/[\\%_]/g, '\\$&')}%`]);

const found =
  ({ entityTypeId, text }: PatternFilter): Condition =>
  (query) => {
    query.where('n.patterns', '>', 0);
    if (entityTypeId !== null) query.where('n.entity_type_id', entityTypeId);
    if (text !== null) query.modify(isNamedLike(text));
  };

const FETCH = 1000;

/** All patterns with the entities that own them, merged or not, in the order they were added. `db` is a connection inside a transaction, which holds the cursor. */
export async function* exportPatterns(db: Db): AsyncGenerator<PatternView> {
  const [text, values] = native(patterns('o.entity_id').orderBy(['p.added_revision', 'p.added_index']));
  await db.query(`declare export_patterns no scroll cursor for ${text}`, values);
  for (;;) {
    const { rows } = await db.query<PatternView>(`fetch ${FETCH} from export_patterns`);
    yield* rows;
    if (rows.length < FETCH) break;
  }
  await db.query('close export_patterns');
}

/** Whether any pattern has a context. */
export async function hasAnyContext(db: Db): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from read.vocabulary_pattern where near <> '{}' or not_near <> '{}' limit 1`,
  );

  return rows.length > 0;
}

/** An entity's properties when it first appeared; the slug is kept for ever. */
export interface FirstAppearance {
  readonly entityTypeId: EntityTypeId;
  readonly slug: string;
  readonly name: string;
  readonly url: string | null;
}

/** By entity id. */
export async function listFirstAppearances(
  db: Db,
  entityIds: readonly string[],
): Promise<Map<string, FirstAppearance>> {
  const { rows } = await db.query<FirstAppearance & { id: string }>(
    `select n.entity_id as id, n.entity_type_id as "entityTypeId", n.slug, n.first_name as name, n.first_url as url
     from read.vocabulary_entity n where n.entity_id = any($1)`,
    [entityIds],
  );

  return new Map(rows.map((row) => [row.id, row]));
}

/** The current names of entities and the stored names of categories, by id. Unknown ids are left out. */
export async function listVocabularyNames(
  db: Db,
  entityIds: readonly string[],
  entityTypeIds: readonly string[],
): Promise<{ entities: Map<string, string>; types: Map<string, string> }> {
  const { rows } = await db.query<{ kind: 'entity' | 'type'; id: string; name: string }>(
    `select 'entity' as kind, n.entity_id as id, n.name from read.vocabulary_entity n where n.entity_id = any($1)
     union all
     select 'type', t.entity_type_id, t.name from read.vocabulary_type t where t.entity_type_id = any($2)`,
    [entityIds, entityTypeIds],
  );
  const namesOf = (wanted: string) =>
    new Map(rows.filter(({ kind }) => kind === wanted).map(({ id, name }) => [id, name]));

  return { entities: namesOf('entity'), types: namesOf('type') };
}

/** Those of merged entities are shown at the one that they count for. */
const patterns = (shownAt: 'o.shown_id' | 'o.entity_id' = 'o.shown_id') =>
  sql('read.vocabulary_pattern as p')
    .join('read.vocabulary_entity as o', 'o.entity_id', 'p.entity_id')
    .join('read.vocabulary_entity as n', 'n.entity_id', shownAt)
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
    });
