import { PutTranscriptRequest, SavedAnswer } from '@earmark/contracts/episodes';
import { TranscriptFileAnswer } from '@earmark/contracts/transcripts';
import { Body, Controller, Headers, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { answerSaved } from '../episode-page/saved-answer.ts';
import { ANY_FILE, ApiIfMatch } from '../kit/api-docs.ts';
import { AnyContentType } from '../kit/auth/access.decorators.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Context } from '../kit/context.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { uploadedFile } from '../kit/uploaded-file.ts';
import { Rejected } from '../kit/rejected.ts';
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

  /**
   * A transcript in any known format, as raw body or as the first file of a multipart form. Where people have corrected the
   * present one it is 409 `transcript-edited`, unless `replaceEdits` says that it is meant so.
   */
  @Post('admin/episodes/:uuid/transcript-file')
  @HttpCode(200)
  @AnyContentType()
  @ApiConsumes('*/*', 'multipart/form-data')
  @ApiBody({ schema: ANY_FILE })
  @ApiQuery({
    name: 'replaceEdits',
    required: false,
    schema: { type: 'boolean', default: false },
    description: 'Also in the place of a transcript that people have corrected.',
  })
  @ApiOkResponse({ standardSchema: TranscriptFileAnswer })
  async transcriptFile(
    @Param('uuid') uuid: string,
    @Query('replaceEdits') replaceEdits: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<TranscriptFileAnswer> {
    // Too large comes before everything that could be wrong with the address.
    const bytes = await uploadedFile(request);
    const episodeUuid = uuidOf(uuid, 'episode');
    const replacesEdits = isTrue('replaceEdits', replaceEdits);
    const { outcome, answer } = await this.transcripts.recordFile(episodeUuid, bytes, 'upload', by, replacesEdits);

    return answerWhenProjected(this.checkpoints, response, outcome, answer);
  }
}

/** Left out: no. Throws Rejected `invalid` for what is neither yes nor no. */
function isTrue(name: string, value: unknown): boolean {
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw new Rejected('invalid', `The value of "${name}" is true or false.`);

  return value === 'true';
}
