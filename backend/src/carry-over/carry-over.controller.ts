import {
  AcceptCorrectionRequest,
  CarryOverView,
  ChangeCarryOver,
  ConfirmCarryOverRequest,
  CorrectionId,
  type CarryOverCommand,
} from '@earmark/contracts/carry-over';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Streams } from '../kit/streams.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { carriedNow } from './carried-versions.ts';
import { findOpen } from './open-carry-over.ts';
import { Waiting } from './waiting.ts';

/** A new transcript takes over what people corrected in the current one; what is not sure waits here for an admin. */
@ApiTags('transcripts')
@Controller('api/admin/episodes/:uuid/carry-over')
export class CarryOverController {
  constructor(
    private readonly streams: Streams,
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Corrections that wait for a decision before readers see the new transcript' })
  @ApiOkResponse({ standardSchema: CarryOverView })
  async carryOver(@Param('uuid') uuid: string): Promise<CarryOverView> {
    return this.view(uuidOf(uuid, 'episode', EpisodeUuid));
  }

  @Post('confirm')
  @ApiOperation({
    summary: 'Shows the new transcript',
    description:
      '409 `corrections-wait` when corrections wait and `rest` does not say what becomes of them; what cannot be accepted is dropped.',
  })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: CarryOverView })
  async confirm(
    @Param('uuid') uuid: string,
    @Body({ schema: ConfirmCarryOverRequest }) { rest }: z.infer<typeof ConfirmCarryOverRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<CarryOverView> {
    const episodeUuid = uuidOf(uuid, 'episode', EpisodeUuid);

    return this.send({ type: 'ConfirmCarryOver', episodeUuid, rest: rest ?? null }, response, by);
  }

  @Post('cancel')
  @ApiOperation({ summary: 'Keeps the current transcript', description: 'The new one stays recorded.' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: CarryOverView })
  async cancel(
    @Param('uuid') uuid: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<CarryOverView> {
    return this.send({ type: 'CancelCarryOver', episodeUuid: uuidOf(uuid, 'episode', EpisodeUuid) }, response, by);
  }

  @Post(':id')
  @ApiOperation({
    summary: 'Accepts a correction, perhaps in other words, or drops it',
    description: '409 `correction-decided` when somebody was faster.',
  })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: CarryOverView })
  async decide(
    @Param('uuid') uuid: string,
    @Param('id') id: string,
    @Body({ schema: AcceptCorrectionRequest }) { decision, text }: z.infer<typeof AcceptCorrectionRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<CarryOverView> {
    const episodeUuid = uuidOf(uuid, 'episode', EpisodeUuid);
    const correctionId = uuidOf(id, 'correction', CorrectionId);

    return this.send(
      decision === 'accept'
        ? { type: 'AcceptCorrection', episodeUuid, correctionId, text: text ?? null }
        : { type: 'DropCorrection', episodeUuid, correctionId },
      response,
      by,
    );
  }

  private async send(command: CarryOverCommand, response: Response, by: Context): Promise<CarryOverView> {
    const outcome = await this.commands.send(new ChangeCarryOver(command, by));

    return answerWhenProjected(this.checkpoints, response, outcome, await this.view(command.episodeUuid));
  }

  private async view(episodeUuid: EpisodeUuid): Promise<CarryOverView> {
    await getPresentEpisode(this.streams, episodeUuid);
    const open = await findOpen(this.streams, episodeUuid);
    if (open === null) return { isOpen: false, placed: 0, obsolete: 0, asked: 0, accepted: 0, dropped: 0, waiting: [] };
    const { version, target } = await carriedNow(this.streams, open);
    const views = open.waiting.map((ref) => new Waiting(ref, version, target).view());

    return {
      isOpen: true,
      ...open.counts,
      waiting: views.sort((one, other) => one.oldTime.startTime - other.oldTime.startTime),
    };
  }
}
