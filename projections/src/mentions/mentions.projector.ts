import { readFileSync } from 'node:fs';
import type { PatternFacts, Pin } from '@earmark/contracts/vocabulary';
import type { Projector } from '../kit/projector.ts';
import type { Tables } from '../kit/tables.ts';
import { loadVocabulary, type PinnedVocabulary } from './pinned-vocabulary.ts';
import { countMentions, findMentions, forgetMentions } from './matching.ts';
import { wordKeys } from './segment-words.ts';

interface Memory {
  /** Null: to be read again before the next match. */
  vocabulary: PinnedVocabulary | null;
  /** What the batch changed of episodes, written at its end in one statement each. */
  activated: Map<string, string | null>;
  pinned: Map<string, Pin>;
  transcriptRevision: Map<string, number>;
  entitiesRevision: Map<string, number>;
}

const emptyMemory = (): Memory => ({
  vocabulary: null,
  activated: new Map(),
  pinned: new Map(),
  transcriptRevision: new Map(),
  entitiesRevision: new Map(),
});

export const mentions: Projector<Memory> = {
  name: 'mentions',
  version: 3,
  sql: readFileSync(new URL('./mentions.sql', import.meta.url), 'utf8'),
  memory: emptyMemory,
  on: {
    SeriesAdded: ({ data }, tables) => tables.insert('mentions_series', { series_uuid: data.seriesUuid, mentions: 0 }),
    EpisodeAdded: ({ data }, tables) =>
      tables.insert('mentions_episode', {
        episode_uuid: data.episodeUuid,
        series_uuid: data.seriesUuid,
        version_id: null,
        vocabulary_revision: null,
        matcher_version: null,
        transcript_revision: -1,
        entities_revision: -1,
        segments: 0,
        length_ms: 0,
        mentions: 0,
      }),
    SegmentsRecorded: ({ data, revision }, tables, memory) => {
      for (const segment of data.segments)
        tables.insert('mentions_segment', {
          episode_uuid: data.episodeUuid,
          version_id: data.versionId,
          segment_id: segment.segmentId,
          order_key: segment.orderKey,
          speaker_id: segment.speakerId,
          start_ms: segment.startMs,
          end_ms: segment.endMs,
          text: segment.text,
          words: wordKeys(segment.text),
        });
      memory.transcriptRevision.set(data.episodeUuid, revision);
    },
    TranscriptRecorded: ({ data, revision }, tables, memory) => {
      tables.insert('mentions_version', {
        version_id: data.versionId,
        episode_uuid: data.episodeUuid,
        source: data.source,
        form: data.form,
        segments: data.segments,
        warnings: data.warnings,
      });
      for (const { speakerId, name } of data.speakers)
        tables.insert('mentions_speaker', { version_id: data.versionId, speaker_id: speakerId, name });
      memory.transcriptRevision.set(data.episodeUuid, revision);
    },
    TranscriptActivated: ({ data, revision }, _tables, memory) => {
      memory.activated.set(data.episodeUuid, data.versionId);
      memory.pinned.set(data.episodeUuid, data.pin);
      memory.transcriptRevision.set(data.episodeUuid, revision);
    },
    EntitiesExtracted: ({ data, revision }, _tables, memory) => {
      memory.pinned.set(data.episodeUuid, data.pin);
      memory.entitiesRevision.set(data.episodeUuid, revision);
    },
    PatternAdded: ({ data, revision }, tables, memory) => open(tables, memory, data.pattern, revision),
    PatternsImported: ({ data, revision }, tables, memory) => {
      for (const pattern of data.patterns) open(tables, memory, pattern, revision);
    },
    PatternEdited: async ({ data, revision }, tables, memory) => {
      await close(tables, memory, data.from.patternId, revision);
      open(tables, memory, data.to, revision);
    },
    PatternDeleted: async ({ data, revision }, tables, memory) =>
      close(tables, memory, data.pattern.patternId, revision),
  },
  ignores: [
    'SeriesRefreshed',
    'FeedMoved',
    'EpisodeRefreshed',
    'EntityTypeCreated',
    'EntityNamed',
    'EntityLinked',
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

  settle: async (tables, memory) => {
    await writeEpisodes(tables, memory);
    if (tables.mode === 'live' && memory.pinned.size > 0) {
      const episodes = [...memory.pinned.keys()];
      await forgetMentions(tables, episodes);
      memory.vocabulary ??= await loadVocabulary(tables);
      await findMentions(tables, memory.vocabulary, episodes);
      await countMentions(tables, episodes);
    }
    Object.assign(memory, { ...emptyMemory(), vocabulary: memory.vocabulary });
  },

  // A rebuild matches each transcript once, by its last pin, instead of once per event that moved it.
  finish: async (tables) => {
    await findMentions(tables, await loadVocabulary(tables), null);
    await countMentions(tables, null);
  },
};

function open(tables: Tables, memory: Memory, pattern: PatternFacts, revision: number): void {
  tables.insert('mentions_pattern', {
    pattern_id: pattern.patternId,
    entity_id: pattern.entityId,
    name: pattern.name,
    case_sensitive: pattern.caseSensitive,
    whole_word: pattern.wholeWord,
    from_revision: revision,
    to_revision: null,
  });
  memory.vocabulary = null;
}

async function close(tables: Tables, memory: Memory, patternId: string, revision: number): Promise<void> {
  await tables.exactlyOne(
    'update mentions_pattern set to_revision = $2 where pattern_id = $1 and to_revision is null',
    [patternId, revision],
  );
  memory.vocabulary = null;
}

async function writeEpisodes(tables: Tables, memory: Memory): Promise<void> {
  const { activated, pinned, transcriptRevision, entitiesRevision } = memory;
  const updates: [columns: string, types: string[], values: unknown[][]][] = [
    ['version_id = d.a', ['uuid'], [...activated].map(([episode, version]) => [episode, version])],
    [
      'vocabulary_revision = d.a, matcher_version = d.b',
      ['int', 'int'],
      [...pinned].map(([episode, pin]) => [episode, pin.vocabularyRevision, pin.matcherVersion]),
    ],
    ['transcript_revision = d.a', ['int'], [...transcriptRevision]],
    ['entities_revision = d.a', ['int'], [...entitiesRevision]],
  ];
  for (const [columns, types, rows] of updates) {
    if (rows.length === 0) continue;
    const arrays = ['uuid', ...types].map((type, index) => `$${index + 1}::${type}[]`).join(', ');
    const names = ['episode_uuid', 'a', 'b'].slice(0, types.length + 1);
    await tables.query(
      `update mentions_episode e set ${columns} from unnest(${arrays}) as d(${names.join(', ')})
       where e.episode_uuid = d.episode_uuid`,
      names.map((_, column) => rows.map((row) => row[column])),
    );
  }
}
