import { EntityPage, PassagePage } from '@earmark/contracts/mentions';
import {
  findEntity,
  findOutermostPassage,
  findPodcast,
  listAliases,
  listEntityMonths,
  listEntityPodcasts,
  listEntitySpeakers,
  listMerges,
  listPassages,
  listSplits,
} from '@earmark/projections/queries';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { PG_POOL } from '../kit/pg.ts';
import { quoted, Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { passageCursor, passagePlace } from './passage-place.ts';

const PassagesQuery = z.object({
  after: z.string().max(2000).optional(),
  podcast: z.string().min(1).max(500).optional(),
});

/** The page of an entity: its mentions in all podcasts. */
@ApiTags('entities')
@Controller('api/entities')
export class EntityPageController {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  @Get(':slug')
  @ApiOperation({ summary: 'An entity with its numbers, in all podcasts' })
  @ApiOkResponse({ standardSchema: EntityPage })
  async page(@Param('slug') slug: string): Promise<EntityPage> {
    return atOneMoment(this.pool, async (db) => {
      const entity = await getEntity(db, slug);
      const podcasts = await listEntityPodcasts(db, entity.id);

      return {
        entity,
        merges: await listMerges(db, entity.id),
        splits: await listSplits(db, entity.id),
        aliases: await listAliases(db, entity),
        mentions: podcasts.reduce((sum, { count }) => sum + count, 0),
        episodes: podcasts.reduce((sum, { episodes }) => sum + episodes, 0),
        podcasts,
        speakers: await listEntitySpeakers(db, entity.id),
        months: await listEntityMonths(db, entity.id),
        first: await findOutermostPassage(db, entity.id, 'first'),
        last: await findOutermostPassage(db, entity.id, 'last'),
      };
    });
  }

  @Get(':slug/mentions')
  @ApiOperation({ summary: 'The mentions of an entity, newest episodes first' })
  @ApiOkResponse({ standardSchema: PassagePage })
  async mentions(
    @Param('slug') slug: string,
    @Query({ schema: PassagesQuery }) { after, podcast }: z.infer<typeof PassagesQuery>,
  ): Promise<PassagePage> {
    const place = after === undefined ? null : passagePlace(after);

    return atOneMoment(this.pool, async (db) => {
      const entity = await getEntity(db, slug);
      const series = podcast === undefined ? null : await findPodcast(db, podcast);
      if (podcast !== undefined && !series)
        throw new Rejected('series-unknown', `There is no podcast ${quoted(podcast)}.`);
      const { passages, last } = await listPassages(db, entity.id, series?.uuid ?? null, place);

      return { mentions: passages, next: last && passageCursor(last) };
    });
  }
}

async function getEntity(db: PoolClient, slug: string) {
  const entity = await findEntity(db, slug);
  if (!entity) throw new Rejected('entity-unknown', `There is no entity ${quoted(slug)}.`);

  return entity;
}
