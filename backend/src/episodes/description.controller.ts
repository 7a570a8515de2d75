import { PutDescriptionRequest, SavedAnswer } from '@earmark/contracts/episodes';
import { Body, Controller, Headers, Param, Put, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { ApiIfMatch } from '../kit/api-docs.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Context } from '../kit/context.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { EpisodesHandler } from './episodes.handler.ts';
import { answerSaved } from '../episode-page/saved-answer.ts';

@ApiTags('episodes')
@Controller('api/episodes')
export class DescriptionController {
  constructor(
    private readonly episodes: EpisodesHandler,
    private readonly checkpoints: Checkpoints,
  ) {}

  /** The description as HTML; blank: none. `If-Match` names what was loaded. */
  @Put(':uuid/description')
  @ApiIfMatch()
  @ApiOkResponse({ standardSchema: SavedAnswer })
  async putDescription(
    @Param('uuid') uuid: string,
    @Body({ schema: PutDescriptionRequest }) { description }: z.infer<typeof PutDescriptionRequest>,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<SavedAnswer> {
    const episodeUuid = uuidOf(uuid, 'episode');
    const saved = await this.episodes.editDescription(episodeUuid, description, ifMatch, by);

    return answerSaved(this.checkpoints, response, saved, by);
  }
}
