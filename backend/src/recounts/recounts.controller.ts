import {
  ChangeRecount,
  PendingChanges,
  PendingChangesQuery,
  PreviewAnswer,
  PreviewRequest,
  RecountId,
  RecountEffect,
  RecountList,
  RecountListQuery,
  RecountPassages,
  RecountPassagesQuery,
  RecountQuery,
  RecountView,
  StartRecount,
  StartRecountRequest,
} from '@earmark/contracts/recounts';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Roles } from '../kit/auth/access.decorators.ts';
import { By, Viewer } from '../kit/auth/by.decorators.ts';
import { WhoIsSignedIn, type SignedIn } from '../kit/auth/signed-in.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { EventId, type Context } from '@earmark/contracts/kit';
import { REPORT, type Report } from '../kit/core.ts';
import { abortOnDisconnect } from '../kit/process/abort-on-disconnect.ts';
import { ServerSentEvents } from '../kit/process/server-sent-events.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Rejected } from '../kit/rejected.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { RecountChoices } from './recount-choices.ts';
import { Previews } from './previews.ts';
import { RecountProgress } from './recount-progress.ts';
import { RecountSummaries } from './recount-summaries.ts';
import { RecountsProcess } from './recounts.process.ts';

const Started = z.object({ id: z.string() });

@ApiTags('recounts')
@Roles('analyst')
@Controller('api/admin')
export class RecountsController {
  constructor(
    private readonly commands: Commands,
    private readonly process: RecountsProcess,
    private readonly summaries: RecountSummaries,
    private readonly previews: Previews,
    private readonly choices: RecountChoices,
    private readonly recountProgress: RecountProgress,
    private readonly checkpoints: Checkpoints,
    private readonly whoIsSignedIn: WhoIsSignedIn,
    @Inject(REPORT) private readonly report: Report,
  ) {}

  @Post('patterns/preview')
  @ApiOperation({ summary: 'How a change of patterns would affect the counts', description: 'Writes nothing.' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: PreviewAnswer })
  async preview(
    @Body({ schema: PreviewRequest }) body: z.infer<typeof PreviewRequest>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PreviewAnswer> {
    return this.previews.preview(body, abortOnDisconnect(response));
  }

  @Get('history/:eventId/comparison')
  @ApiOperation({
    summary: 'How a past change of patterns affects the counts in the current texts',
    description: 'Writes nothing.',
  })
  @ApiOkResponse({ standardSchema: PreviewAnswer })
  async compare(
    @Param('eventId') eventId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PreviewAnswer> {
    return this.previews.compare(uuidOf(eventId, 'event', EventId), abortOnDisconnect(response));
  }

  @Get('recounts')
  @ApiOperation({ summary: 'Recounts, newest first' })
  @ApiOkResponse({ standardSchema: RecountList })
  async list(@Query({ schema: RecountListQuery }) { after }: z.infer<typeof RecountListQuery>): Promise<RecountList> {
    return this.summaries.list(after ?? null);
  }

  @Get('recounts/effect')
  @ApiOperation({ summary: 'What a recount of everything would change', description: 'Counted anew. Writes nothing.' })
  @ApiOkResponse({ standardSchema: RecountEffect })
  async effect(): Promise<RecountEffect> {
    return { episodes: await this.previews.countMoved() };
  }

  @Get('recounts/changes')
  @ApiOperation({
    summary: 'Changes of patterns that some episode is not counted with',
    description: 'What a recount can be limited to.',
  })
  @ApiOkResponse({ standardSchema: PendingChanges })
  async changes(
    @Query({ schema: PendingChangesQuery }) query: z.infer<typeof PendingChangesQuery>,
    @Viewer() viewer: SignedIn | null,
  ): Promise<PendingChanges> {
    return this.choices.listPending(query, viewer?.id ?? null);
  }

  @Post('recounts')
  @ApiOperation({ summary: 'Counts again by other patterns, beside the numbers that visitors see' })
  @HttpCode(201)
  @ApiCreatedResponse({ standardSchema: Started })
  async start(
    @Body({ schema: StartRecountRequest }) body: z.infer<typeof StartRecountRequest>,
    @By() by: Context,
  ): Promise<z.infer<typeof Started>> {
    const { podcastUuids = null, asOf = null, changes = null } = body;
    const order = { podcastUuids, asOf, changes, resumesOpen: false };
    const { id } = await this.commands.send(new StartRecount(order, by));

    return { id };
  }

  @Get('recounts/progress')
  @ApiOperation({
    summary: 'Follows the recounts that are being counted',
    description:
      'Server-sent events: a RecountSummary whenever something of one has changed, the last when it is not counted any more; then `complete`, once none is.',
  })
  @ApiProduces('text/event-stream')
  progress(@Req() request: Request, @Res() response: Response, @Viewer() viewer: SignedIn | null): void {
    const events = new ServerSentEvents(response, {
      mayRead: async () => (await this.whoIsSignedIn.find(request))?.role === viewer?.role,
      report: this.report,
    });
    this.recountProgress.follow(
      { show: (recount) => events.send({ data: recount }), complete: () => events.complete() },
      events.signal,
    );
    if (viewer === null) return;
    const unwatch = this.whoIsSignedIn.watch(request, viewer, () => events.end());
    events.signal.addEventListener('abort', unwatch, { once: true });
  }

  @Get('recounts/:id')
  @ApiOperation({ summary: 'A recount with its differences' })
  @ApiOkResponse({ standardSchema: RecountView })
  async view(
    @Param('id') id: string,
    @Query({ schema: RecountQuery }) { by, sort, after, text }: z.infer<typeof RecountQuery>,
  ): Promise<RecountView> {
    return this.summaries.view(uuidOf(id, 'recount', RecountId), by, sort, after, text);
  }

  @Get('recounts/:id/passages')
  @ApiOperation({ summary: 'Passages in which a recount differs' })
  @ApiOkResponse({ standardSchema: RecountPassages })
  async passages(
    @Param('id') id: string,
    @Query({ schema: RecountPassagesQuery }) place: z.infer<typeof RecountPassagesQuery>,
  ): Promise<RecountPassages> {
    return this.summaries.passages(uuidOf(id, 'recount', RecountId), place);
  }

  @Post('recounts/:id/publish')
  @ApiOperation({
    summary: 'Publishes a recount',
    description: 'Every episode of its scope follows its vocabulary from now on.',
  })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RecountView })
  async publish(
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<RecountView> {
    const recountId = uuidOf(id, 'recount', RecountId);
    const outcome = await this.commands.send(new ChangeRecount({ type: 'PublishRecount', recountId }, by));
    await answerWhenProjected(this.checkpoints, response, outcome, null);

    return this.whole(recountId);
  }

  @Post('recounts/:id/discard')
  @ApiOperation({ summary: 'Discards a recount' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RecountView })
  async discard(@Param('id') id: string, @By() by: Context): Promise<RecountView> {
    const recountId = uuidOf(id, 'recount', RecountId);
    await this.commands.send(new ChangeRecount({ type: 'DiscardRecount', recountId }, by));

    return this.whole(recountId);
  }

  @Post('recounts/:id/pause')
  @ApiOperation({ summary: 'Pauses a recount that is being counted' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RecountView })
  async pause(@Param('id') id: string): Promise<RecountView> {
    const recountId = uuidOf(id, 'recount', RecountId);
    const { status } = await this.summaries.get(recountId);
    if (status !== 'running')
      throw new Rejected('recount-state', `Only a running recount can pause; this one is ${status}.`);
    await this.process.pause(recountId);

    return this.whole(recountId);
  }

  @Post('recounts/:id/resume')
  @ApiOperation({ summary: 'Resumes a paused recount' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RecountView })
  async resume(@Param('id') id: string): Promise<RecountView> {
    const recountId = uuidOf(id, 'recount', RecountId);
    const { status, changedSince } = await this.summaries.get(recountId);
    if (status !== 'paused' && status !== 'failed' && changedSince === 0)
      throw new Rejected(
        'recount-state',
        `Only a recount that is paused or failed, or whose episodes changed, can continue; this one is ${status}.`,
      );
    await this.process.goOn(recountId);

    return this.whole(recountId);
  }

  private async whole(recountId: RecountId): Promise<RecountView> {
    const { by, sort } = RecountQuery.parse({});

    return this.summaries.view(recountId, by, sort, undefined);
  }
}
