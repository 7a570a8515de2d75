import type { Context } from '@earmark/contracts/kit';
import { DifferentAnswer, DifferentRequest, DuplicatePage } from '@earmark/contracts/mentions';
import { listDuplicateSides } from '@earmark/projections/queries';
import { Body, Controller, Get, Header, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Pool } from 'pg';
import { z } from 'zod';
import { By } from '../kit/auth/by.decorators.ts';
import { PG_POOL } from '../kit/pg.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { Duplicates } from './duplicate-pairs.ts';

const PAGE = 20;
const PageQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,7}$/, 'does not come from a list of duplicates')
    .optional(),
});

/** Entities that may be the same. */
@ApiTags('entities')
@Controller('api/admin/duplicate-entities')
export class DuplicatesController {
  constructor(
    private readonly duplicates: Duplicates,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Pairs of entities that may be the same' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: DuplicatePage })
  async list(@Query({ schema: PageQuery }) { after = '0' }: z.infer<typeof PageQuery>): Promise<DuplicatePage> {
    const pairs = await this.duplicates.list();
    const start = Number(after);
    const page = pairs.slice(start, start + PAGE);
    const sides = await atOneMoment(this.pool, async (db) =>
      listDuplicateSides(
        db,
        page.flatMap(({ from, into }) => [from, into]),
      ),
    );

    return {
      duplicates: page.flatMap(({ likeness, ...pair }) => {
        const [from, into] = [sides.get(pair.from), sides.get(pair.into)];

        return from && into ? [{ from, into, likeness }] : [];
      }),
      total: pairs.length,
      next: start + PAGE < pairs.length ? String(start + PAGE) : null,
    };
  }

  @Post('different')
  @ApiOperation({ summary: 'Tells two entities apart', description: 'They are not suggested again.' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: DifferentAnswer })
  async different(
    @Body({ schema: DifferentRequest }) { one, other, isUndone }: z.infer<typeof DifferentRequest>,
    @By() by: Context,
  ): Promise<z.infer<typeof DifferentAnswer>> {
    await this.duplicates.tell(one, other, isUndone, by.actor.id);

    return { success: true };
  }
}
