import { EntityIndexAnswer, EntityIndexQuery } from '@earmark/contracts/search';
import { listEntityIndex } from '@earmark/projections/queries';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { entityCursor, entityPlace } from './result-place.ts';
import { Searches } from './searches.ts';

/** All entities that are mentioned. */
@ApiTags('search')
@Controller('api/entities')
export class EntityIndexController {
  constructor(private readonly searches: Searches) {}

  @Get()
  @ApiOperation({ summary: 'The index of all entities' })
  @ApiOkResponse({ standardSchema: EntityIndexAnswer })
  async entities(
    @Query({ schema: EntityIndexQuery }) { after, ...asked }: z.infer<typeof EntityIndexQuery>,
  ): Promise<EntityIndexAnswer> {
    const place = after === undefined ? null : entityPlace(after);
    const { answer, last } = await this.searches.answer(['entities', asked, after], async (db, library) =>
      listEntityIndex(db, library, asked, place),
    );

    return { ...answer, next: last && entityCursor(last) };
  }
}
