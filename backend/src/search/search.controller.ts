import {
  AdvancedSearchAnswer,
  AdvancedSearchQuery,
  SearchOptions,
  SegmentsAnswer,
  SegmentsQuery,
  SuggestQuery,
  Suggestions,
} from '@earmark/contracts/search';
import { listFoundSegments, listSearchOptions, searchAdvanced, suggest } from '@earmark/projections/queries';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { resultCursor, resultPlace } from './result-place.ts';
import { Searches } from './searches.ts';

const unless = (value: string): string | null => (value === '' || value === 'all' ? null : value);

/** Advanced search, and what the header and the palette offer. */
@ApiTags('search')
@Controller('api/search')
export class SearchController {
  constructor(private readonly searches: Searches) {}

  @Get('options')
  @ApiOkResponse({ standardSchema: SearchOptions })
  async options(): Promise<SearchOptions> {
    return this.searches.answer(['options'], listSearchOptions);
  }

  @Get('advanced')
  @ApiOkResponse({ standardSchema: AdvancedSearchAnswer })
  async advanced(@Query({ schema: AdvancedSearchQuery }) query: AdvancedSearchQuery): Promise<AdvancedSearchAnswer> {
    const { after, limit, ...search } = query;
    const place = after === undefined ? null : resultPlace(after);
    const { answer, last } = await this.searches.answer(['advanced', query], async (db, library) =>
      searchAdvanced(db, library, search, { after: place, limit }),
    );

    return { ...answer, next: last && resultCursor(last) };
  }

  @Get('segments')
  @ApiOkResponse({ standardSchema: SegmentsAnswer })
  async segments(
    @Query({ schema: SegmentsQuery }) { entity, speaker, ...rest }: z.infer<typeof SegmentsQuery>,
  ): Promise<SegmentsAnswer> {
    return this.searches.run(async (db, library) =>
      listFoundSegments(db, library, { ...rest, entity: unless(entity), speaker: unless(speaker) }),
    );
  }

  @Get('suggest')
  @ApiOkResponse({ standardSchema: Suggestions })
  async suggestions(@Query({ schema: SuggestQuery }) { q }: z.infer<typeof SuggestQuery>): Promise<Suggestions> {
    return this.searches.answer(['suggest', q], async (db, library) => suggest(db, library, q));
  }
}
