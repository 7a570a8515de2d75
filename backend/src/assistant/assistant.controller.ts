import {
  AnswerEvent,
  AssistantEpisode,
  AssistantPodcast,
  AssistantQuestion,
  AssistantStatus,
  AssistantTopic,
  QueryAnswer,
} from '@earmark/contracts/assistant';
import {
  countAnswerableEpisodes,
  findPodcast,
  listAssistantEpisodes,
  listAssistantPodcasts,
  listTopics,
} from '@earmark/projections/queries';
import { Body, Controller, Get, Header, HttpCode, Inject, Logger, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { Public } from '../kit/auth/access.decorators.ts';
import { PG_POOL } from '../kit/pg.ts';
import { abortOnDisconnect } from '../kit/process/abort-on-disconnect.ts';
import { ServerSentEvents } from '../kit/process/server-sent-events.ts';
import { quoted, Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { AnswerLimits } from './answer-limits.ts';
import { askerOf, rememberAsker } from './asker.ts';
import { Assistant } from './assistant.ts';
import { AssistantSlug } from './assistant-slug.ts';
import { IndexedEpisodes } from './indexed-episodes.ts';

const OFFLINE_NOTE = 'Answered by keyword search; no AI service is configured.';

@ApiTags('assistant')
@Controller('api/ask-:slug')
export class AssistantController {
  private readonly logger = new Logger(AssistantController.name);

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly assistant: Assistant,
    private readonly limits: AnswerLimits,
    private readonly indexed: IndexedEpisodes,
  ) {}

  @Get('uploaded-podcasts')
  @ApiOperation({ summary: 'Podcasts that can be asked about' })
  @ApiOkResponse({ standardSchema: z.array(AssistantPodcast) })
  async podcasts(@Param('slug', AssistantSlug) _slug: string): Promise<AssistantPodcast[]> {
    return atOneMoment(this.pool, async (db) => listAssistantPodcasts(db, await this.indexed.list(db)));
  }

  @Get('episodes/:podcastId')
  @ApiOperation({ summary: 'Episodes of a podcast that can be asked about' })
  @ApiOkResponse({ standardSchema: z.array(AssistantEpisode) })
  async episodes(
    @Param('slug', AssistantSlug) _slug: string,
    @Param('podcastId') podcastId: string,
  ): Promise<AssistantEpisode[]> {
    return atOneMoment(this.pool, async (db) => {
      const podcast = await findPodcast(db, podcastId);
      if (!podcast) throw new Rejected('series-unknown', `There is no podcast ${quoted(podcastId)}.`);

      return listAssistantEpisodes(db, podcast.uuid, await this.indexed.list(db));
    });
  }

  @Get('entity-types-summary')
  @ApiOperation({ summary: 'Entities that can be asked about, by category' })
  @ApiOkResponse({ standardSchema: z.array(AssistantTopic) })
  async topics(@Param('slug', AssistantSlug) _slug: string): Promise<AssistantTopic[]> {
    return atOneMoment(this.pool, listTopics);
  }

  @Get('status')
  @ApiOperation({ summary: 'Who answers, and how many questions are left today' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: AssistantStatus })
  async status(@Param('slug', AssistantSlug) _slug: string, @Req() request: Request): Promise<AssistantStatus> {
    const asker = askerOf(request);
    const { provider, note } = await this.assistant.choose(asker);
    const all = { seriesUuids: null, episodeUuids: null };

    return {
      provider: provider.name,
      note: note ?? (provider.name === 'offline' ? OFFLINE_NOTE : null),
      ...(await countAnswerableEpisodes(this.pool, all, await this.indexed.list(this.pool))),
      questionsLeft: await this.limits.left(asker),
      dailyLimit: this.limits.limitOf(asker),
    };
  }

  @Public()
  @Post('query')
  @ApiOperation({ summary: 'Answers a question from passages of the transcripts' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: QueryAnswer })
  async query(
    @Param('slug', AssistantSlug) _slug: string,
    @Body({ schema: AssistantQuestion }) asked: AssistantQuestion,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<QueryAnswer> {
    const left = abortOnDisconnect(response);
    const prepared = await this.assistant.prepare(asked, rememberAsker(request, response));
    for await (const event of this.assistant.answer(prepared, left)) if (event.type === 'answered') return event.answer;
    left.throwIfAborted();
    throw new Error('the answer ended without an answer');
  }

  @Public()
  @Post('query/stream')
  @ApiOperation({
    summary: 'Answers a question as it is written',
    description: 'Server-sent events: each statement as soon as it is checked.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ standardSchema: AnswerEvent })
  async stream(
    @Param('slug', AssistantSlug) _slug: string,
    @Body({ schema: AssistantQuestion }) asked: AssistantQuestion,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const prepared = await this.assistant.prepare(asked, rememberAsker(request, response));
    const events = new ServerSentEvents(response, { report: (line) => this.logger.warn(line) });
    for await (const data of this.assistant.answer(prepared, events.signal)) events.send({ data });
    events.end();
  }
}
