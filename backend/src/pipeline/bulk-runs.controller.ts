import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import {
  ChangeRunsAnswer,
  ChangeRunsRequest,
  ProcessManyAnswer,
  ProcessManyRequest,
} from '@earmark/contracts/pipeline';
import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Rejected } from '../kit/rejected.ts';
import { BulkRuns, type BulkResult } from './bulk-runs.ts';

/** Orders for many runs at once. */
@ApiTags('pipeline')
@Controller('api/admin/pipeline/runs')
export class BulkRunsController {
  constructor(
    private readonly bulk: BulkRuns,
    private readonly checkpoints: Checkpoints,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Queues runs of several episodes, or of everything that waits in a podcast',
    description: 'In the order of the list.',
  })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: ProcessManyAnswer })
  async start(
    @Body({ schema: ProcessManyRequest })
    { episodeUuids, podcastId, skipTranscription }: z.infer<typeof ProcessManyRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof ProcessManyAnswer>> {
    if (episodeUuids === undefined && podcastId === undefined)
      throw new Rejected(
        'invalid',
        'Name the episodes (episodeUuids), or the podcast whose episodes wait (podcastId).',
      );
    const uuids = episodeUuids?.map((uuid) => EpisodeUuid.parse(uuid)) ?? (await this.bulk.listWaiting(podcastId));
    const { changed, unchanged, position } = await this.bulk.start(uuids, skipTranscription, by);
    const answer = { batchId: by.correlationId, queued: changed, already: unchanged };

    return answerWhenProjected(this.checkpoints, response, { position }, answer);
  }

  @Post('cancel')
  @ApiOperation({ summary: 'Cancels several runs' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: ChangeRunsAnswer })
  async cancelMany(
    @Body({ schema: ChangeRunsRequest }) request: z.infer<typeof ChangeRunsRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof ChangeRunsAnswer>> {
    const { runIds, ...filter } = filterOf(request);

    return this.changed(await this.bulk.cancel(filter, runIds, by), response);
  }

  @Post('retry')
  @ApiOperation({ summary: 'Retries several runs' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: ChangeRunsAnswer })
  async retryMany(
    @Body({ schema: ChangeRunsRequest }) request: z.infer<typeof ChangeRunsRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof ChangeRunsAnswer>> {
    const { runIds, ...filter } = filterOf(request);

    return this.changed(await this.bulk.retry(filter, runIds, by), response);
  }

  private async changed({ changed, unchanged, position }: BulkResult, response: Response) {
    return answerWhenProjected(this.checkpoints, response, { position }, { changed, unchanged });
  }
}

function filterOf(request: z.infer<typeof ChangeRunsRequest>): z.infer<typeof ChangeRunsRequest> {
  const { runIds, status, batch, podcast } = request;
  if (runIds === undefined && status === undefined && batch === undefined && podcast === undefined)
    throw new Rejected('invalid', 'Name the runs (runIds), or a filter: status, podcast or batch.');

  return request;
}
