import { EpisodeUuid } from '@earmark/contracts/episodes';
import {
  AdvancedSearchAnswer,
  AdvancedSearchQuery,
  SearchOptions,
  SegmentsAnswer,
  SegmentsQuery,
  SuggestQuery,
  Suggestions,
} from '@earmark/contracts/search';
import {
  findEpisode,
  listFoundSegments,
  listSearchOptions,
  searchAdvanced,
  suggest,
  type SearchTimes,
} from '@earmark/projections/queries';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { Rejected } from '../kit/rejected.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { resultCursor, resultPlace } from './result-place.ts';
import { Searches } from './searches.ts';

/** For the network panel of a browser, and for the benchmark. */
const serverTiming = ({ findMs, countMs, readMs }: SearchTimes): string =>
  `find;dur=${findMs.toFixed(2)}, count;dur=${countMs.toFixed(2)}, read;dur=${readMs.toFixed(2)}`;

const unless = (value: string): string | null => (value === '' || value === 'all' ? null : value);

/** Advanced search, and what the header and the palette offer. */
@ApiTags('search')
@Controller('api/search')
export class SearchController {
  constructor(private readonly searches: Searches) {}

  @Get('options')
  @ApiOperation({ summary: 'What the form of the advanced search offers' })
  @ApiOkResponse({ standardSchema: SearchOptions })
  async options(): Promise<SearchOptions> {
    return this.searches.answer(['options'], listSearchOptions);
  }

  @Get('advanced')
  @ApiOperation({
    summary: 'Searches everything that was said',
    description:
      '`q` takes words, phrases, operators and filters; `entity`, `category` and `podcast` an id, a slug or a name; `from` and `to` a day or a year.',
  })
  @ApiOkResponse({ standardSchema: AdvancedSearchAnswer })
  async advanced(
    @Query({ schema: AdvancedSearchQuery }) query: AdvancedSearchQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdvancedSearchAnswer> {
    const { after, limit, ...search } = query;
    const place = after === undefined ? null : resultPlace(after);
    // A remembered answer took no time.
    const { answer, last } = await this.searches.answer(['advanced', query], async (db, library) => {
      const { times, ...found } = await searchAdvanced(db, library, search, { after: place, limit });
      response.setHeader('Server-Timing', serverTiming(times));

      return found;
    });

    return { ...answer, next: last && resultCursor(last) };
  }

  @Get('segments')
  @ApiOperation({ summary: 'The segments of an episode that a search finds' })
  @ApiOkResponse({ standardSchema: SegmentsAnswer })
  async segments(
    @Query({ schema: SegmentsQuery }) { episodeUuid, entity, speaker, q }: z.infer<typeof SegmentsQuery>,
  ): Promise<SegmentsAnswer> {
    const asked = { episodeUuid: uuidOf(episodeUuid, 'episode', EpisodeUuid), q };

    return this.searches.run(async (db, library) => {
      if ((await findEpisode(db, null, episodeUuid)) === null)
        throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);

      return listFoundSegments(db, library, { ...asked, entity: unless(entity), speaker: unless(speaker) });
    });
  }

  @Get('suggest')
  @ApiOperation({ summary: 'Podcasts, episodes, entities and passages, as one types' })
  @ApiOkResponse({ standardSchema: Suggestions })
  async suggestions(@Query({ schema: SuggestQuery }) { q }: z.infer<typeof SuggestQuery>): Promise<Suggestions> {
    return this.searches.answer(['suggest', q], async (db, library) => suggest(db, library, q));
  }
}
