import { ChangeEpisode } from '@earmark/contracts/episodes';
import {
  AddEpisodeAnswer,
  AddEpisodeRequest,
  AddSeriesAnswer,
  AddSeriesRequest,
  ChangeSeries,
} from '@earmark/contracts/series';
import { findKnownSeries } from '@earmark/projections/queries';
import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { Directories } from '../directories/directories.ts';
import { RssProvider } from '../directories/rss.provider.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import type { Context } from '../kit/context.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Rejected } from '../kit/rejected.ts';

@ApiTags('series')
@Controller('api/admin')
export class SeriesController {
  constructor(
    private readonly directories: Directories,
    private readonly rss: RssProvider,
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Post('add-series')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: AddSeriesAnswer })
  async addSeries(
    @Body({ schema: AddSeriesRequest }) { podcastData }: z.infer<typeof AddSeriesRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof AddSeriesAnswer>> {
    const feedUrl = podcastData.feedUrl ?? (await this.directories.getFeedUrl(podcastData.uuid));
    const { feed, permanentUrl } = await this.rss.load(feedUrl);
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
    const { feed } = await this.rss.load(added.feedUrl);
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
