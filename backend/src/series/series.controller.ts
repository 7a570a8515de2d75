import { ChangeEpisode } from '@earmark/contracts/episodes';
import {
  AddEpisodeAnswer,
  AddEpisodeRequest,
  AddSeriesAnswer,
  AddSeriesRequest,
  ChangeSeries,
  DirectoryEpisodesAnswer,
  SearchSeriesAnswer,
} from '@earmark/contracts/series';
import { findKnownSeries } from '@earmark/projections/queries';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import type { Context } from '../kit/context.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Rejected } from '../kit/rejected.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { Directory } from './directory.ts';

const SearchQuery = z.object({ q: z.string().trim().max(2000).default('') });
const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(25).default(10),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

@ApiTags('series')
@Controller('api/admin')
export class SeriesController {
  constructor(
    private readonly directory: Directory,
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Directories that search by name come later; an address is read as a feed. */
  @Get('search-series')
  @ApiOkResponse({ standardSchema: SearchSeriesAnswer })
  async searchSeries(
    @Query({ schema: SearchQuery }) { q }: z.infer<typeof SearchQuery>,
  ): Promise<z.infer<typeof SearchSeriesAnswer>> {
    if (q === '') throw new Rejected('invalid', 'Please enter a podcast name to search');
    if (!/^https?:\/\//i.test(q))
      throw new Rejected('invalid', 'Please enter the address of a feed: it begins with https:// or http://.');

    return { results: await this.directory.search(q) };
  }

  @Get('rss/episodes/:seriesUuid')
  @ApiOkResponse({ standardSchema: DirectoryEpisodesAnswer })
  async episodes(
    @Param('seriesUuid') seriesUuid: string,
    @Query({ schema: PageQuery }) { limit, offset }: z.infer<typeof PageQuery>,
  ): Promise<z.infer<typeof DirectoryEpisodesAnswer>> {
    return this.directory.episodes(uuidOf(seriesUuid, 'series'), limit, offset);
  }

  @Post('add-series')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: AddSeriesAnswer })
  async addSeries(
    @Body({ schema: AddSeriesRequest }) { podcastData }: z.infer<typeof AddSeriesRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof AddSeriesAnswer>> {
    const feedUrl = podcastData.feedUrl ?? (await this.directory.getFeedUrl(podcastData.uuid));
    const { feed, permanentUrl } = await this.directory.load(feedUrl);
    const added = await findKnownSeries(this.pool, feed.series.uuid, permanentUrl);
    const seriesUuid = added?.seriesUuid ?? feed.series.uuid;
    const { facts, itunesId } = feed.series;
    const outcome = await this.commands.send(
      new ChangeSeries({ seriesUuid, feedUrl: permanentUrl, itunesId, facts }, by),
    );
    const message = added ? `"${facts.name}" was here already and is up to date.` : `"${facts.name}" was added.`;

    return answerWhenProjected(this.checkpoints, response, outcome, { message, podcastUuid: seriesUuid });
  }

  @Post('add-episode')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: AddEpisodeAnswer })
  async addEpisode(
    @Body({ schema: AddEpisodeRequest }) { episodeData, podcastId }: z.infer<typeof AddEpisodeRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof AddEpisodeAnswer>> {
    const added = await findKnownSeries(this.pool, podcastId, null);
    if (!added?.feedUrl) throw new Rejected('series-unknown', 'The series must be added before its episodes.');
    const { feed } = await this.directory.load(added.feedUrl);
    const found = feed.episodes.find(({ uuid }) => uuid === episodeData.uuid);
    if (!found) throw new Rejected('episode-unknown', `The feed of "${added.name}" has no such episode any more.`);
    const { uuid: episodeUuid, guid, facts } = found;
    const outcome = await this.commands.send(
      new ChangeEpisode({ type: 'PutEpisode', episodeUuid, seriesUuid: added.seriesUuid, guid, facts }, by),
    );
    const message = `"${facts.title}" ${outcome.position === null ? 'was here already.' : 'was added.'}`;

    return answerWhenProjected(this.checkpoints, response, outcome, { success: true, message });
  }
}
