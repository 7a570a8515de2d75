import { readFileSync } from 'node:fs';
import { EntityAdded, EntityEdited, type EntityFacts } from '@earmark/contracts/entities';
import { vocabularyEvents, type PatternFacts } from '@earmark/contracts/vocabulary';
import { defineProjector } from '../kit/projector.ts';
import { Slugs } from '../kit/slugs.ts';
import type { Tables } from '../kit/tables.ts';
import { NO_PATTERNS, refreshNames } from './searched-names.ts';

interface Memory {
  /** Null: load it before adding the next entity. */
  entities: { known: Set<string>; slugs: Slugs } | null;
  /** Entities whose names or patterns changed since their `searched` was written. */
  renamed: Set<string>;
}

/** The current categories, entities and patterns. */
export const vocabulary = defineProjector({
  name: 'vocabulary',
  version: 9,
  sql: readFileSync(new URL('./vocabulary.sql', import.meta.url), 'utf8'),
  readsFrom: [vocabularyEvents, EntityAdded, EntityEdited],
  memory: (): Memory => ({ entities: null, renamed: new Set() }),
  on: {
    EntityTypeCreated: ({ data }, tables) =>
      tables.insert('vocabulary_type', {
        entity_type_id: data.entityTypeId,
        name: data.name,
        display_name: data.displayName,
        icon_name: data.iconName,
        color_class: data.colorClass,
      }),
    EntityNamed: async ({ data }, tables, memory) => {
      // A person may have added it to an episode before the vocabulary names it.
      if (data.from === null && (await putEntity(tables, memory, { ...data, url: null }))) return;
      await tables.exactlyOne('update vocabulary_entity set name = $2 where entity_id = $1', [
        data.entityId,
        data.name,
      ]);
      memory.renamed.add(data.entityId);
    },
    EntityLinked: async ({ data }, tables) =>
      tables.exactlyOne('update vocabulary_entity set url = $2 where entity_id = $1', [data.entityId, data.url]),
    PatternAdded: ({ data, revision }, tables, memory) => add(tables, memory, data.pattern, [revision, 0]),
    PatternsImported: ({ data, revision }, tables, memory) =>
      data.patterns.forEach((pattern, index) => add(tables, memory, pattern, [revision, index])),
    PatternEdited: async ({ data: { from, to } }, tables, { renamed }) => {
      await tables.exactlyOne(
        `update vocabulary_pattern
         set entity_id = $2, name = $3, case_sensitive = $4, whole_word = $5, near = $6, not_near = $7, distance = $8
         where pattern_id = $1`,
        [to.patternId, to.entityId, to.name, to.caseSensitive, to.wholeWord, to.near, to.notNear, to.distance],
      );
      renamed.add(from.entityId).add(to.entityId);
    },
    PatternLeftAsIs: async ({ data }, tables) => {
      // Its pattern may be deleted before this is undone.
      await tables.query('update vocabulary_pattern set is_left = $2 where pattern_id = $1', [data.patternId, data.to]);
    },
    PatternDeleted: async ({ data }, tables, memory) => remove(tables, memory, data.pattern),
    PatternsRemoved: async ({ data }, tables, memory) => {
      for (const pattern of data.patterns) await remove(tables, memory, pattern);
    },
    EntitiesMerged: async ({ data, metadata }, tables, { renamed }) => {
      await tables.exactlyOne('update vocabulary_entity set merged_into = $2, merged_at = $3 where entity_id = $1', [
        data.from,
        data.into,
        metadata.at,
      ]);
      await tables.query(
        `update vocabulary_entity set shown_id = (select i.shown_id from vocabulary_entity i where i.entity_id = $2)
         where shown_id = $1`,
        [data.from, data.into],
      );
      renamed.add(data.from).add(data.into);
    },
    EntitiesUnmerged: async ({ data }, tables, { renamed }) => {
      await tables.exactlyOne(
        'update vocabulary_entity set merged_into = null, merged_at = null where entity_id = $1',
        [data.from],
      );
      await tables.query(
        `with recursive own (entity_id) as (
           select $1::uuid union all
           select n.entity_id from own o join vocabulary_entity n on n.merged_into = o.entity_id
         )
         update vocabulary_entity n set shown_id = $1 from own o where n.entity_id = o.entity_id`,
        [data.from],
      );
      renamed.add(data.from).add(data.into);
    },
    EntitySplit: ({ data, metadata }, tables) =>
      tables.insert('vocabulary_split', {
        split_id: data.splitId,
        entity_id: data.from,
        into_id: data.into,
        podcast_uuids: data.scope.podcastUuids,
        segments: data.scope.segments.length,
        split_at: metadata.at,
      }),
    EntityUnsplit: async ({ data }, tables) =>
      tables.exactlyOne('delete from vocabulary_split where split_id = $1', [data.splitId]),
    EntityAdded: async ({ data }, tables, memory) => {
      await putEntity(tables, memory, { entityId: data.entityId, ...data.facts });
    },
    EntityEdited: async ({ data }, tables, memory) => {
      await putEntity(tables, memory, { entityId: data.toEntityId, ...data.to });
    },
  },
  ignores: ['VocabularyVaried'],
  settle: async (tables, { renamed }) => {
    if (tables.mode === 'live') await refreshNames(tables, renamed);
  },
  finish: async (tables, { renamed }) => refreshNames(tables, renamed),
});

function add(
  tables: Tables,
  { renamed }: Memory,
  pattern: PatternFacts,
  [revision, index]: readonly [revision: number, index: number],
): void {
  tables.insert('vocabulary_pattern', {
    pattern_id: pattern.patternId,
    entity_id: pattern.entityId,
    entity_type_id: pattern.entityTypeId,
    name: pattern.name,
    case_sensitive: pattern.caseSensitive,
    whole_word: pattern.wholeWord,
    near: pattern.near,
    not_near: pattern.notNear,
    distance: pattern.distance,
    is_left: false,
    added_revision: revision,
    added_index: index,
  });
  renamed.add(pattern.entityId);
}

async function remove(tables: Tables, { renamed }: Memory, { patternId, entityId }: PatternFacts): Promise<void> {
  await tables.exactlyOne('delete from vocabulary_pattern where pattern_id = $1', [patternId]);
  renamed.add(entityId);
}

/** Returns false and changes nothing when the entity already exists. */
async function putEntity(
  tables: Tables,
  memory: Memory,
  { entityId, entityTypeId, name, slugBase, url }: EntityFacts & { entityId: string },
): Promise<boolean> {
  if (!memory.entities) {
    const rows = await tables.query<{ entity_id: string; slug: string }>(
      'select entity_id, slug from vocabulary_entity',
    );
    memory.entities = {
      known: new Set(rows.map((row) => row.entity_id)),
      slugs: new Slugs(rows.map((row) => row.slug)),
    };
  }
  const { known, slugs } = memory.entities;
  if (known.has(entityId)) return false;
  known.add(entityId);
  tables.insert('vocabulary_entity', {
    entity_id: entityId,
    entity_type_id: entityTypeId,
    name,
    slug: slugs.give(slugBase),
    url,
    merged_into: null,
    merged_at: null,
    shown_id: entityId,
    first_name: name,
    first_url: url,
    ...NO_PATTERNS,
  });
  memory.renamed.add(entityId);

  return true;
}
