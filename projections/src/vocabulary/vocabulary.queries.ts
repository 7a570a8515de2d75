import type { EntityTypeView, PatternView } from '@earmark/contracts/vocabulary';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';

/** By display name. */
export async function listEntityTypes(db: Db): Promise<EntityTypeView[]> {
  const { rows } = await db.query<EntityTypeView>(
    `select t.entity_type_id as id, t.name, t.display_name as "displayName", t.icon_name as "iconName",
       t.color_class as "colorClass"
     from read.vocabulary_type t order by t.display_name, t.entity_type_id`,
  );

  return rows;
}

/** In the order they were added. */
export async function listPatterns(db: Db): Promise<PatternView[]> {
  const { rows } = await db.query<PatternView>(...native(patterns().orderBy(['p.added_revision', 'p.added_index'])));

  return rows;
}

/** Null when there is none. */
export async function findPattern(db: Db, patternId: string): Promise<PatternView | null> {
  const { rows } = await db.query<PatternView>(...native(patterns().where('p.pattern_id', patternId)));

  return rows[0] ?? null;
}

/** An entity's properties when it first appeared; the slug is kept for ever. */
export interface FirstAppearance {
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
    `select n.entity_id as id, n.slug, n.first_name as name, n.first_url as url
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

const patterns = () =>
  sql('read.vocabulary_pattern as p').join('read.vocabulary_entity as n', 'n.entity_id', 'p.entity_id').select({
    id: 'p.pattern_id',
    entityTypeId: 'p.entity_type_id',
    entityId: 'p.entity_id',
    entity: 'n.name',
    name: 'p.name',
    caseSensitive: 'p.case_sensitive',
    wholeWord: 'p.whole_word',
    url: 'n.url',
  });
