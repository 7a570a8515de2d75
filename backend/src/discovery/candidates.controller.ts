import { DiscoveredEntity } from '@earmark/contracts/discovery';
import { listCandidates } from '@earmark/projections/queries';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Pool } from 'pg';
import { z } from 'zod';
import { PG_POOL } from '../kit/pg.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { candidateViews } from './candidate-views.ts';
import { Evidence } from './evidence.ts';

/** Of the plain list. */
const MOST_CANDIDATES = 1000;

/** What was proposed, for review. */
@ApiTags('discovery')
@Controller('api/admin/discovered-entities')
export class CandidatesController {
  constructor(
    private readonly evidence: Evidence,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** The newest 1,000. */
  @Get()
  @ApiOkResponse({ standardSchema: z.array(DiscoveredEntity) })
  async list(): Promise<DiscoveredEntity[]> {
    return atOneMoment(this.pool, async (db) =>
      candidateViews(db, this.evidence, await listCandidates(db, { ids: null, limit: MOST_CANDIDATES })),
    );
  }
}
