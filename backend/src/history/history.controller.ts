import { randomUUID } from 'node:crypto';
import {
  HistoryPage,
  RestoreAnswer,
  RestoreRequest,
  RevertAnswer,
  RevertBatchAnswer,
  RevertBatchPlan,
  RevertBatchRequest,
  RevertRequest,
  UndoProgress,
  WholeDiff,
} from '@earmark/contracts/history';
import { type Context, EventId } from '@earmark/contracts/kit';
import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post, Query, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { Roles } from '../kit/auth/access.decorators.ts';
import { positionIn } from '../kit/as-of-place.ts';
import { By, Viewer } from '../kit/auth/by.decorators.ts';
import type { SignedIn } from '../kit/auth/signed-in.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { isReadable } from '../kit/recorded-events.ts';
import { Rejected } from '../kit/rejected.ts';
import { forCaller } from '../kit/snapshot.ts';
import { Streams } from '../kit/streams.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { LISTED_TYPES } from './histories.ts';
import { HistoryGuard } from './history.guard.ts';
import { HistoryHandler } from './history.handler.ts';
import { HistoryPages, shownTo } from './history-pages.ts';
import { filterOf, HistoryQuery, mayRead, readerOf } from './history-query.ts';
import { Narrator } from './narrator.ts';
import { idOf } from './reverting.ts';
import type { Undone } from './undo.process.ts';

const BatchAnswer = z.union([RevertBatchPlan, RevertBatchAnswer]);

@ApiTags('history')
@Controller('api')
export class HistoryController {
  constructor(
    private readonly streams: Streams,
    private readonly history: HistoryHandler,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get('history')
  @ApiOperation({
    summary: 'History of a stream, an episode or an entity',
    description: 'For admins and analysts also of the whole log.',
  })
  @UseGuards(HistoryGuard)
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: HistoryPage })
  async list(
    @Query({ schema: HistoryQuery }) query: HistoryQuery,
    @Viewer() viewer: SignedIn | null,
  ): Promise<HistoryPage> {
    const { stream, episodeUuid } = query;
    const before = query.before === undefined ? null : await positionIn(this.streams.log, query.before);
    const reader = readerOf(viewer);
    if (stream !== undefined && episodeUuid !== undefined)
      throw new Rejected('invalid', 'Ask for the history of a stream or of an episode, not of both.');
    return forCaller(this.pool, async (db) => {
      const pages = new HistoryPages(this.streams, db);
      if (episodeUuid !== undefined) return pages.ofEpisode(episodeUuid, before, reader);
      const { entityId } = query;
      if (stream === undefined && entityId !== undefined) return pages.ofEntity(entityId, before, reader);
      if (stream === undefined) return pages.ofEverything(before, await filterOf(query, viewer, db), reader);
      const mentioning = query.entityId ?? query.patternId ?? query.entityTypeId ?? query.segmentId ?? null;
      const recountId = stream.startsWith('recount-') && stream !== 'recount-main' ? idOf(stream) : null;

      return pages.ofStream(recountId === null ? stream : 'recount-main', before, recountId ?? mentioning, reader);
    });
  }

  @Get('history/changes/:eventId')
  @ApiOperation({ summary: 'All fields of a change, of which a history has the first ones only' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: WholeDiff })
  async fields(@Param('eventId') eventId: string, @Viewer() viewer: SignedIn | null): Promise<WholeDiff> {
    const id = uuidOf(eventId, 'event', EventId);
    const event = await this.streams.log.find(id);
    if (!event || !LISTED_TYPES.includes(event.type) || !isReadable(event) || !mayRead(viewer, event.stream))
      throw new Rejected('event-unknown', `There is no change ${id}.`);

    return forCaller(this.pool, async (db) => ({
      diff: shownTo(readerOf(viewer), await new Narrator(this.streams, db).wholeDiff(event)),
    }));
  }

  @Post('admin/history/revert-batch')
  @ApiOperation({
    summary: 'Undoes many changes',
    description:
      'First with `dryRun`, which lists what would and would not be undone; then with the `undoId` of that list.',
  })
  @Roles('analyst')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: BatchAnswer })
  async revertBatch(
    @Body({ schema: RevertBatchRequest }) body: z.infer<typeof RevertBatchRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof BatchAnswer>> {
    if (!('undoId' in body)) return this.history.plan(body, by);
    const undone = await this.history.run(
      body.undoId,
      { ...by, reason: body.reason || by.reason },
      body.eventIds ?? null,
    );
    const { eventIds, notUndone } = undone;

    return this.answer(response, undone, { eventIds, notUndone });
  }

  @Get('admin/history/revert-batch/:undoId')
  @ApiOperation({ summary: 'How far an undo of many changes is' })
  @Roles('analyst')
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: UndoProgress })
  progress(@Param('undoId') undoId: string): UndoProgress {
    return this.history.progressOf(undoId);
  }

  @Post('admin/history/restore')
  @ApiOperation({
    summary: 'Undoes all changes of an episode since an earlier version',
    description: '409 `not-revertible`, and nothing is undone, when one of them cannot be.',
  })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RestoreAnswer })
  async restore(
    @Body({ schema: RestoreRequest }) body: z.infer<typeof RestoreRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<RestoreAnswer> {
    const { episodeUuid, position, reason } = body;
    const correlationId = randomUUID();
    const context = { ...by, correlationId, reason: reason || by.reason };
    const undone = await this.history.restore(episodeUuid, BigInt(position), context);
    const { eventIds, notUndone } = undone;
    await this.answer(response, undone, null);
    const [left] = notUndone;
    if (left)
      throw new Rejected(
        'not-revertible',
        `Somebody made another change meanwhile: ${eventIds.length === 1 ? 'one change was' : `${eventIds.length} changes were`} undone, ${notUndone.length} not. ${left.why}`,
      );

    return { eventIds, correlationId };
  }

  @Post('admin/history/:eventId/revert')
  @ApiOperation({ summary: 'Undoes one change and keeps the later ones' })
  @Roles('analyst')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RevertAnswer })
  async revert(
    @Param('eventId') eventId: string,
    @Body({ schema: RevertRequest }) { reason }: z.infer<typeof RevertRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<RevertAnswer> {
    const outcome = await this.history.revert(uuidOf(eventId, 'event', EventId), {
      ...by,
      reason: reason || by.reason,
    });

    return answerWhenProjected(this.checkpoints, response, outcome, { eventIds: [...outcome.eventIds] });
  }

  private async answer<Answer>(response: Response, { position }: Undone, answer: Answer): Promise<Answer> {
    return answerWhenProjected(this.checkpoints, response, { position }, answer);
  }
}
