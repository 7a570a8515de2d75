import type { Context } from '@earmark/contracts/kit';
import {
  ChangeVocabulary,
  NoiseQuery,
  NoisyPatternPage,
  PatternId,
  proposalsFor,
  type NoisyPattern,
} from '@earmark/contracts/vocabulary';
import { countByFilter, listCountedPatterns, NOISE_PAGE, type CountedPattern } from '@earmark/projections/noise';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { Roles } from '../kit/auth/access.decorators.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { NoiseCounts } from './noise-counts.ts';

const Leave = z.object({ isLeft: z.boolean() });

@ApiTags('vocabulary')
@Roles('analyst')
@Controller('api/admin/entity-patterns')
export class NoiseController {
  constructor(
    private readonly noise: NoiseCounts,
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get('counts')
  @ApiOperation({
    summary: 'Patterns with how many mentions each finds',
    description: 'Also what would make noisy ones quieter; 50 a page.',
  })
  @ApiOkResponse({ standardSchema: NoisyPatternPage })
  async counts(@Query({ schema: NoiseQuery }) query: z.infer<typeof NoiseQuery>): Promise<NoisyPatternPage> {
    const { show, sort, after } = query;
    const { isLevel, waiting } = await this.noise.refresh();
    const filter = { show, sort, after, entityTypeId: query.entityTypeId || null, text: query.q || null };
    const { patterns, total } = await listCountedPatterns(this.pool, filter);

    return {
      patterns: patterns.map(viewOf),
      total,
      next: after + NOISE_PAGE < total ? after + NOISE_PAGE : null,
      counts: await countByFilter(this.pool),
      isLevel,
      waiting,
    };
  }

  @Post(':id/left')
  @ApiOperation({ summary: 'Leaves a noisy pattern as it is, or has it looked at again' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: Leave })
  async leave(
    @Param('id') id: string,
    @Body({ schema: Leave }) { isLeft }: z.infer<typeof Leave>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof Leave>> {
    const patternId = uuidOf(id, 'pattern', PatternId);
    const outcome = await this.commands.send(new ChangeVocabulary({ type: 'LeavePattern', patternId, isLeft }, by));

    return answerWhenProjected(this.checkpoints, response, outcome, { isLeft });
  }
}

function viewOf({ aliases, ...pattern }: CountedPattern): NoisyPattern {
  const { namesakes, noise } = pattern;

  return { ...pattern, namesakes: [...namesakes], proposals: proposalsFor(pattern, noise, { aliases, namesakes }) };
}
