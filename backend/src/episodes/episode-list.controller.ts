import { EpisodeList, EpisodeSearchAnswer } from '@earmark/contracts/episodes';
import {
  listDescribedMatches,
  listEpisodes,
  listMentionedEpisodes,
  listNameMatches,
  listTextMatches,
} from '@earmark/projections/queries';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Pool } from 'pg';
import { z } from 'zod';
import { withCleanDescription } from '../feeds/clean-html.ts';
import { getPodcast } from '../kit/catalogue.ts';
import { PG_POOL } from '../kit/pg.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { episodeCursor, episodePlace } from './episode-place.ts';

/** Shorter texts only filter the loaded list in the browser. */
const SearchQuery = z.object({ q: z.string().trim().min(3).max(200) });
const ListQuery = z.object({
  podcast: z.string().min(1).max(500).optional(),
  category: z
    .string()
    .regex(/^[a-z][a-z_]{0,59}$/i, 'is not the name of a category, such as technology')
    .optional(),
  after: z.string().max(2000).optional(),
});

/** Lists of episodes. */
@ApiTags('reading')
@Controller('api')
export class EpisodeListController {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  @Get('episodes')
  @ApiOperation({ summary: 'Episodes with mentions, of all podcasts, newest first' })
  @ApiOkResponse({ standardSchema: EpisodeList })
  async episodes(
    @Query({ schema: ListQuery }) { podcast, category, after }: z.infer<typeof ListQuery>,
  ): Promise<EpisodeList> {
    const place = after === undefined ? null : episodePlace(after);

    return atOneMoment(this.pool, async (db) => {
      const filter = {
        seriesUuid: podcast === undefined ? null : (await getPodcast(db, podcast)).uuid,
        category: category === undefined ? null : `PODCASTSERIES_${category.toUpperCase()}`,
      };
      const { episodes, last } = await listMentionedEpisodes(db, filter, place);

      return { episodes, next: last && episodeCursor(last) };
    });
  }

  @Get('podcasts/:podcastName/search')
  @ApiOperation({
    summary: 'Episodes of a podcast in which a text is said',
    description:
      'The number on a badge equals the one on the episode’s page, which the badge opens with the same text.',
  })
  @ApiOkResponse({ standardSchema: EpisodeSearchAnswer })
  async search(
    @Param('podcastName') podcastName: string,
    @Query({ schema: SearchQuery }) { q }: z.infer<typeof SearchQuery>,
  ): Promise<EpisodeSearchAnswer> {
    return atOneMoment(this.pool, async (db) => {
      const { uuid } = await getPodcast(db, podcastName);
      const byName = await listNameMatches(db, uuid, q);
      const byText = await listTextMatches(db, uuid, q);
      const described = await listDescribedMatches(db, uuid, q);
      const found = new Set([...byName.keys(), ...byText.keys(), ...described]);
      const episodes = await listEpisodes(db, uuid, [...found]);

      return {
        episodes: episodes.map((episode) => ({
          ...withCleanDescription(episode),
          matchCount: byName.get(episode.uuid) ?? byText.get(episode.uuid) ?? 0,
        })),
      };
    });
  }
}
