import { readFileSync } from 'node:fs';
import { ignoredNameEvents } from '@earmark/contracts/discovery';
import { EntityAdded, EntityEdited, EntityRemoved } from '@earmark/contracts/entities';
import { vocabularyEvents, type PatternFacts } from '@earmark/contracts/vocabulary';
import { defineProjector, type ProjectedEvent } from '../kit/projector.ts';
import type { Tables } from '../kit/tables.ts';

/** Which events changed an entity, a pattern, a category or a name that is not proposed. */
export const subjects = defineProjector({
  name: 'subjects',
  version: 5,
  sql: readFileSync(new URL('./subjects.sql', import.meta.url), 'utf8'),
  readsFrom: [vocabularyEvents, ignoredNameEvents, EntityAdded, EntityRemoved, EntityEdited],
  memory: () => ({}),
  on: {
    EntityTypeCreated: (event, tables) => add(event, tables, [event.data.entityTypeId]),
    EntityNamed: (event, tables) => add(event, tables, [event.data.entityId, event.data.entityTypeId]),
    EntityLinked: (event, tables) => add(event, tables, [event.data.entityId]),
    PatternAdded: (event, tables) => add(event, tables, idsOf(event.data.pattern)),
    PatternEdited: (event, tables) => add(event, tables, [...idsOf(event.data.from), ...idsOf(event.data.to)]),
    PatternLeftAsIs: (event, tables) => add(event, tables, [event.data.patternId, event.data.entityId]),
    PatternDeleted: (event, tables) => add(event, tables, idsOf(event.data.pattern)),
    PatternsImported: (event, tables) => add(event, tables, event.data.patterns.flatMap(idsOf)),
    PatternsRemoved: (event, tables) => add(event, tables, event.data.patterns.flatMap(idsOf)),
    NameIgnored: (event, tables) => add(event, tables, [event.data.ignoredId]),
    NameUnignored: (event, tables) => add(event, tables, [event.data.ignoredId]),
    EntitiesMerged: (event, tables) => add(event, tables, [event.data.from, event.data.into]),
    EntitiesUnmerged: (event, tables) => add(event, tables, [event.data.from, event.data.into]),
    EntitySplit: (event, tables) => add(event, tables, [event.data.from, event.data.into]),
    EntityUnsplit: (event, tables) => add(event, tables, [event.data.from, event.data.into]),
    EntityAdded: (event, tables) => add(event, tables, [event.data.entityId, event.data.facts.entityTypeId]),
    EntityRemoved: (event, tables) => add(event, tables, [event.data.entityId, event.data.facts.entityTypeId]),
    EntityEdited: (event, tables) => {
      const { entityId, toEntityId, moved, from, to } = event.data;
      add(event, tables, [entityId, toEntityId, ...moved, from.entityTypeId, to.entityTypeId]);
    },
  },
  ignores: ['VocabularyVaried'],
});

const idsOf = ({ patternId, entityId, entityTypeId }: PatternFacts): string[] => [patternId, entityId, entityTypeId];

function add({ position, stream, revision }: ProjectedEvent, tables: Tables, ids: readonly string[]): void {
  for (const subject_id of new Set(ids)) tables.insert('subjects_event', { subject_id, position, stream, revision });
}
