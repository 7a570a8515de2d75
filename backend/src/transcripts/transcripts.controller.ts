import { TranscriptFileAnswer } from '@earmark/contracts/transcripts';
import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AnyContentType } from '../kit/auth/access.decorators.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Context } from '../kit/context.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { uploadedFile } from '../kit/uploaded-file.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { TranscriptsHandler } from './transcripts.handler.ts';

@ApiTags('transcripts')
@Controller('api/admin/episodes')
export class TranscriptsController {
  constructor(
    private readonly transcripts: TranscriptsHandler,
    private readonly checkpoints: Checkpoints,
  ) {}

  /** A transcript in any known form, as raw body or as the first file of a multipart form. */
  @Post(':uuid/transcript-file')
  @HttpCode(200)
  @AnyContentType()
  @ApiConsumes('*/*', 'multipart/form-data')
  @ApiOkResponse({ standardSchema: TranscriptFileAnswer })
  async transcriptFile(
    @Param('uuid') uuid: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<TranscriptFileAnswer> {
    const episodeUuid = uuidOf(uuid, 'episode');
    const bytes = await uploadedFile(request);
    const { outcome, answer } = await this.transcripts.recordFile(episodeUuid, bytes, 'upload', by);

    return answerWhenProjected(this.checkpoints, response, outcome, answer);
  }
}
