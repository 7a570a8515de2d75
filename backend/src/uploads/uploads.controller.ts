import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import {
  EpisodesStatusAnswer,
  EpisodesStatusQuery,
  InitializeAnswer,
  InitializeIndex,
  RequestUpload,
  UploadAnswer,
  UploadBatch,
  UploadManyAnswer,
  UploadManyRequest,
} from '@earmark/contracts/uploads';
import { countUploadStatus, findIndex, listUploadStatus, type UploadPlace } from '@earmark/projections/queries';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { By, Viewer } from '../kit/auth/by.decorators.ts';
import { WhoIsSignedIn, type SignedIn } from '../kit/auth/signed-in.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { cursorOf, keysIn } from '../kit/cursor.ts';
import { REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { abortOnDisconnect } from '../kit/process/abort-on-disconnect.ts';
import { ServerSentEvents } from '../kit/process/server-sent-events.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { AssistantIndex } from './assistant-index.ts';
import { manyAnswerOf, UploadBatches } from './upload-batches.ts';
import { UploadProgress } from './upload-progress.ts';
import { UploadWaiter } from './upload-waiter.ts';

const PAGE = 50;
const ALL = 1_000_000;
const Keys = z.tuple([z.string(), z.guid(), z.string().regex(/^(-?\d{1,15}(\.\d{1,9})?|Infinity)$/), z.guid()]);

/** Which transcripts the assistant can answer from, and the uploads that make it so. */
@ApiTags('transcript search')
@Controller('api/admin/transcript-search')
export class UploadsController {
  constructor(
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
    private readonly index: AssistantIndex,
    private readonly batches: UploadBatches,
    private readonly waiter: UploadWaiter,
    private readonly uploadProgress: UploadProgress,
    private readonly whoIsSignedIn: WhoIsSignedIn,
    @Inject(REPORT) private readonly report: Report,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get('episodes-status')
  @ApiOperation({ summary: 'Episodes with the state of their uploads' })
  @ApiOkResponse({ standardSchema: EpisodesStatusAnswer })
  async listStatus(
    @Query({ schema: EpisodesStatusQuery }) { paged, after, ...filter }: z.infer<typeof EpisodesStatusQuery>,
  ): Promise<EpisodesStatusAnswer> {
    const place: UploadPlace | null = after === undefined ? null : keysIn(after, Keys, 'this list');

    return atOneMoment(this.pool, async (db) => {
      const { episodes, last } = await listUploadStatus(db, filter, place, paged === undefined ? ALL : PAGE);
      const { status: _, ...others } = filter;
      const summary = await countUploadStatus(db, others);
      const { index: chosen, vectorStoreId } = await findIndex(db);
      const { name } = this.index;
      // Until it is recorded, the store of another index means nothing.
      const known = chosen === name ? vectorStoreId : null;

      return {
        success: true,
        episodes,
        summary,
        error: null,
        next: last && cursorOf([...last]),
        index: {
          name,
          vectorStoreId: known,
          isInitialised: name === 'own' || known !== null,
          description: name === 'own' ? 'the index of this site' : 'a vector store of OpenAI',
        },
      };
    });
  }

  @Post('initialize')
  @ApiOperation({
    summary: 'Makes sure that there is a vector store',
    description: 'Removes what interrupted uploads have left.',
  })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: InitializeAnswer })
  async initialize(
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof InitializeAnswer>> {
    try {
      const { vectorStoreId, details, position } = await this.commands.send(new InitializeIndex({}, by));

      return await answerWhenProjected(
        this.checkpoints,
        response,
        { position },
        { success: true, vectorStoreId, details },
      );
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      // Of the service: the page shows it as the specification says.
      return { success: false, vectorStoreId: null, details: error.message };
    }
  }

  @Post('upload/:uuid')
  @ApiOperation({ summary: 'Uploads one transcript, and answers when it is there or has failed' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: UploadAnswer })
  async upload(
    @Param('uuid') uuid: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof UploadAnswer>> {
    const episodeUuid = uuidOf(uuid, 'episode', EpisodeUuid);
    const { uploadId } = await this.commands.send(new RequestUpload({ episodeUuid, batchId: null }, by));
    const ended = await this.waiter.end(episodeUuid, uploadId, abortOnDisconnect(response));
    if (ended === null) throw new Rejected('invalid', 'The caller disconnected.');

    return answerWhenProjected(this.checkpoints, response, ended, this.waiter.sentenceOf(ended.end));
  }

  @Post('upload-validated')
  @ApiOperation({ summary: 'Uploads everything that is ready; with `changed`, what changed since its upload' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: UploadManyAnswer })
  async uploadValidated(
    @Body({ schema: UploadManyRequest }) request: z.infer<typeof UploadManyRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<UploadManyAnswer> {
    return this.uploadMany(request.changed ? 'changed' : 'ready', request, response, by);
  }

  @Post('retry-failed')
  @ApiOperation({ summary: 'Uploads again what has failed' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: UploadManyAnswer })
  async retryFailed(
    @Body({ schema: UploadManyRequest }) request: z.infer<typeof UploadManyRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<UploadManyAnswer> {
    return this.uploadMany('error', request, response, by);
  }

  @Get('batches/:id')
  @ApiOperation({ summary: 'How far uploads are that were requested together' })
  @ApiOkResponse({ standardSchema: UploadBatch })
  async batch(@Param('id') id: string): Promise<UploadBatch> {
    const batch = await this.batches.find(uuidOf(id, 'batch', z.guid()));
    if (batch.total === 0) throw new Rejected('not-found', `No upload belongs to the batch ${id}.`);

    return batch;
  }

  @Get('progress')
  @ApiOperation({
    summary: 'Follows uploads',
    description:
      'Server-sent events: an UploadProgress whenever uploads have moved; then `complete`, once none is open.',
  })
  @ApiProduces('text/event-stream')
  progress(@Req() request: Request, @Res() response: Response, @Viewer() viewer: SignedIn | null): void {
    const events = new ServerSentEvents(response, {
      mayRead: async () => (await this.whoIsSignedIn.find(request))?.role === viewer?.role,
      report: this.report,
    });
    this.uploadProgress.follow(
      { show: (data) => events.send({ data }), complete: () => events.complete() },
      events.signal,
    );
    if (viewer === null) return;
    const unwatch = this.whoIsSignedIn.watch(request, viewer, () => events.end());
    events.signal.addEventListener('abort', unwatch, { once: true });
  }

  private async uploadMany(
    which: 'ready' | 'error' | 'changed',
    { podcastId: podcast, wait }: z.infer<typeof UploadManyRequest>,
    response: Response,
    by: Context,
  ): Promise<UploadManyAnswer> {
    const { batchId, position } = await this.batches.start([which], { podcast }, by);
    await answerWhenProjected(this.checkpoints, response, { position }, null);
    const batch = wait
      ? await this.batches.ended(batchId, abortOnDisconnect(response))
      : await this.batches.find(batchId);

    return manyAnswerOf(batch);
  }
}
