import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { DashboardEpisode, EpisodePage, PodcastPage } from '@earmark/contracts/episodes';
import { RecentPodcast, SeriesCard } from '@earmark/contracts/series';
import {
  findEpisode,
  listCorrections,
  listEpisodes,
  listMentions,
  listRecentEpisodes,
  listRecentPodcasts,
  listSegments,
  listSeriesCards,
  shownPosition,
} from '@earmark/projections/queries';
import { Controller, Get, Header, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { withCleanDescription } from '../feeds/clean-html.ts';
import { OffersAsOf } from '../kit/as-of.interceptor.ts';
import { getPodcast, missingEpisode } from '../kit/catalogue.ts';
import { PG_POOL } from '../kit/pg.ts';
import { quoted } from '../kit/rejected.ts';
import { atOneMoment, atTablesState, forCaller, LONGEST_STATEMENT_MS } from '../kit/snapshot.ts';
import { PastPages } from './past-pages.ts';

const AsOfQuery = z.object({ asOf: z.string().max(100).optional() });

const KEPT_BYTES = 4 * 1024 * 1024;
const gzip = promisify(zlib.gzip);
const gunzip = promisify(zlib.gunzip);

/** The reads that are open to visitors. */
@ApiTags('reading')
@Controller('api')
export class ReadingController {
  /** Pages of podcasts, zipped, by state of the tables: five thousand episodes take a tenth of a second. */
  private readonly podcasts = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
  });

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly past: PastPages,
  ) {}

  @Get('dashboard/podcast-series')
  @ApiOperation({ summary: 'All podcasts' })
  @ApiOkResponse({ standardSchema: z.array(SeriesCard) })
  async podcastSeries(): Promise<SeriesCard[]> {
    return forCaller(this.pool, listSeriesCards);
  }

  @Get('dashboard/recent-episodes')
  @ApiOperation({ summary: 'The newest episodes' })
  @ApiOkResponse({ standardSchema: z.array(DashboardEpisode) })
  async recentEpisodes(): Promise<DashboardEpisode[]> {
    return forCaller(this.pool, async (db) => listRecentEpisodes(db));
  }

  @Get('podcasts/recent')
  @ApiOperation({ summary: 'The podcasts with the newest episodes' })
  @ApiOkResponse({ standardSchema: z.array(RecentPodcast) })
  async recentPodcasts(): Promise<RecentPodcast[]> {
    return forCaller(this.pool, listRecentPodcasts);
  }

  @Get('podcasts/:podcastName')
  @ApiOperation({ summary: 'A podcast with its episodes' })
  @ApiOkResponse({ standardSchema: PodcastPage })
  async podcast(
    @Param('podcastName') podcastName: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { key, known, page } = await atTablesState(this.pool, LONGEST_STATEMENT_MS, async (db, _lost, state) => {
      const key = `${state} ${podcastName}`;
      const known = this.podcasts.get(key);

      return { key, known, page: known ? null : await readPodcast(db, podcastName) };
    });
    const zipped = known ?? (await gzip(JSON.stringify(page)));
    if (!known) this.podcasts.set(key, zipped);
    response.type('json').vary('Accept-Encoding');
    if (request.acceptsEncodings('gzip')) response.set('Content-Encoding', 'gzip').send(zipped);
    else response.send(await gunzip(zipped));
  }

  @Get('podcasts/:podcastName/:episodeName')
  @ApiOperation({
    summary: 'An episode with its transcript and mentions',
    description: 'The current page, or with `asOf` a past one, which has no ETag because nothing can be saved onto it.',
  })
  @OffersAsOf()
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: EpisodePage })
  async episode(
    @Param('podcastName') podcastName: string,
    @Param('episodeName') episodeName: string,
    @Query({ schema: AsOfQuery }) { asOf }: z.infer<typeof AsOfQuery>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EpisodePage> {
    if (asOf !== undefined) {
      const place = await this.past.place(asOf);
      const { podcast, found } = await forCaller(this.pool, async (db) => getEpisode(db, podcastName, episodeName));

      return this.past.page(podcast, found.episode, place);
    }
    const page = await atOneMoment(this.pool, async (db) => {
      const { podcast, found } = await getEpisode(db, podcastName, episodeName);
      const { versionId } = found;
      const episode = withCleanDescription(found.episode);
      const transcript = versionId === null ? [] : await listSegments(db, episode.uuid, versionId);
      // Without a transcript, those that were added by hand.
      const entityMentions = await listMentions(db, episode.uuid, transcript);
      const corrections = versionId === null ? [] : await listCorrections(db, episode.uuid, versionId);
      const version = Buffer.from(found.version).toString('base64url');

      return {
        podcast: withCleanDescription(podcast),
        episode,
        transcript,
        corrections,
        entityMentions,
        description: episode.description,
        version,
        position: await shownPosition(db),
      };
    });
    response.setHeader('ETag', `"${page.version}"`);

    return page;
  }
}

async function getEpisode(db: PoolClient, podcastName: string, episodeName: string) {
  const podcast = await getPodcast(db, podcastName);
  const found = await findEpisode(db, podcast.uuid, episodeName);
  if (!found)
    throw await missingEpisode(db, podcast, episodeName, `"${podcast.name}" has no episode ${quoted(episodeName)}.`);

  return { podcast, found };
}

async function readPodcast(db: PoolClient, podcastName: string): Promise<PodcastPage> {
  const podcast = await getPodcast(db, podcastName);
  const episodes = await listEpisodes(db, podcast.uuid);

  return { podcast: withCleanDescription(podcast), episodes: episodes.map(withCleanDescription) };
}
