import {
  BatchEpisode,
  CancelDiscoveryBatch,
  DiscoverAnswer,
  DiscoverBatchRequest,
  DiscoverEntities,
  DiscoverRequest,
  DiscoveryBatch,
  DiscoveryBatchId,
  StartDiscoveryBatch,
  type DiscoveryLine,
} from '@earmark/contracts/discovery';
import type { Context } from '@earmark/contracts/kit';
import { listDiscoveryBatches, listEpisodesReadyForDiscovery } from '@earmark/projections/queries';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { abortOnDisconnect } from '../kit/process/abort-on-disconnect.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { BatchStreams } from './batch-streams.ts';

/** Searching episodes for entities, one or many. */
@ApiTags('discovery')
@Controller('api/admin')
export class BatchesController {
  constructor(
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
    private readonly streams: BatchStreams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get('episodes-ready-for-discovery')
  @ApiOperation({ summary: 'Episodes with a transcript, newest first' })
  @ApiOkResponse({ standardSchema: z.array(BatchEpisode) })
  async episodes(): Promise<BatchEpisode[]> {
    const rows = await listEpisodesReadyForDiscovery(this.pool);

    return rows.map(({ publishedAt, isUploaded, ...row }) => ({
      ...row,
      publishedAt: publishedAt?.toISOString() ?? null,
      uploadedToOpenai: isUploaded,
      hasWhisperTranscript: true,
    }));
  }

  @Post('discover-entities')
  @ApiOperation({ summary: 'Searches one episode for entities, and answers when that is done' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: DiscoverAnswer })
  async discover(
    @Body({ schema: DiscoverRequest }) { episodeUuid }: z.infer<typeof DiscoverRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof DiscoverAnswer>> {
    const lines: DiscoveryLine[] = [];
    const onLine = (line: DiscoveryLine) => void lines.push(line);
    const signal = abortOnDisconnect(response);
    const { finding, proposed, position } = await this.commands.send(
      new DiscoverEntities({ episodeUuid, batchId: null, onLine, signal }, by),
    );
    const { provider, model, cost } = finding;
    const answer = { success: true as const, proposed, provider, model, cost, lines };

    return answerWhenProjected(this.checkpoints, response, { position }, answer);
  }

  @Post('discover-entities-batch')
  @ApiOperation({
    summary: 'Searches many episodes for entities',
    description: 'Answers the output of the batch: lines that begin with `data: `. It goes on when the caller leaves.',
  })
  @ApiProduces('text/event-stream')
  async discoverBatch(
    @Body({ schema: DiscoverBatchRequest }) { episodeUuids }: z.infer<typeof DiscoverBatchRequest>,
    @Res() response: Response,
    @By() by: Context,
  ): Promise<void> {
    const { batchId, position } = await this.commands.send(new StartDiscoveryBatch({ episodeUuids }, by));
    await answerWhenProjected(this.checkpoints, response, { position }, undefined);
    await this.streams.pipe(batchId, response);
  }

  @Get('discovery-batches')
  @ApiOperation({ summary: 'The newest 50 batches' })
  @ApiOkResponse({ standardSchema: z.array(DiscoveryBatch) })
  async batches(): Promise<DiscoveryBatch[]> {
    return listDiscoveryBatches(this.pool);
  }

  @Get('discovery-batches/:id/events')
  @ApiOperation({
    summary: 'Follows a batch',
    description:
      'Server-sent events: the output from its beginning; a reader who reconnects with Last-Event-ID resumes.',
  })
  @ApiProduces('text/event-stream')
  async events(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.streams.serve(uuidOf(id, 'batch', DiscoveryBatchId), request, response);
  }

  @Post('discovery-batches/:id/cancel')
  @ApiOperation({ summary: 'Ends a batch', description: 'What was proposed stays.' })
  @HttpCode(204)
  @ApiNoContentResponse()
  async cancel(
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<void> {
    const batchId = uuidOf(id, 'batch', DiscoveryBatchId);
    const outcome = await this.commands.send(new CancelDiscoveryBatch({ batchId }, by));

    return answerWhenProjected(this.checkpoints, response, outcome, undefined);
  }
}
