import { PutEntitiesRequest, SavedAnswer } from '@earmark/contracts/episodes';
import { findEpisode, listMentions, listSegments } from '@earmark/projections/queries';
import { Body, Controller, Headers, HttpCode, Inject, Param, Post, Put, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { formatVersion, versionNow } from '../episodes/version.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Context } from '../kit/context.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { EntitiesHandler } from './entities.handler.ts';

const Refreshed = z.object({ entityCount: z.number().int() });

@ApiTags('entities')
@Controller('api/episodes')
export class EntitiesController {
  constructor(
    private readonly entities: EntitiesHandler,
    private readonly streams: Streams,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
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
    const found = await findEpisode(this.pool, null, episodeUuid);
    if (!found) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
    const outcome = await this.entities.extract(found.episode.uuid, by);
    await answerWhenProjected(this.checkpoints, response, outcome, null);
    const segments = found.versionId === null ? [] : await listSegments(this.pool, found.episode.uuid, found.versionId);

    return { entityCount: (await listMentions(this.pool, found.episode.uuid, segments)).length };
  }

  /** The whole list as the editor has it. `If-Match` names what was loaded. */
  @Put(':uuid/entities')
  @ApiOkResponse({ standardSchema: SavedAnswer })
  async save(
    @Param('uuid') uuid: string,
    @Body({ schema: PutEntitiesRequest }) body: PutEntitiesRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<SavedAnswer> {
    const episodeUuid = uuidOf(uuid, 'episode');
    const outcome = await this.entities.save(episodeUuid, body, ifMatch, by);

    return answerWhenProjected(this.checkpoints, response, outcome, {
      success: true,
      changes: outcome.types.length,
      version: formatVersion(await versionNow(this.streams.log, episodeUuid)),
      correlationId: by.correlationId,
    });
  }
}
