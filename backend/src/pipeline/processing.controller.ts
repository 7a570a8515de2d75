import { RefreshEntities } from '@earmark/contracts/entities';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { GivenUuid, type Context } from '@earmark/contracts/kit';
import {
  EpisodesToProcessAnswer,
  EpisodesToProcessQuery,
  EpisodeToProcess,
  ProcessEpisodeAnswer,
  ProcessEpisodeRequest,
  ProcessingHistoryAnswer,
  ProcessingHistoryItem,
  ProcessingHistoryQuery,
  StartRun,
  type RunId,
} from '@earmark/contracts/pipeline';
import {
  countEpisodeMentions,
  countWaitingEpisodes,
  listProcessingHistory,
  listWaitingEpisodes,
} from '@earmark/projections/queries';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { episode } from '../episodes/episode.decider.ts';
import { HasEffects } from '../kit/auth/access.decorators.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { cursorOf, keysIn } from '../kit/cursor.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { Streams } from '../kit/streams.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { RunStreams } from './run-streams.ts';

/** Of the plain array. */
const MOST_EPISODES = 1000;
const PAGE = 50;
const EpisodeKeys = z.tuple([z.iso.datetime().nullable(), GivenUuid]);
const HistoryKeys = z.tuple([z.string().regex(/^\d{1,19}$/)]);

const ProcessQuery = z.object({
  episodeUuid: GivenUuid,
  podcastId: GivenUuid,
  skipWhisperX: z.enum(['true', 'false']).optional(),
});
const ReprocessAnswer = z.object({
  success: z.literal(true),
  entities: z.number().int(),
  mentions: z.number().int(),
  message: z.string(),
});

/** The specification's calls for processing episodes. */
@ApiTags('pipeline')
@Controller('api/admin')
export class ProcessingController {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
    private readonly runStreams: RunStreams,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get('episode/process')
  @ApiOperation({
    summary: 'Processes an episode and follows that',
    description:
      'Server-sent events: a PipelineMessage for each line of the run, then `complete`. Starts a run, or attaches to the open one; a reader who reconnects with Last-Event-ID resumes, and gets 204 once it has seen the end.',
  })
  @HasEffects()
  @ApiProduces('text/event-stream')
  async process(
    @Query({ schema: ProcessQuery }) query: z.infer<typeof ProcessQuery>,
    @Req() request: Request,
    @Res() response: Response,
    @By() by: Context,
  ): Promise<void> {
    // A link or an image on another page never asks for it.
    if (!(request.get('accept') ?? '').includes('text/event-stream'))
      throw new Rejected('cross-site', 'This call starts a run. Ask for it with Accept: text/event-stream.');
    const { episodeUuid, podcastId, skipWhisperX } = query;
    const resumed = await this.runStreams.resumed(request, episodeUuid);
    const start = { episodeUuid, podcastId, skipTranscription: skipWhisperX === 'true' };
    const runId = resumed ?? (await this.start(start, by)).runId;
    await this.runStreams.serve(runId, request, response);
  }

  @Post('process-episode')
  @ApiOperation({ summary: 'Queues a run of an episode, or answers the one that is open' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: ProcessEpisodeAnswer })
  async processEpisode(
    @Body({ schema: ProcessEpisodeRequest }) request: z.infer<typeof ProcessEpisodeRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof ProcessEpisodeAnswer>> {
    const { runId, isNew, position } = await this.start(request, by);
    const message = isNew ? 'The episode was queued.' : 'The episode is being processed already.';

    return answerWhenProjected(this.checkpoints, response, { position }, { success: true, runId, isNew, message });
  }

  @Post('episodes/:uuid/reprocess-entities')
  @ApiOperation({ summary: 'Finds the entities of an episode again, by the current patterns' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: ReprocessAnswer })
  async reprocessEntities(
    @Param('uuid') uuid: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof ReprocessAnswer>> {
    const episodeUuid = uuidOf(uuid, 'episode', EpisodeUuid);
    const outcome = await this.commands.send(new RefreshEntities({ episodeUuid }, by));
    await answerWhenProjected(this.checkpoints, response, outcome, null);
    const { entities, mentions } = await countEpisodeMentions(this.pool, episodeUuid);
    const message =
      outcome.position === null
        ? 'The episode already follows the current patterns.'
        : 'The episode now follows the current patterns.';

    return { success: true, entities, mentions, message };
  }

  @Get('episodes-to-process')
  @ApiOperation({ summary: 'Episodes without a transcript that are not being processed, newest first' })
  @ApiOkResponse({ standardSchema: z.union([z.array(EpisodeToProcess), EpisodesToProcessAnswer]) })
  async listToProcess(
    @Query({ schema: EpisodesToProcessQuery }) query: z.infer<typeof EpisodesToProcessQuery>,
  ): Promise<EpisodeToProcess[] | EpisodesToProcessAnswer> {
    const { paged, after, ...filter } = query;
    const keys = after === undefined ? null : keysIn(after, EpisodeKeys, 'this list');
    const place = keys && { publishedAt: keys[0], episodeUuid: keys[1] };

    return atOneMoment(this.pool, async (db) => {
      const limit = paged === undefined ? MOST_EPISODES : PAGE;
      const { episodes, last } = await listWaitingEpisodes(db, filter, place, limit);
      if (paged === undefined) return episodes;
      const total = await countWaitingEpisodes(db, filter);

      return { episodes, next: last && cursorOf([last.publishedAt, last.episodeUuid]), total };
    });
  }

  @Get('processing-history')
  @ApiOperation({ summary: 'Runs that have begun, newest first' })
  @ApiOkResponse({ standardSchema: z.union([z.array(ProcessingHistoryItem), ProcessingHistoryAnswer]) })
  async listHistory(
    @Query({ schema: ProcessingHistoryQuery }) { paged, after }: z.infer<typeof ProcessingHistoryQuery>,
  ): Promise<ProcessingHistoryItem[] | ProcessingHistoryAnswer> {
    const place = after === undefined ? null : keysIn(after, HistoryKeys, 'this list')[0];
    const { history, last } = await atOneMoment(this.pool, async (db) => listProcessingHistory(db, place));

    return paged === undefined ? history : { history, next: last && cursorOf([last]) };
  }

  private async start(
    order: { episodeUuid: string; podcastId: string; skipTranscription: boolean },
    by: Context,
  ): Promise<{ runId: RunId; isNew: boolean; position: bigint | null }> {
    const episodeUuid = EpisodeUuid.parse(order.episodeUuid);
    const { seriesUuid } = (await this.streams.read(episode, episodeUuid)).state;
    if (seriesUuid === null) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
    if (seriesUuid !== order.podcastId)
      throw new Rejected('invalid', `The episode ${episodeUuid} does not belong to the podcast ${order.podcastId}.`);
    const { skipTranscription } = order;

    return this.commands.send(new StartRun({ episodeUuid, skipTranscription, batchId: null }, by));
  }
}
