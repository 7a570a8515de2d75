import { ReadStoredFile } from '@earmark/contracts/files';
import type { Context } from '@earmark/contracts/kit';
import {
  CancelRun,
  PipelineRunsAnswer,
  PipelineRunsQuery,
  PipelineRunView,
  ProcessingEstimate,
  ProcessingEstimateQuery,
  RetryRun,
  RetryRunRequest,
  RunId,
} from '@earmark/contracts/pipeline';
import { countRuns, findRun, listRuns, measureEpisodes } from '@earmark/projections/queries';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { CONFIG } from '../kit/core.ts';
import { cursorOf, keysIn } from '../kit/cursor.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { speechProviderOf } from '../speech-settings.ts';
import { sendRawAnswer } from './raw-answer.ts';
import { RunStreams } from './run-streams.ts';

const RunKeys = z.tuple([z.number().int().min(0).max(2), z.string().regex(/^-?\d{1,19}$/)]);

/** Runs of the pipeline: lists, one run, and orders for one. */
@ApiTags('pipeline')
@Controller('api/admin/pipeline')
export class PipelineController {
  constructor(
    private readonly commands: Commands,
    private readonly streams: RunStreams,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('runs')
  @ApiOperation({ summary: 'Runs, newest first' })
  @ApiOkResponse({ standardSchema: PipelineRunsAnswer })
  async list(
    @Query({ schema: PipelineRunsQuery }) { after, ...filter }: z.infer<typeof PipelineRunsQuery>,
  ): Promise<z.infer<typeof PipelineRunsAnswer>> {
    const keys = after === undefined ? null : keysIn(after, RunKeys, 'a list of runs');

    return atOneMoment(this.pool, async (db) => {
      const { runs, last } = await listRuns(db, filter, keys && { rank: keys[0], key: keys[1] });
      const none = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };

      return {
        runs,
        next: last && cursorOf([last.rank, last.key]),
        counts: { ...none, ...(await countRuns(db, filter)) },
      };
    });
  }

  @Get('estimate')
  @ApiOperation({
    summary: 'What processing would cost',
    description: 'As far as the lengths of the episodes and the operator’s price say.',
  })
  @ApiOkResponse({ standardSchema: ProcessingEstimate })
  async estimate(
    @Query({ schema: ProcessingEstimateQuery }) { podcast, episodes }: z.infer<typeof ProcessingEstimateQuery>,
  ): Promise<ProcessingEstimate> {
    const { STT_PRICE_PER_MINUTE: price, STT_PRICE_CURRENCY: currency, STT_PROVIDER: asked } = this.config;
    const provider = speechProviderOf(this.config);
    // What the publisher offers is taken unless another provider is asked for.
    const options = { podcast, episodeUuids: episodes, withOffered: asked !== 'auto' && asked !== 'publisher' };
    const { seconds, ...counts } = await measureEpisodes(this.pool, options);
    const isFree = provider === 'publisher';

    return {
      ...counts,
      minutes: isFree ? 0 : Math.round(seconds / 6) / 10,
      unknownLengths: isFree ? 0 : counts.unknownLengths,
      provider,
      pricePerMinute: isFree ? null : price,
      currency,
    };
  }

  @Get('runs/:id')
  @ApiOperation({ summary: 'One run with its steps' })
  @ApiOkResponse({ standardSchema: PipelineRunView })
  async view(@Param('id') id: string): Promise<PipelineRunView> {
    return this.getRun(uuidOf(id, 'run', RunId));
  }

  @Get('runs/:id/events')
  @ApiOperation({
    summary: 'Follows a run',
    description: 'Server-sent events: its lines from the beginning, then `complete`. Starts nothing.',
  })
  @ApiProduces('text/event-stream')
  async events(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.streams.serve(uuidOf(id, 'run', RunId), request, response);
  }

  @Post('runs/:id/cancel')
  @ApiOperation({ summary: 'Cancels a run' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: PipelineRunView })
  async cancel(
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<PipelineRunView> {
    const runId = uuidOf(id, 'run', RunId);
    await answerWhenProjected(this.checkpoints, response, await this.commands.send(new CancelRun({ runId }, by)), null);

    return this.getRun(runId);
  }

  @Post('runs/:id/retry')
  @ApiOperation({ summary: 'Continues a run from the step that failed, or from an earlier one' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: PipelineRunView })
  async retry(
    @Param('id') id: string,
    @Body({ schema: RetryRunRequest }) { fromStep = null }: z.infer<typeof RetryRunRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<PipelineRunView> {
    const runId = uuidOf(id, 'run', RunId);
    const outcome = await this.commands.send(new RetryRun({ runId, fromStep }, by));
    await answerWhenProjected(this.checkpoints, response, outcome, null);

    return this.getRun(runId);
  }

  @Get('runs/:id/files/:sha256')
  @ApiOperation({ summary: 'A raw answer of a service, as a download' })
  @ApiProduces('application/octet-stream')
  async file(
    @Param('id') id: string,
    @Param('sha256') sha256: string,
    @Res() response: Response,
    @By() by: Context,
  ): Promise<void> {
    const { files } = await this.getRun(uuidOf(id, 'run', RunId));
    const file = files.find((one) => one.sha256 === sha256);
    if (file === undefined) throw new Rejected('file-missing', 'This run has no such file.');
    const { name, ...ref } = file;
    const { content } = await this.commands.send(new ReadStoredFile({ file: ref }, by));
    await sendRawAnswer(response, { ...file, name: `${id}-${name}` }, content);
  }

  private async getRun(runId: RunId): Promise<PipelineRunView> {
    const run = await findRun(this.pool, runId);
    if (run === null) throw new Rejected('run-unknown', `There is no run ${runId}.`);

    return run;
  }
}
