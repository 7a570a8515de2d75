import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import { RecordTranscriptFile, TranscriptFileAnswer, TranscriptFilePreview } from '@earmark/contracts/transcripts';
import { Controller, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { ANY_FILE } from '../kit/api-docs.ts';
import { AnyContentType } from '../kit/auth/access.decorators.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { uploadedFile } from '../kit/uploaded-file.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { previewTranscript } from './preview-transcript.ts';

@ApiTags('transcripts')
@Controller('api')
export class TranscriptsController {
  constructor(
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
    private readonly streams: Streams,
    private readonly parsing: Parsing,
  ) {}

  @Post('admin/episodes/:uuid/transcript-file')
  @ApiOperation({
    summary: 'Records a transcript from a file',
    description: 'With `preview=true` nothing is recorded.',
  })
  @HttpCode(200)
  @AnyContentType()
  @ApiConsumes('*/*', 'multipart/form-data')
  @ApiBody({ schema: ANY_FILE })
  @ApiQuery({
    name: 'replaceEdits',
    required: false,
    schema: { type: 'boolean', default: false },
    description: 'Replace a transcript even if people have corrected it.',
  })
  @ApiQuery({
    name: 'preview',
    required: false,
    schema: { type: 'boolean', default: false },
    description: 'Only read the file, and answer its first segments.',
  })
  @ApiOkResponse({ standardSchema: z.union([TranscriptFilePreview, TranscriptFileAnswer]) })
  async transcriptFile(
    @Param('uuid') uuid: string,
    @Query('replaceEdits') replaceEdits: string | undefined,
    @Query('preview') preview: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<TranscriptFileAnswer | TranscriptFilePreview> {
    // A file that is too large is reported before anything wrong with the path.
    const bytes = await uploadedFile(request);
    const episodeUuid = uuidOf(uuid, 'episode', EpisodeUuid);
    const replacesEdits = isTrue('replaceEdits', replaceEdits);
    if (isTrue('preview', preview))
      return previewTranscript({ streams: this.streams, parsing: this.parsing }, { episodeUuid, bytes });
    const { outcome, answer } = await this.commands.send(
      new RecordTranscriptFile({ episodeUuid, bytes, source: 'upload', replacesEdits }, by),
    );

    return answerWhenProjected(this.checkpoints, response, outcome, answer);
  }
}

/** Default: false. Throws Rejected `invalid` for anything but true or false. */
function isTrue(name: string, value: unknown): boolean {
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw new Rejected('invalid', `The value of "${name}" must be true or false.`);

  return value === 'true';
}
