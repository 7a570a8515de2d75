import { PutEntitiesRequest, SavedAnswer } from '@earmark/contracts/episodes';
import { Body, Controller, Headers, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { answerSaved } from '../episode-page/saved-answer.ts';
import { ApiIfMatch } from '../kit/api-docs.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Context } from '../kit/context.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { EntitiesHandler } from './entities.handler.ts';

const Refreshed = z.object({ entityCount: z.number().int() });

@ApiTags('entities')
@Controller('api/episodes')
export class EntitiesController {
  constructor(
    private readonly entities: EntitiesHandler,
    private readonly checkpoints: Checkpoints,
  ) {}

  /** Finds the episode's entities by the vocabulary as it is now. */
  @Post(':uuid/refresh-entities')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: Refreshed })
  async refresh(
    @Param('uuid') uuid: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof Refreshed>> {
    const episodeUuid = uuidOf(uuid, 'episode');
    const outcome = await this.entities.extract(episodeUuid, by);
    await answerWhenProjected(this.checkpoints, response, outcome, null);

    return { entityCount: await this.entities.count(episodeUuid) };
  }

  /** The whole list as the editor has it. `If-Match` names what was loaded. */
  @Put(':uuid/entities')
  @ApiIfMatch()
  @ApiOkResponse({ standardSchema: SavedAnswer })
  async save(
    @Param('uuid') uuid: string,
    @Body({ schema: PutEntitiesRequest }) body: PutEntitiesRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<SavedAnswer> {
    const episodeUuid = uuidOf(uuid, 'episode');

    return answerSaved(this.checkpoints, response, await this.entities.save(episodeUuid, body, ifMatch, by), by);
  }
}
