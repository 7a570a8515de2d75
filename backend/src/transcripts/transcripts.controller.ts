import { PutTranscriptRequest, SavedAnswer } from '@earmark/contracts/episodes';
import { TranscriptFileAnswer } from '@earmark/contracts/transcripts';
import { Body, Controller, Headers, HttpCode, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { answerSaved } from '../episodes/saved-answer.ts';
import { ANY_FILE, ApiIfMatch } from '../kit/api-docs.ts';
import { AnyContentType } from '../kit/auth/access.decorators.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Context } from '../kit/context.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { uploadedFile } from '../kit/uploaded-file.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { TranscriptsHandler } from './transcripts.handler.ts';
import { writtenSegments } from './written-segments.ts';

@ApiTags('transcripts')
@Controller('api')
export class TranscriptsController {
  constructor(
    private readonly transcripts: TranscriptsHandler,
    private readonly checkpoints: Checkpoints,
  ) {}

  /** Saves what the editor holds; `If-Match` names what it loaded. 409 `edit-conflict` carries `conflicts`. */
  @Put('episodes/:uuid/transcript')
  @ApiIfMatch()
  @ApiOkResponse({ standardSchema: SavedAnswer })
  async save(
    @Param('uuid') uuid: string,
    @Body({ schema: PutTranscriptRequest }) body: PutTranscriptRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<SavedAnswer> {
    const episodeUuid = uuidOf(uuid, 'episode');
    const saved = await this.transcripts.save(episodeUuid, writtenSegments(body), ifMatch, by);
    // The ids that were given are not known to the caller either.
    const isKnown = body.segments.every(({ id }) => typeof id === 'string');

    return answerSaved(this.checkpoints, response, isKnown ? saved : { ...saved, version: null }, by);
  }

  /** A transcript in any known form, as raw body or as the first file of a multipart form. */
  @Post('admin/episodes/:uuid/transcript-file')
  @HttpCode(200)
  @AnyContentType()
  @ApiConsumes('*/*', 'multipart/form-data')
  @ApiBody({ schema: ANY_FILE })
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
