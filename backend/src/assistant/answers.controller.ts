import {
  Answer,
  AnswerPage,
  AnswersDeleted,
  AnswersQuery,
  AnswerThread,
  SharingRequest,
} from '@earmark/contracts/assistant';
import { isUuid } from '@earmark/contracts/kit';
import { Body, Controller, Delete, Get, Header, Inject, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import { Public } from '../kit/auth/access.decorators.ts';
import { CONFIG } from '../kit/core.ts';
import { cursorOf, keysIn } from '../kit/cursor.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { exportedAnswer } from './answer-export.ts';
import { scopeView } from './answer-scope.ts';
import { answerRow, isOwn } from './answer-view.ts';
import { AnswerPlace, Answers } from './answers.store.ts';
import { askerOf } from './asker.ts';
import { Assistant } from './assistant.ts';
import { AssistantSlug } from './assistant-slug.ts';
import { IndexedEpisodes } from './indexed-episodes.ts';
import type { KeptAnswer } from './kept-answer.ts';

const PAGE = 50;

/** Answers that were given. Each is its asker's, who may share it. */
@ApiTags('assistant')
@Controller('api/ask-:slug')
export class AnswersController {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly answers: Answers,
    private readonly assistant: Assistant,
    private readonly indexed: IndexedEpisodes,
  ) {}

  @Get('answers')
  @ApiOperation({ summary: 'One’s own answers, newest first' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: AnswerPage })
  async list(
    @Param('slug', AssistantSlug) slug: string,
    @Query({ schema: AnswersQuery }) { q, after }: z.infer<typeof AnswersQuery>,
    @Req() request: Request,
  ): Promise<AnswerPage> {
    const place = after === undefined ? null : keysIn(after, AnswerPlace, 'a list of answers');
    const kept = await this.answers.list(askerOf(request), q, place, PAGE + 1);
    const page = kept.slice(0, PAGE);
    const last = kept.length > PAGE ? page.at(-1) : undefined;
    const indexed = await this.indexed.list(this.pool);
    const scopes = new Map<string, string>();
    for (const { scope } of page) {
      const key = JSON.stringify(scope);
      if (!scopes.has(key)) scopes.set(key, (await scopeView(this.pool, scope, indexed)).sentence);
    }

    return {
      answers: page.map((one) => answerRow(one, slug, scopes.get(JSON.stringify(one.scope))!)),
      next: last === undefined ? null : cursorOf([last.askedAt.toISOString(), last.id]),
    };
  }

  @Get('answers/:id')
  @ApiOperation({ summary: 'An answer, one’s own or a shared one' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: Answer })
  async one(
    @Param('slug', AssistantSlug) _slug: string,
    @Param('id') id: string,
    @Req() request: Request,
  ): Promise<Answer> {
    return this.assistant.view(await this.visible(id, request), askerOf(request));
  }

  @Get('answers/:id/markdown')
  @ApiOperation({ summary: 'An answer as Markdown, with a note for each citation' })
  @Header('Cache-Control', 'no-store')
  @ApiProduces('text/markdown')
  async markdown(
    @Param('slug', AssistantSlug) _slug: string,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const answer = await this.assistant.view(await this.visible(id, request), askerOf(request));
    response
      .set({
        'Content-Type': 'text/markdown; charset=utf-8',
        'Content-Disposition': `attachment; filename="answer-${answer.id.slice(0, 8)}.md"`,
      })
      .send(exportedAnswer(answer, `${request.protocol}://${request.host}`));
  }

  @Get('threads/:threadId')
  @ApiOperation({ summary: 'A question with the questions that follow it up' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: AnswerThread })
  async thread(
    @Param('slug', AssistantSlug) _slug: string,
    @Param('threadId') threadId: string,
    @Req() request: Request,
  ): Promise<AnswerThread> {
    const asker = askerOf(request);
    const answers: Answer[] = [];
    for (const kept of await this.answers.listThread(asker, threadId))
      answers.push(await this.assistant.view(kept, asker));
    if (answers.length === 0) throw unknownAnswer();

    return { answers };
  }

  @Public()
  @Put('answers/:id/sharing')
  @ApiOperation({ summary: 'Shares an answer, or ends that' })
  @ApiOkResponse({ standardSchema: Answer })
  async share(
    @Param('slug', AssistantSlug) slug: string,
    @Param('id') id: string,
    @Body({ schema: SharingRequest }) { isShared }: z.infer<typeof SharingRequest>,
    @Req() request: Request,
  ): Promise<Answer> {
    if (!isUuid(id) || !(await this.answers.share(askerOf(request), id, isShared))) throw unknownAnswer();

    return this.one(slug, id, request);
  }

  @Public()
  @Delete('answers/:id')
  @ApiOperation({ summary: 'Deletes an answer' })
  @ApiOkResponse({ standardSchema: AnswersDeleted })
  async delete(@Param('slug', AssistantSlug) _slug: string, @Param('id') id: string, @Req() request: Request) {
    const deleted = isUuid(id) ? await this.answers.delete(askerOf(request), id) : 0;
    if (deleted === 0) throw unknownAnswer();

    return { deleted };
  }

  @Public()
  @Delete('answers')
  @ApiOperation({
    summary: 'Deletes all one’s own answers',
    description: 'Those of the account, or of this browser without one.',
  })
  @ApiOkResponse({ standardSchema: AnswersDeleted })
  async deleteAll(@Param('slug', AssistantSlug) _slug: string, @Req() request: Request) {
    return { deleted: await this.answers.delete(askerOf(request), null) };
  }

  /** Own and shared ones; others might as well not be there. */
  private async visible(id: string, request: Request): Promise<KeptAnswer> {
    const kept = isUuid(id) ? await this.answers.find(id) : null;
    if (kept === null || !(kept.isShared || isOwn(kept, askerOf(request)))) throw unknownAnswer();

    return kept;
  }
}

const unknownAnswer = () => new Rejected('answer-unknown', 'There is no such answer, or it is not shared with you.');
