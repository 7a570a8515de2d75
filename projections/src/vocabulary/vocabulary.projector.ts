import { readFileSync } from 'node:fs';
import type { PatternFacts } from '@earmark/contracts/vocabulary';
import type { Projector } from '../kit/projector.ts';
import { Slugs } from '../kit/slugs.ts';
import type { Tables } from '../kit/tables.ts';

interface Memory {
  slugs: Slugs | null;
}

/** Categories, entities and patterns as of now. */
export const vocabulary: Projector<Memory> = {
  name: 'vocabulary',
  version: 2,
  sql: readFileSync(new URL('./vocabulary.sql', import.meta.url), 'utf8'),
  memory: () => ({ slugs: null }),
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
      if (data.from !== null)
        return tables.exactlyOne('update vocabulary_entity set name = $2 where entity_id = $1', [
          data.entityId,
          data.name,
        ]);
      memory.slugs ??= new Slugs(
        (await tables.query<{ slug: string }>('select slug from vocabulary_entity')).map((row) => row.slug),
      );
      tables.insert('vocabulary_entity', {
        entity_id: data.entityId,
        entity_type_id: data.entityTypeId,
        name: data.name,
        slug: memory.slugs.give(data.slugBase),
        url: null,
      });
    },
    EntityLinked: async ({ data }, tables) =>
      tables.exactlyOne('update vocabulary_entity set url = $2 where entity_id = $1', [data.entityId, data.url]),
    PatternAdded: ({ data, revision }, tables) => add(tables, data.pattern, revision, 0),
    PatternsImported: ({ data, revision }, tables) =>
      data.patterns.forEach((pattern, index) => add(tables, pattern, revision, index)),
    PatternEdited: async ({ data: { to } }, tables) =>
      tables.exactlyOne(
        `update vocabulary_pattern set entity_id = $2, name = $3, case_sensitive = $4, whole_word = $5 where pattern_id = $1`,
        [to.patternId, to.entityId, to.name, to.caseSensitive, to.wholeWord],
      ),
    PatternDeleted: async ({ data }, tables) =>
      tables.exactlyOne('delete from vocabulary_pattern where pattern_id = $1', [data.pattern.patternId]),
  },
  ignores: [
    'SeriesAdded',
    'SeriesRefreshed',
    'FeedMoved',
    'EpisodeAdded',
    'EpisodeRefreshed',
    'SegmentsRecorded',
    'TranscriptRecorded',
    'TranscriptActivated',
    'EntitiesExtracted',
    'SampleLibraryLoaded',
    'SegmentEdited',
    'SegmentRetimed',
    'SegmentAdded',
    'SegmentDeleted',
    'SegmentRestored',
    'SegmentSplit',
    'SegmentsMerged',
    'SpeakerRenamed',
    'SegmentsReassigned',
    'EntityAdded',
    'EntityRemoved',
    'EntityEdited',
    'DescriptionEdited',
    'PatternsRemoved',
    'RecountStarted',
    'RecountPublished',
    'RecountReverted',
    'RecountDiscarded',
    'UndoStarted',
    'UndoFinished',
  ],
};

const add = (tables: Tables, pattern: PatternFacts, revision: number, index: number): void =>
  tables.insert('vocabulary_pattern', {
    pattern_id: pattern.patternId,
    entity_id: pattern.entityId,
    entity_type_id: pattern.entityTypeId,
    name: pattern.name,
    case_sensitive: pattern.caseSensitive,
    whole_word: pattern.wholeWord,
    added_revision: revision,
    added_index: index,
  });
