import { PutTranscriptRequest, SavedAnswer } from '@earmark/contracts/episodes';
import { TranscriptFileAnswer } from '@earmark/contracts/transcripts';
import { Body, Controller, Headers, HttpCode, Inject, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import { parseVersion, versionAfter } from '../episodes/version.ts';
import { AnyContentType } from '../kit/auth/access.decorators.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Context } from '../kit/context.ts';
import { PG_POOL } from '../kit/pg.ts';
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
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Saves what the editor holds; `If-Match` names what it loaded. 409 `edit-conflict` carries `conflicts`. */
  @Put('episodes/:uuid/transcript')
  @ApiOkResponse({ standardSchema: SavedAnswer })
  async save(
    @Param('uuid') uuid: string,
    @Body({ schema: PutTranscriptRequest }) body: PutTranscriptRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<SavedAnswer> {
    const episodeUuid = uuidOf(uuid, 'episode');
    const base = ifMatch === undefined ? null : parseVersion(ifMatch);
    const segments = writtenSegments(body);
    const saved = await this.transcripts.save(episodeUuid, segments, base?.transcriptRevision ?? null, by);
    await answerWhenProjected(this.checkpoints, response, saved.outcome, null);
    const version = await versionAfter(this.pool, episodeUuid, { transcriptRevision: saved.revision });
    response.setHeader('ETag', `"${version}"`);

    return { success: true, changes: saved.changes, version, correlationId: by.correlationId };
  }

  /** A transcript in any known form, as raw body or as the first file of a multipart form. */
  @Post('admin/episodes/:uuid/transcript-file')
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
