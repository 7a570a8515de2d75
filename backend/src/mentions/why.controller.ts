import { LedgerPage, WhyView } from '@earmark/contracts/entities';
import { explainNumber, findEntity, findEpisode } from '@earmark/projections/queries';
import { Controller, Get, Header, Inject, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { Viewer } from '../kit/auth/by.decorators.ts';
import type { SignedIn } from '../kit/auth/signed-in.ts';
import { PG_POOL } from '../kit/pg.ts';
import { quoted, Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { Streams } from '../kit/streams.ts';
import { headPin } from '../vocabulary/pins.ts';
import { Ledger } from './ledger.ts';

const WhyQuery = z.object({ episode: z.uuid().optional() });
const LedgerQuery = WhyQuery.extend({
  before: z
    .string()
    .regex(/^\d{1,19}$/, 'is no position in the log')
    .optional(),
});

/** Why a number of mentions is what it is. `episode`: in one episode; left out: in all. */
@ApiTags('entities')
@Controller('api/entities')
export class WhyController {
  constructor(
    private readonly streams: Streams,
    private readonly ledger: Ledger,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** What it is made of. */
  @Get(':slug/why')
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: WhyView })
  async why(
    @Param('slug') slug: string,
    @Query({ schema: WhyQuery }) { episode }: z.infer<typeof WhyQuery>,
  ): Promise<WhyView> {
    const { vocabularyRevision } = await headPin(this.streams.log);

    return atOneMoment(this.pool, async (db) => {
      const { entity, episodeUuid } = await placeOf(db, slug, episode);
      const parts = await explainNumber(db, entity.id, episodeUuid, vocabularyRevision);

      return { entity: { id: entity.id, name: entity.name, slug: entity.slug }, episodeUuid, ...parts };
    });
  }

  /** The events that moved it. */
  @Get(':slug/ledger')
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: LedgerPage })
  async moves(
    @Param('slug') slug: string,
    @Query({ schema: LedgerQuery }) { episode, before }: z.infer<typeof LedgerQuery>,
    @Viewer() viewer: SignedIn | null,
  ): Promise<LedgerPage> {
    const { entity, episodeUuid } = await atOneMoment(this.pool, async (db) => placeOf(db, slug, episode));

    return this.ledger.page({ entityId: entity.id, episodeUuid }, before === undefined ? null : BigInt(before), viewer);
  }
}

/** Throws Rejected `entity-unknown`, `episode-unknown`. */
async function placeOf(db: PoolClient, slug: string, episode: string | undefined) {
  const entity = await findEntity(db, slug);
  if (!entity) throw new Rejected('entity-unknown', `There is no entity ${quoted(slug)}.`);
  const found = episode === undefined ? null : await findEpisode(db, null, episode);
  if (episode !== undefined && !found) throw new Rejected('episode-unknown', `There is no episode ${episode}.`);

  return { entity, episodeUuid: found && found.episode.uuid };
}
