import type { DirectoryEpisode, DirectoryEpisodesAnswer, DirectorySeries, SeriesUuid } from '@earmark/contracts/series';
import { findKnownSeries, listKnownEpisodes, type KnownSeries } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import type { FoundEpisode, FoundSeries } from './directory-provider.ts';
import { RssProvider } from './rss.provider.ts';

/** Finds podcasts in directories, and says which of them have already been added. */
@Injectable()
export class Directories {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly rss: RssProvider,
  ) {}

  /** Throws Rejected for a directory that cannot answer. */
  async search(query: string): Promise<DirectorySeries[]> {
    const found = await this.rss.search(query);

    return Promise.all(found.map(async (series) => (await this.remembered(series)).series));
  }

  /**
   * Episodes of a series that was searched for or added, newest first. Throws Rejected, `series-unknown` among others.
   */
  async episodes(seriesUuid: string, limit: number, offset: number): Promise<z.infer<typeof DirectoryEpisodesAnswer>> {
    const feedUrl = await this.getFeedUrl(seriesUuid);
    const reference = { uuid: seriesUuid, externalId: null, feedUrl, itunesId: null };
    const { series, episodes, total } = await this.rss.episodes(reference, limit, offset);
    const { series: shown, id } = await this.remembered(series);
    const known = await listKnownEpisodes(
      this.pool,
      episodes.map(({ uuid }) => uuid),
    );

    return {
      episodes: episodes.map((episode) => shownEpisode(episode, known.has(episode.uuid))),
      podcastInfo: { ...shown, id },
      totalAvailable: total,
    };
  }

  /** Throws Rejected `series-unknown` for a uuid that nobody searched for or added. */
  async getFeedUrl(seriesUuid: string): Promise<string> {
    const added = await findKnownSeries(this.pool, seriesUuid, null);
    if (added?.feedUrl) return added.feedUrl;
    const { rows } = await this.pool.query<{ feed_url: string }>(
      'select feed_url from app.directory_series where uuid = $1',
      [seriesUuid],
    );
    if (rows[0]) return rows[0].feed_url;

    throw new Rejected('series-unknown', 'This series is unknown. Search for it again.');
  }

  /** The series as shown, with our uuid, by which its episodes can then be requested. */
  private async remembered(found: FoundSeries): Promise<{ series: DirectorySeries; id: string | null }> {
    const { uuid, externalId: _external, itunesId: _itunes, categories, feedUrl, ...shown } = found;
    if (feedUrl !== null)
      await this.pool.query(
        `insert into app.directory_series (uuid, feed_url) values ($1, $2)
         on conflict (uuid) do update set feed_url = $2, seen_at = now()`,
        [uuid, feedUrl],
      );
    const added = await findKnownSeries(this.pool, uuid, feedUrl);
    const here = { uuid: added?.seriesUuid ?? uuid, isExisting: added !== null };

    return { id: added?.seriesUuid ?? null, series: { ...shown, ...here, feedUrl, categories: [...categories] } };
  }
}

const NO_SERIES = '00000000-0000-0000-0000-000000000000';

/** The series added from this address, ignoring scheme and trailing slashes; null when there is none. */
export const findSeriesOf = async (pool: Pool, feedUrl: string): Promise<KnownSeries | null> =>
  findKnownSeries(pool, NO_SERIES, feedUrl);

/** Its uuid. */
export async function findSeriesAt(pool: Pool, feedUrl: string): Promise<SeriesUuid | null> {
  return (await findSeriesOf(pool, feedUrl))?.seriesUuid ?? null;
}

const shownEpisode = (
  { guid: _guid, persons: _persons, durationSeconds, transcripts, ...shown }: FoundEpisode,
  isAdded: boolean,
): DirectoryEpisode => ({
  ...shown,
  transcriptUrls: transcripts.map(({ url }) => url),
  duration: durationSeconds,
  isAdded,
});
