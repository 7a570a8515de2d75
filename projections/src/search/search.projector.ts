import { readFileSync } from 'node:fs';
import { DescriptionEdited, EpisodeAdded, EpisodeRefreshed, type EpisodeFacts } from '@earmark/contracts/episodes';
import {
  SeriesAdded,
  SeriesRefreshed,
  SeriesRemoved,
  SeriesRestored,
  type SeriesFacts,
} from '@earmark/contracts/series';
import { given, updateRow } from '../kit/columns.ts';
import { defineProjector } from '../kit/projector.ts';
import type { Row } from '../kit/tables.ts';
import { folded, plainText, wordsOf } from './search-text.ts';

/** Names, hosts and descriptions in searchable form. */
export const search = defineProjector({
  name: 'search',
  version: 5,
  sql: readFileSync(new URL('./search.sql', import.meta.url), 'utf8'),
  readsFrom: [
    SeriesAdded,
    SeriesRefreshed,
    SeriesRemoved,
    SeriesRestored,
    EpisodeAdded,
    EpisodeRefreshed,
    DescriptionEdited,
  ],
  memory: () => null,
  on: {
    SeriesAdded: ({ data }, tables) =>
      tables.insert('search_series', { series_uuid: data.seriesUuid, is_removed: false, ...seriesColumns(data.facts) }),
    SeriesRefreshed: async ({ data }, tables) =>
      updateRow(tables, 'search_series', 'series_uuid', data.seriesUuid, seriesColumns(data.to)),
    SeriesRemoved: async ({ data }, tables) =>
      updateRow(tables, 'search_series', 'series_uuid', data.seriesUuid, { is_removed: true }),
    SeriesRestored: async ({ data }, tables) =>
      updateRow(tables, 'search_series', 'series_uuid', data.seriesUuid, { is_removed: false }),
    // The catalogue leaves out episodes that were removed.
    EpisodeAdded: ({ data }, tables) =>
      tables.insert('search_episode', {
        episode_uuid: data.episodeUuid,
        series_uuid: data.seriesUuid,
        ...episodeColumns(data.facts),
      }),
    EpisodeRefreshed: async ({ data }, tables) =>
      updateRow(tables, 'search_episode', 'episode_uuid', data.episodeUuid, episodeColumns(data.to)),
    DescriptionEdited: async ({ data }, tables) =>
      updateRow(tables, 'search_episode', 'episode_uuid', data.episodeUuid, episodeColumns({ description: data.to })),
  },
});

const seriesColumns = ({ name, host, description, categories, language }: Partial<SeriesFacts>): Row =>
  given({
    name: name === undefined ? undefined : joinedWords(name),
    host: host === undefined ? undefined : joinedWords(host ?? ''),
    description: description === undefined ? undefined : joinedWords(plainText(description ?? '')),
    categories,
    language: language === undefined ? undefined : (language?.split(/[-_]/)[0]?.toLowerCase() ?? null),
  });

const episodeColumns = ({ title, description }: Partial<EpisodeFacts>): Row =>
  given({
    title: title === undefined ? undefined : folded(title),
    description: description === undefined ? undefined : folded(plainText(description ?? '')),
  });

const joinedWords = (text: string): string => wordsOf(text).join(' ');
