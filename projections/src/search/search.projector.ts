import { readFileSync } from 'node:fs';
import type { EpisodeFacts } from '@earmark/contracts/episodes';
import type { SeriesFacts } from '@earmark/contracts/series';
import type { Projector } from '../kit/projector.ts';
import type { Row, Tables } from '../kit/tables.ts';
import { folded, plainText, wordsOf } from './search-text.ts';

/** Names, hosts and descriptions as they are looked for. */
export const search: Projector = {
  name: 'search',
  version: 3,
  sql: readFileSync(new URL('./search.sql', import.meta.url), 'utf8'),
  memory: () => null,
  on: {
    SeriesAdded: ({ data }, tables) =>
      tables.insert('search_series', { series_uuid: data.seriesUuid, ...seriesColumns(data.facts) }),
    SeriesRefreshed: async ({ data }, tables) =>
      update(tables, 'search_series', 'series_uuid', data.seriesUuid, seriesColumns(data.to)),
    EpisodeAdded: ({ data }, tables) =>
      tables.insert('search_episode', {
        episode_uuid: data.episodeUuid,
        series_uuid: data.seriesUuid,
        ...episodeColumns(data.facts),
      }),
    EpisodeRefreshed: async ({ data }, tables) =>
      update(tables, 'search_episode', 'episode_uuid', data.episodeUuid, episodeColumns(data.to)),
    DescriptionEdited: async ({ data }, tables) =>
      update(tables, 'search_episode', 'episode_uuid', data.episodeUuid, episodeColumns({ description: data.to })),
  },
  ignores: [
    'FeedMoved',
    'SegmentsRecorded',
    'TranscriptRecorded',
    'TranscriptActivated',
    'EntitiesExtracted',
    'EntityTypeCreated',
    'EntityNamed',
    'EntityLinked',
    'PatternAdded',
    'PatternEdited',
    'PatternDeleted',
    'PatternsImported',
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
    'PatternsRemoved',
    'RecountStarted',
    'RecountPublished',
    'RecountReverted',
    'RecountDiscarded',
    'UndoStarted',
    'UndoFinished',
  ],
};

/** Of the facts that were given. */
function seriesColumns(facts: Partial<SeriesFacts>): Row {
  const { name, host, description, categories, language } = facts;

  return {
    ...(name === undefined ? {} : { name: wordsOf(name).join(' ') }),
    ...(host === undefined ? {} : { host: wordsOf(host ?? '').join(' ') }),
    ...(description === undefined ? {} : { description: wordsOf(plainText(description ?? '')).join(' ') }),
    ...(categories === undefined ? {} : { categories }),
    ...(language === undefined ? {} : { language: language?.split(/[-_]/)[0]?.toLowerCase() ?? null }),
  };
}

function episodeColumns({ title, description }: Partial<EpisodeFacts>): Row {
  return {
    ...(title === undefined ? {} : { title: folded(title) }),
    ...(description === undefined ? {} : { description: folded(plainText(description ?? '')) }),
  };
}

async function update(tables: Tables, table: string, key: string, id: string, columns: Row): Promise<void> {
  const names = Object.keys(columns);
  if (names.length === 0) return;
  const sets = names.map((name, index) => `${name} = $${index + 2}`).join(', ');
  await tables.exactlyOne(`update ${table} set ${sets} where ${key} = $1`, [id, ...Object.values(columns)]);
}
