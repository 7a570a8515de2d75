import { PodcastSearchAnswer, PodcastSearchQuery } from '@earmark/contracts/series';
import { searchPodcasts } from '@earmark/projections/queries';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Pool } from 'pg';
import { PG_POOL } from '../kit/pg.ts';
import { atOneMoment } from '../kit/snapshot.ts';

@ApiTags('reading')
@Controller('api/podcasts')
export class PodcastSearchController {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  @Get('search')
  @ApiOperation({ summary: 'Searches the podcasts of the site by name' })
  @ApiOkResponse({ standardSchema: PodcastSearchAnswer })
  async search(@Query({ schema: PodcastSearchQuery }) query: PodcastSearchQuery): Promise<PodcastSearchAnswer> {
    return atOneMoment(this.pool, async (db) => searchPodcasts(db, query));
  }
}
