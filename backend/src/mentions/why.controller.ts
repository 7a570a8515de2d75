import { LedgerPage, WhyMention, WhyTotal, WhyView } from '@earmark/contracts/entities';
import { GivenUuid } from '@earmark/contracts/kit';
import { EntityId } from '@earmark/contracts/vocabulary';
import {
  explainMention,
  explainNumber,
  explainTotal,
  findEntity,
  findEpisode,
  findTablesState,
  type NumberScope,
} from '@earmark/projections/queries';
import { Controller, Get, Header, Inject, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { positionIn } from '../kit/as-of-place.ts';
import { Viewer } from '../kit/auth/by.decorators.ts';
import type { SignedIn } from '../kit/auth/signed-in.ts';
import { callerLeft, currentCaller } from '../kit/call.ts';
import { getPodcast, missingEpisode } from '../kit/catalogue.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Places } from '../kit/places.ts';
import { quoted, Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { StateCache } from '../kit/state-cache.ts';
import { Streams } from '../kit/streams.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { headPin } from '../vocabulary/pins.ts';
import { Ledger } from './ledger.ts';
import type { LedgerStart } from './ledger-lines.ts';
import { Attributions } from './attributions.ts';

/** `podcast` is a slug or uuid. At most one of the two may be given; neither means everywhere. */
const WhyQuery = z.object({ episode: GivenUuid.optional(), podcast: z.string().min(1).max(500).optional() });
type WhyQuery = z.infer<typeof WhyQuery>;
const LedgerQuery = WhyQuery.extend({
  after: z
    .string()
    .regex(/^\d{1,19}(-\d{1,9})?$/, 'is not a position in the log')
    .optional(),
});
const MentionQuery = z.object({ episode: GivenUuid });

const CACHE_BYTES = 4 * 1024 * 1024;
const BYTES_PER_CHARACTER = 4;

/** Explains mention counts, in one episode, in one podcast or everywhere. */
@ApiTags('entities')
@Controller('api')
export class WhyController {
  /** Each may read two hundred thousand texts. */
  private readonly places = new Places({
    atOnce: 3,
    perCaller: 2,
    waiting: 40,
    waitingPerCaller: 10,
    busy: 'Too many people are asking for breakdowns of counts right now. Try again in a moment.',
  });

  private readonly answers = new StateCache(CACHE_BYTES);

  constructor(
    private readonly streams: Streams,
    private readonly ledger: Ledger,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get('entities/:slug/why')
  @ApiOperation({ summary: 'The breakdown of the count of an entity' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: WhyView })
  async why(@Param('slug') slug: string, @Query({ schema: WhyQuery }) query: WhyQuery): Promise<WhyView> {
    return this.explained(['entity', slug, query], async (db, vocabularyRevision) => {
      const entity = await getEntity(db, slug);
      const { scope } = await placeOf(db, query);
      const parts = await explainNumber(db, entity.id, scope, vocabularyRevision);

      return { entity, ...scope, ...parts };
    });
  }

  @Get('entities/:slug/ledger')
  @ApiOperation({ summary: 'The events that changed the count of an entity' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: LedgerPage })
  async moves(
    @Param('slug') slug: string,
    @Query({ schema: LedgerQuery }) { after, ...query }: z.infer<typeof LedgerQuery>,
    @Viewer() viewer: SignedIn | null,
  ): Promise<LedgerPage> {
    const job = await atOneMoment(this.pool, async (db) => {
      const { id } = await getEntity(db, slug);

      return { entityId: EntityId.parse(id), ...(await placeOf(db, query)).scope };
    });

    return this.ledger.page(job, after === undefined ? null : await this.startOf(after), viewer);
  }

  @Get('entities/:slug/mentions/:segmentId/why')
  @ApiOperation({
    summary: 'Why an entity is marked in one segment',
    description: 'What finds it there, and who added that.',
  })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: WhyMention })
  async mention(
    @Param('slug') slug: string,
    @Param('segmentId') segmentId: string,
    @Query({ schema: MentionQuery }) { episode }: z.infer<typeof MentionQuery>,
    @Viewer() viewer: SignedIn | null,
  ): Promise<WhyMention> {
    const ids = { episodeUuid: episode, segmentId: uuidOf(segmentId, 'segment') };
    const { entity, found } = await atOneMoment(this.pool, async (db) => {
      const entity = await getEntity(db, slug);
      await placeOf(db, { episode });

      return { entity, found: await explainMention(db, entity.id, ids.episodeUuid, ids.segmentId) };
    });
    const attributions = new Attributions(this.streams.log, viewer);

    return { entity, ...ids, pin: found.pin, ...(await attributions.of(found, entity.id, episode)) };
  }

  @Get('why')
  @ApiOperation({ summary: 'The breakdown of the count of all mentions' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: WhyTotal })
  async total(@Query({ schema: WhyQuery }) query: WhyQuery): Promise<WhyTotal> {
    return this.explained(['everything', query], async (db, vocabularyRevision) => {
      const { scope, name } = await placeOf(db, query);

      return { ...scope, name, ...(await explainTotal(db, scope, vocabularyRevision)) };
    });
  }

  /** `after`: a position, and the number just before it unless it has to be counted. Throws Rejected `invalid`. */
  private async startOf(after: string): Promise<LedgerStart> {
    const [position = '', total] = after.split('-');

    return {
      position: await positionIn(this.streams.log, position),
      total: total === undefined ? null : Number(total),
    };
  }

  /**
   * Explains what was asked, or answers what it explained before if no table has changed since. Throws Rejected `busy`,
   * `too-many-calls`.
   */
  private async explained<Answer extends object>(
    asked: readonly unknown[],
    explain: (db: PoolClient, vocabularyRevision: number) => Promise<Answer>,
  ): Promise<Answer> {
    const { vocabularyRevision } = await headPin(this.streams.log);
    const keyIn = async (db: PoolClient) => JSON.stringify([asked, vocabularyRevision, await findTablesState(db)]);
    const known = await atOneMoment(this.pool, async (db) => this.answers.get<Answer>(await keyIn(db)));
    if (known) return known.state;
    const work = async () =>
      atOneMoment(this.pool, async (db) => {
        const answer = await explain(db, vocabularyRevision);
        this.answers.put(
          await keyIn(db),
          { state: answer, revision: 0 },
          BYTES_PER_CHARACTER * JSON.stringify(answer).length,
        );

        return answer;
      });

    return this.places.take(currentCaller(), work, callerLeft());
  }
}

/** Throws Rejected `entity-unknown`. */
async function getEntity(db: PoolClient, slug: string) {
  const entity = await findEntity(db, slug);
  if (!entity) throw new Rejected('entity-unknown', `There is no entity ${quoted(slug)}.`);

  return { id: entity.id, name: entity.name, slug: entity.slug };
}

/** `name` is that of the episode or podcast. Throws Rejected `invalid`, and for one that is unknown or was removed. */
async function placeOf(
  db: PoolClient,
  { episode, podcast }: WhyQuery,
): Promise<{ scope: NumberScope; name: string | null }> {
  if (episode !== undefined && podcast !== undefined)
    throw new Rejected('invalid', 'Ask about one episode or about one podcast, not about both.');
  if (episode !== undefined) {
    const found = await findEpisode(db, null, episode);
    if (!found) throw await missingEpisode(db, null, episode, `There is no episode ${episode}.`);

    return { scope: { episodeUuid: found.episode.uuid, podcastUuid: null }, name: found.episode.title };
  }
  if (podcast === undefined) return { scope: { episodeUuid: null, podcastUuid: null }, name: null };
  const found = await getPodcast(db, podcast);

  return { scope: { episodeUuid: null, podcastUuid: found.uuid }, name: found.name };
}
