import { DirectoryEpisodesAnswer, SearchSeriesAnswer } from '@earmark/contracts/series';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Rejected } from '../kit/rejected.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { Directories } from './directories.ts';

const SearchQuery = z.object({ q: z.string().trim().max(2000).default('') });
const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(25).default(10),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

@ApiTags('series')
@Controller('api/admin')
export class DirectoriesController {
  constructor(private readonly directories: Directories) {}

  /** The query is the address of a feed, since no directory can search by name yet. */
  @Get('search-series')
  @ApiOkResponse({ standardSchema: SearchSeriesAnswer })
  async searchSeries(
    @Query({ schema: SearchQuery }) { q }: z.infer<typeof SearchQuery>,
  ): Promise<z.infer<typeof SearchSeriesAnswer>> {
    if (q === '') throw new Rejected('invalid', 'Please enter a podcast name to search');
    if (!/^https?:\/\//i.test(q))
      throw new Rejected('invalid', 'Please enter the address of a feed, which begins with https:// or http://.');

    return { results: await this.directories.search(q), directory: 'rss' };
  }

  @Get('rss/episodes/:seriesUuid')
  @ApiOkResponse({ standardSchema: DirectoryEpisodesAnswer })
  async episodes(
    @Param('seriesUuid') seriesUuid: string,
    @Query({ schema: PageQuery }) { limit, offset }: z.infer<typeof PageQuery>,
  ): Promise<z.infer<typeof DirectoryEpisodesAnswer>> {
    return this.directories.episodes(uuidOf(seriesUuid, 'series'), limit, offset);
  }
}
