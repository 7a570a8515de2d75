import { IgnoredName, UnignoreName } from '@earmark/contracts/discovery';
import type { Context } from '@earmark/contracts/kit';
import { listIgnoredNames } from '@earmark/projections/queries';
import { Controller, Delete, Get, HttpCode, Inject, Param, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { uuidOf } from '../kit/uuid-of.ts';

/** Names that were rejected everywhere or in a category, and are not proposed. */
@ApiTags('discovery')
@Controller('api/admin/ignored-names')
export class IgnoredNamesController {
  constructor(
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Names that are not proposed, newest first' })
  @ApiOkResponse({ standardSchema: z.array(IgnoredName) })
  async list(): Promise<IgnoredName[]> {
    return listIgnoredNames(this.pool);
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Lets a name be proposed again',
    description: 'Candidates that wait outside of the queue return to it.',
  })
  @HttpCode(204)
  @ApiNoContentResponse()
  async unignore(
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<void> {
    const outcome = await this.commands.send(new UnignoreName({ ignoredId: uuidOf(id, 'name') }, by));

    return answerWhenProjected(this.checkpoints, response, outcome, undefined);
  }
}
