import type {
  DirectoryChoice,
  DirectoryEpisode,
  DirectoryEpisodesAnswer,
  DirectoryName,
  DirectorySeries,
  SearchSeriesAnswer,
  SeriesUuid,
} from '@earmark/contracts/series';
import { uuidFrom } from '@earmark/contracts/kit';
import { findKnownSeries, listKnownEpisodes, type KnownSeries } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { DirectoryChoices } from './directory-choices.ts';
import type { FoundEpisode, FoundSeries, SeriesReference } from './directory-provider.ts';
import { isAddress } from './rss.provider.ts';
import { SeenSeries } from './seen-series.ts';

/** Finds podcasts in directories, and says which of them have already been added. */
@Injectable()
export class Directories {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly choices: DirectoryChoices,
    private readonly seen: SeenSeries,
  ) {}

  list(): DirectoryChoice[] {
    return this.choices.list();
  }

  /** The address of a feed is read, whichever directory is asked. Throws Rejected for one that cannot answer. */
  async search(query: string, asked: DirectoryName | null): Promise<z.infer<typeof SearchSeriesAnswer>> {
    const directory = isAddress(query) ? 'rss' : (asked ?? this.choices.byDefault);
    const found = await this.choices.of(directory).search(query);
    const results: DirectorySeries[] = [];
    for (const series of found) results.push((await this.remembered(series)).series);

    return { results, directory };
  }

  /**
   * Episodes of a series that was searched for or added, newest first. Throws Rejected, `series-unknown` among others.
   */
  async episodes(
    directory: DirectoryName,
    seriesUuid: string,
    limit: number,
    offset: number,
  ): Promise<z.infer<typeof DirectoryEpisodesAnswer>> {
    const reference = await this.getReference(directory, seriesUuid);
    const { series, episodes, total } = await this.choices.of(directory).episodes(reference, limit, offset);
    const { series: shown, id } = await this.remembered(series);
    const ours = episodes.map((episode) => (id === null ? episode : withOurUuid(episode, id)));
    const known = await listKnownEpisodes(
      this.pool,
      ours.map(({ uuid }) => uuid),
    );

    return {
      episodes: ours.map((episode) => shownEpisode(episode, known.has(episode.uuid))),
      podcastInfo: { ...shown, id },
      totalAvailable: total,
    };
  }

  /** Throws Rejected `series-unknown` for a uuid that nobody searched for or added. */
  async getFeedUrl(seriesUuid: string): Promise<string> {
    const { feedUrl } = await this.getReference('rss', seriesUuid);
    if (feedUrl === null)
      throw new Rejected('series-unknown', 'The feed of this series is unknown. Search for it again.');

    return feedUrl;
  }

  private async getReference(directory: DirectoryName, uuid: string): Promise<SeriesReference> {
    const added = await findKnownSeries(this.pool, uuid, null);
    const reference = await this.seen.find(directory, uuid, added);
    if (reference === null) throw new Rejected('series-unknown', 'This series is unknown. Search for it again.');

    return reference;
  }

  /** The series as shown, with our uuid, by which its episodes can then be requested. */
  private async remembered(found: FoundSeries): Promise<{ series: DirectorySeries; id: string | null }> {
    await this.seen.remember(found);
    const { uuid, externalId: _external, itunesId, categories, feedUrl, ...shown } = found;
    const added: KnownSeries | null = await findKnownSeries(this.pool, uuid, feedUrl, itunesId);
    const here = { uuid: added?.seriesUuid ?? uuid, isExisting: added !== null && !added.isRemoved };

    return {
      id: here.isExisting ? here.uuid : null,
      series: { ...shown, ...here, feedUrl, categories: [...categories] },
    };
  }
}

/** The series added from this address, ignoring scheme and trailing slashes; null when there is none. */
export const findSeriesOf = async (pool: Pool, feedUrl: string): Promise<KnownSeries | null> =>
  findKnownSeries(pool, null, feedUrl);

/** Its uuid. */
export async function findSeriesAt(pool: Pool, feedUrl: string): Promise<SeriesUuid | null> {
  return (await findSeriesOf(pool, feedUrl))?.seriesUuid ?? null;
}

/** Directories with uuids of their own know the guid, from which the feed's episodes have theirs. */
const withOurUuid = (episode: FoundEpisode, seriesUuid: string): FoundEpisode => {
  const guid = episode.guid?.trim() ?? '';

  return guid === '' ? episode : { ...episode, uuid: uuidFrom(seriesUuid, guid) };
};

const shownEpisode = (
  { guid: _guid, persons: _persons, durationSeconds, transcripts, ...shown }: FoundEpisode,
  isAdded: boolean,
): DirectoryEpisode => ({
  ...shown,
  transcriptUrls: transcripts.map(({ url }) => url),
  duration: durationSeconds,
  isAdded,
});
