import {
  PreviewAnswer,
  PreviewRequest,
  RecountList,
  RecountListQuery,
  RecountPassages,
  RecountPassagesQuery,
  RecountQuery,
  RecountView,
  StartRecountRequest,
} from '@earmark/contracts/recounts';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Roles } from '../kit/auth/access.decorators.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Context } from '../kit/context.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { whenGone } from '../kit/when-gone.ts';
import { RecountsHandler } from './recounts.handler.ts';

const Started = z.object({ id: z.string() });

@ApiTags('recounts')
@Roles('analyst')
@Controller('api/admin')
export class RecountsController {
  constructor(
    private readonly recounts: RecountsHandler,
    private readonly checkpoints: Checkpoints,
  ) {}

  /** What a change of patterns would do to the numbers; nothing is written. */
  @Post('patterns/preview')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: PreviewAnswer })
  async preview(
    @Body({ schema: PreviewRequest }) body: z.infer<typeof PreviewRequest>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PreviewAnswer> {
    return this.recounts.preview(body, whenGone(response));
  }

  /** What a change of patterns that was made does in the texts of now; nothing is written. */
  @Get('history/:eventId/comparison')
  @ApiOkResponse({ standardSchema: PreviewAnswer })
  async compare(
    @Param('eventId') eventId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PreviewAnswer> {
    return this.recounts.compare(uuidOf(eventId, 'event'), whenGone(response));
  }

  @Get('recounts')
  @ApiOkResponse({ standardSchema: RecountList })
  async list(@Query({ schema: RecountListQuery }) { after }: z.infer<typeof RecountListQuery>): Promise<RecountList> {
    return this.recounts.list(after ?? null);
  }

  @Post('recounts')
  @HttpCode(201)
  @ApiCreatedResponse({ standardSchema: Started })
  async start(
    @Body({ schema: StartRecountRequest }) body: z.infer<typeof StartRecountRequest>,
    @By() by: Context,
  ): Promise<z.infer<typeof Started>> {
    return { id: (await this.recounts.start(body, by)).id };
  }

  @Get('recounts/:id')
  @ApiOkResponse({ standardSchema: RecountView })
  async view(
    @Param('id') id: string,
    @Query({ schema: RecountQuery }) { by, sort, after }: z.infer<typeof RecountQuery>,
  ): Promise<RecountView> {
    return this.recounts.view(uuidOf(id, 'recount'), by, sort, after);
  }

  @Get('recounts/:id/passages')
  @ApiOkResponse({ standardSchema: RecountPassages })
  async passages(
    @Param('id') id: string,
    @Query({ schema: RecountPassagesQuery }) place: z.infer<typeof RecountPassagesQuery>,
  ): Promise<RecountPassages> {
    return this.recounts.passages(uuidOf(id, 'recount'), place);
  }

  /** Every episode of the scope follows the recount's vocabulary from now on. */
  @Post('recounts/:id/publish')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RecountView })
  async publish(
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<RecountView> {
    const recountId = uuidOf(id, 'recount');
    const outcome = await this.recounts.publish(recountId, by);
    await answerWhenProjected(this.checkpoints, response, outcome, null);

    return this.whole(recountId);
  }

  @Post('recounts/:id/discard')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RecountView })
  async discard(@Param('id') id: string, @By() by: Context): Promise<RecountView> {
    const recountId = uuidOf(id, 'recount');
    await this.recounts.discard(recountId, by);

    return this.whole(recountId);
  }

  @Post('recounts/:id/pause')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RecountView })
  async pause(@Param('id') id: string): Promise<RecountView> {
    const recountId = uuidOf(id, 'recount');
    await this.recounts.pause(recountId);

    return this.whole(recountId);
  }

  @Post('recounts/:id/resume')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RecountView })
  async resume(@Param('id') id: string): Promise<RecountView> {
    const recountId = uuidOf(id, 'recount');
    await this.recounts.unpause(recountId);

    return this.whole(recountId);
  }

  private async whole(recountId: string): Promise<RecountView> {
    const { by, sort } = RecountQuery.parse({});

    return this.recounts.view(recountId, by, sort, undefined);
  }
}
