import {
  EpisodeUuid,
  PutDescriptionRequest,
  PutEntitiesRequest,
  PutTranscriptRequest,
  SavedAnswer,
} from '@earmark/contracts/episodes';
import { RefreshEntities } from '@earmark/contracts/entities';
import type { Context } from '@earmark/contracts/kit';
import { Body, Controller, Headers, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { ApiIfMatch } from '../kit/api-docs.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { writtenSegments } from '../transcripts/written-segments.ts';
import { Editing } from './editing.ts';
import { EntityLists } from './entity-lists.ts';
import { answerSaved } from './saved-answer.ts';

const Refreshed = z.object({ entityCount: z.number().int() });

/** Whole-document writes of the page's editors: `If-Match` names the version of the page that was loaded. */
@ApiTags('episodes')
@Controller('api/episodes')
export class EditingController {
  constructor(
    private readonly editing: Editing,
    private readonly lists: EntityLists,
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
  ) {}

  @Put(':uuid/transcript')
  @ApiOperation({
    summary: 'Saves the whole transcript of the editor',
    description: '409 `edit-conflict` carries `conflicts`.',
  })
  @ApiIfMatch()
  @ApiOkResponse({ standardSchema: SavedAnswer })
  async saveTranscript(
    @Param('uuid') uuid: string,
    @Body({ schema: PutTranscriptRequest }) body: PutTranscriptRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<SavedAnswer> {
    const episodeUuid = uuidOf(uuid, 'episode', EpisodeUuid);
    const saved = await this.editing.saveTranscript(episodeUuid, writtenSegments(body), ifMatch, by);
    // The caller does not know the new ids either.
    const isKnown = body.segments.every(({ id }) => typeof id === 'string');

    return answerSaved(this.checkpoints, response, isKnown ? saved : { ...saved, version: null }, by);
  }

  @Put(':uuid/entities')
  @ApiOperation({ summary: 'Saves the whole list of entities of the editor' })
  @ApiIfMatch()
  @ApiOkResponse({ standardSchema: SavedAnswer })
  async saveEntities(
    @Param('uuid') uuid: string,
    @Body({ schema: PutEntitiesRequest }) body: PutEntitiesRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<SavedAnswer> {
    const saved = await this.editing.saveEntities(uuidOf(uuid, 'episode', EpisodeUuid), body, ifMatch, by);

    return answerSaved(this.checkpoints, response, saved, by);
  }

  @Post(':uuid/refresh-entities')
  @ApiOperation({ summary: 'Finds the episode’s entities by the current vocabulary' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: Refreshed })
  async refreshEntities(
    @Param('uuid') uuid: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof Refreshed>> {
    const episodeUuid = uuidOf(uuid, 'episode', EpisodeUuid);
    const outcome = await this.commands.send(new RefreshEntities({ episodeUuid }, by));
    await answerWhenProjected(this.checkpoints, response, outcome, null);

    return { entityCount: (await this.lists.listNow(episodeUuid)).length };
  }

  @Put(':uuid/description')
  @ApiOperation({ summary: 'Saves the description as HTML; a blank one removes it' })
  @ApiIfMatch()
  @ApiOkResponse({ standardSchema: SavedAnswer })
  async saveDescription(
    @Param('uuid') uuid: string,
    @Body({ schema: PutDescriptionRequest }) { description }: z.infer<typeof PutDescriptionRequest>,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<SavedAnswer> {
    const saved = await this.editing.saveDescription(uuidOf(uuid, 'episode', EpisodeUuid), description, ifMatch, by);

    return answerSaved(this.checkpoints, response, saved, by);
  }
}
