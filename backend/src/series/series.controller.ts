import {
  AddEpisodeAnswer,
  AddEpisodeRequest,
  AddSeriesAnswer,
  AddSeriesRequest,
  ImportFeed,
  type FeedToImport,
} from '@earmark/contracts/series';
import { findKnownSeries } from '@earmark/projections/queries';
import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { Directories } from '../directories/directories.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import type { Context } from '@earmark/contracts/kit';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Rejected } from '../kit/rejected.ts';

@ApiTags('series')
@Controller('api/admin')
export class SeriesController {
  constructor(
    private readonly directories: Directories,
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Post('add-series')
  @ApiOperation({ summary: 'Adds a podcast' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: AddSeriesAnswer })
  async addSeries(
    @Body({ schema: AddSeriesRequest }) { podcastData, mayMove }: z.infer<typeof AddSeriesRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof AddSeriesAnswer>> {
    const feedUrl = podcastData.feedUrl ?? (await this.directories.getFeedUrl(podcastData.uuid));
    const { change, position } = await this.importPart(feedUrl, 'series', mayMove, by);
    const { uuid, name, outcome } = change;
    const isNew = outcome.types.includes('SeriesAdded') || outcome.types.includes('SeriesRestored');
    const message = isNew ? `"${name}" was added.` : `"${name}" was already here and is up to date.`;

    return answerWhenProjected(this.checkpoints, response, { position }, { message, podcastUuid: uuid });
  }

  @Post('add-episode')
  @ApiOperation({ summary: 'Adds an episode' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: AddEpisodeAnswer })
  async addEpisode(
    @Body({ schema: AddEpisodeRequest }) { episodeData, podcastId }: z.infer<typeof AddEpisodeRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof AddEpisodeAnswer>> {
    const added = await findKnownSeries(this.pool, podcastId, null);
    if (!added?.feedUrl || added.isRemoved)
      throw new Rejected('series-unknown', 'The series must be added before its episodes.');
    const { uuid, audioUrl } = episodeData;
    const part = { episodeUuid: uuid, audioUrl };
    const { change, position, report } = await this.importPart(added.feedUrl, part, false, by);
    const { types } = change.outcome;
    const isNew = types.includes('EpisodeAdded') || types.includes('EpisodeRestored');
    const sentences = [`"${change.name}" ${isNew ? 'was added.' : 'was already here.'}`, ...report.warnings];

    return answerWhenProjected(
      this.checkpoints,
      response,
      { position },
      { success: true, message: sentences.join(' ') },
    );
  }

  private async importPart(source: string, part: FeedToImport['part'], mayMove: boolean, by: Context) {
    const { change, ...imported } = await this.commands.send(
      new ImportFeed({ source, bytes: null, part, mayMove, onProgress: () => undefined }, by),
    );
    if (!change) throw new Error(`${source} was imported conditionally, which only whole imports are`);

    return { change, ...imported };
  }
}
