import {
  DIRECTORY_NAMES,
  DirectoriesAnswer,
  DirectoryEpisodesAnswer,
  SearchSeriesAnswer,
} from '@earmark/contracts/series';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { quoted, Rejected } from '../kit/rejected.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { Directories } from './directories.ts';

const Directory = z.enum(DIRECTORY_NAMES);
const SearchQuery = z.object({
  q: z.string().trim().max(2000).default(''),
  directory: Directory.optional(),
});
const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(25).default(10),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

@ApiTags('series')
@Controller('api/admin')
export class DirectoriesController {
  constructor(private readonly directories: Directories) {}

  @Get('directories')
  @ApiOperation({
    summary: 'Directories that can be searched',
    description: 'Also which one is searched when the call names none.',
  })
  @ApiOkResponse({ standardSchema: DirectoriesAnswer })
  list(): z.infer<typeof DirectoriesAnswer> {
    return { directories: this.directories.list() };
  }

  @Get('search-series')
  @ApiOperation({ summary: 'Searches a directory by name, or reads the feed at an address' })
  @ApiOkResponse({ standardSchema: SearchSeriesAnswer })
  async searchSeries(
    @Query({ schema: SearchQuery }) { q, directory }: z.infer<typeof SearchQuery>,
  ): Promise<z.infer<typeof SearchSeriesAnswer>> {
    if (q === '') throw new Rejected('invalid', 'Please enter a podcast name to search');

    return this.directories.search(q, directory ?? null);
  }

  @Get(':directory/episodes/:seriesUuid')
  @ApiOperation({ summary: 'Episodes of a podcast, from a directory' })
  @ApiOkResponse({ standardSchema: DirectoryEpisodesAnswer })
  async episodes(
    @Param('directory') directory: string,
    @Param('seriesUuid') seriesUuid: string,
    @Query({ schema: PageQuery }) { limit, offset }: z.infer<typeof PageQuery>,
  ): Promise<z.infer<typeof DirectoryEpisodesAnswer>> {
    const named = Directory.safeParse(directory);
    if (!named.success) throw new Rejected('not-found', `There is no directory ${quoted(directory)}.`);

    return this.directories.episodes(named.data, uuidOf(seriesUuid, 'series'), limit, offset);
  }
}
