import { EpisodeMoment, EpisodeUuid } from '@earmark/contracts/episodes';
import { isUuid } from '@earmark/contracts/kit';
import { SeriesUuid } from '@earmark/contracts/series';
import { findEpisode } from '@earmark/projections/queries';
import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Pool } from 'pg';
import { z } from 'zod';
import { missingEpisode } from '../kit/catalogue.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { listMoments } from './moments.ts';

@ApiTags('reading')
@Controller('api/episodes')
export class MomentsController {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get(':uuid/moments')
  @ApiOperation({
    summary: 'The changes of an episode, newest last, at most 500',
    description: 'Each `position` or `eventId` is a valid `asOf`.',
  })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: z.array(EpisodeMoment) })
  async moments(@Param('uuid') uuid: string): Promise<EpisodeMoment[]> {
    const unknown = `There is no episode ${uuid.slice(0, 100)}.`;
    if (!isUuid(uuid)) throw new Rejected('episode-unknown', unknown);
    const found = await findEpisode(this.pool, null, uuid);
    if (!found) throw await missingEpisode(this.pool, null, uuid, unknown);

    return listMoments(
      this.streams.log,
      EpisodeUuid.parse(found.episode.uuid),
      SeriesUuid.parse(found.episode.podcastId),
    );
  }
}
