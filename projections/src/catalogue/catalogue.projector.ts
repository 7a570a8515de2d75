import { readFileSync } from 'node:fs';
import { episodeEvents, type EpisodeFacts } from '@earmark/contracts/episodes';
import { bareFeedUrl } from '@earmark/contracts/kit';
import { seriesEvents, type SeriesFacts } from '@earmark/contracts/series';
import { given, updateRow } from '../kit/columns.ts';
import { defineProjector } from '../kit/projector.ts';
import { Slugs } from '../kit/slugs.ts';
import { isAnyOf, native, sql } from '../kit/query-builder.ts';
import type { Row, Tables } from '../kit/tables.ts';

interface Memory {
  series: Slugs | null;
  /** By series. */
  episodes: Map<string, Slugs>;
  /** Series whose episodes changed in the batch, to recount at its end. */
  changed: Set<string>;
  /** An episode may still come to one when somebody removes it meanwhile. Null: not loaded yet. */
  removedSeries: Set<string> | null;
}

/** Series and episodes as their feeds and editors describe them. */
export const catalogue = defineProjector({
  name: 'catalogue',
  version: 11,
  sql: readFileSync(new URL('./catalogue.sql', import.meta.url), 'utf8'),
  readsFrom: [seriesEvents, episodeEvents],
  memory: (): Memory => ({ series: null, episodes: new Map(), changed: new Set(), removedSeries: null }),
  on: {
    SeriesAdded: async ({ data, metadata }, tables, memory) => {
      memory.series ??= await slugs(tables, 'select slug from catalogue_all_series', []);
      tables.insert('catalogue_all_series', {
        series_uuid: data.seriesUuid,
        slug: memory.series.give(data.slugBase),
        itunes_id: data.itunesId === null ? null : BigInt(data.itunesId),
        added_at: metadata.at,
        is_followed: false,
        is_removed: false,
        episode_count: 0,
        newest_at: null,
        ...feedColumns(data.feedUrl),
        ...seriesColumns(data.facts),
      });
    },
    SeriesRefreshed: async ({ data }, tables) =>
      updateRow(tables, 'catalogue_all_series', 'series_uuid', data.seriesUuid, seriesColumns(data.to)),
    FeedMoved: async ({ data }, tables) =>
      updateRow(tables, 'catalogue_all_series', 'series_uuid', data.seriesUuid, feedColumns(data.to)),
    SeriesFollowed: async ({ data }, tables) =>
      updateRow(tables, 'catalogue_all_series', 'series_uuid', data.seriesUuid, { is_followed: true }),
    SeriesUnfollowed: async ({ data }, tables) =>
      updateRow(tables, 'catalogue_all_series', 'series_uuid', data.seriesUuid, { is_followed: false }),
    SeriesRemoved: async ({ data }, tables, memory) => removeSeries(tables, memory, data.seriesUuid, true),
    SeriesRestored: async ({ data }, tables, memory) => removeSeries(tables, memory, data.seriesUuid, false),
    EpisodeAdded: async ({ data, metadata, revision, position }, tables, memory) => {
      memory.removedSeries ??= await listRemovedSeries(tables);
      let given = memory.episodes.get(data.seriesUuid);
      if (!given) {
        given = await slugs(tables, 'select slug from catalogue_all_episode where series_uuid = $1', [data.seriesUuid]);
        memory.episodes.set(data.seriesUuid, given);
      }
      tables.insert('catalogue_all_episode', {
        episode_uuid: data.episodeUuid,
        series_uuid: data.seriesUuid,
        guid: data.guid,
        slug: given.give(data.slugBase),
        revision,
        added_at: metadata.at,
        added_position: position,
        is_removed: false,
        is_series_removed: memory.removedSeries.has(data.seriesUuid),
        ...episodeColumns(data.facts),
      });
      memory.changed.add(data.seriesUuid);
    },
    EpisodeRefreshed: async ({ data, revision }, tables, memory) => {
      const { transcripts } = data.to;
      const columns = {
        revision,
        ...episodeColumns(data.to),
        ...given({ transcripts: transcripts && JSON.stringify(transcripts) }),
      };
      await updateRow(tables, 'catalogue_all_episode', 'episode_uuid', data.episodeUuid, columns);
      memory.changed.add(data.seriesUuid);
    },
    DescriptionEdited: async ({ data, revision }, tables) =>
      updateRow(tables, 'catalogue_all_episode', 'episode_uuid', data.episodeUuid, { revision, description: data.to }),
    EpisodeMarkedTranscribed: async ({ data, revision }, tables) =>
      updateRow(tables, 'catalogue_all_episode', 'episode_uuid', data.episodeUuid, { revision }),
    EpisodeRemoved: async ({ data, revision, position }, tables, memory) => {
      const { episodeUuid, seriesUuid } = data;
      await updateRow(tables, 'catalogue_all_episode', 'episode_uuid', episodeUuid, { revision, is_removed: true });
      tables.insert('catalogue_removal', {
        episode_uuid: episodeUuid,
        removed_position: position,
        restored_position: null,
      });
      memory.changed.add(seriesUuid);
    },
    EpisodeRestored: async ({ data, revision, position }, tables, memory) => {
      const { episodeUuid, seriesUuid } = data;
      await updateRow(tables, 'catalogue_all_episode', 'episode_uuid', episodeUuid, { revision, is_removed: false });
      await tables.exactlyOne(
        'update catalogue_removal set restored_position = $2 where episode_uuid = $1 and restored_position is null',
        [episodeUuid, position],
      );
      memory.changed.add(seriesUuid);
    },
  },

  settle: async (tables, memory) => {
    if (tables.mode === 'live' && memory.changed.size > 0) await countEpisodes(tables, [...memory.changed]);
    memory.changed.clear();
  },

  // A rebuild has no indexes until its end, where all series are counted at once.
  finish: async (tables) => countEpisodes(tables, null),
});

/** `series` null: all. */
async function countEpisodes(tables: Tables, series: readonly string[] | null): Promise<void> {
  const episodes = sql('catalogue_all_episode')
    .select('series_uuid')
    .select(
      sql.raw(
        `count(*) filter (where not is_removed) as episodes,
         max(published_at) filter (where not is_removed) as newest`,
      ),
    )
    .modify(isAnyOf('series_uuid', series))
    .groupBy('series_uuid');
  await tables.query(
    ...native(
      sql.raw(
        `update catalogue_all_series s set episode_count = e.episodes, newest_at = e.newest from ? e
         where e.series_uuid = s.series_uuid`,
        [episodes],
      ),
    ),
  );
}

async function removeSeries(tables: Tables, memory: Memory, seriesUuid: string, isRemoved: boolean): Promise<void> {
  await updateRow(tables, 'catalogue_all_series', 'series_uuid', seriesUuid, { is_removed: isRemoved });
  await tables.query('update catalogue_all_episode set is_series_removed = $2 where series_uuid = $1', [
    seriesUuid,
    isRemoved,
  ]);
  if (isRemoved) memory.removedSeries?.add(seriesUuid);
  else memory.removedSeries?.delete(seriesUuid);
}

async function listRemovedSeries(tables: Tables): Promise<Set<string>> {
  const rows = await tables.query<{ uuid: string }>(
    'select series_uuid as uuid from catalogue_all_series where is_removed',
  );

  return new Set(rows.map(({ uuid }) => uuid));
}

async function slugs(tables: Tables, text: string, values: unknown[]): Promise<Slugs> {
  return new Slugs((await tables.query<{ slug: string }>(text, values)).map((row) => row.slug));
}

const feedColumns = (feedUrl: string | null): Row => ({
  feed_url: feedUrl,
  bare_feed_url: feedUrl === null ? null : bareFeedUrl(feedUrl),
});

const seriesColumns = (facts: Partial<SeriesFacts>): Row =>
  given({
    name: facts.name,
    host: facts.host,
    author: facts.author,
    description: facts.description,
    image_url: facts.imageUrl,
    website_url: facts.websiteUrl,
    language: facts.language,
    explicit: facts.explicit,
    categories: facts.categories,
  });

const episodeColumns = (facts: Partial<EpisodeFacts>): Row =>
  given({
    title: facts.title,
    description: facts.description,
    audio_url: facts.audioUrl,
    image_url: facts.imageUrl,
    published_at: facts.publishedAt,
    duration_seconds: facts.durationSeconds,
    link: facts.link,
    transcripts: facts.transcripts,
  });
