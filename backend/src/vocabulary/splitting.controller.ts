import { randomUUID } from 'node:crypto';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context, Outcome } from '@earmark/contracts/kit';
import { SplitAnswer, SplitRequest, SplitView, UnmergeRequest } from '@earmark/contracts/mentions';
import { SeriesUuid } from '@earmark/contracts/series';
import { SegmentId } from '@earmark/contracts/transcripts';
import { ChangeVocabulary, EntityId, EntityTypeId, SplitId, type SplitEntity } from '@earmark/contracts/vocabulary';
import {
  compareSplit,
  findEntity,
  findMissingPlaces,
  listFirstAppearances,
  listVocabularyNames,
} from '@earmark/projections/queries';
import { Body, Controller, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { quoted, Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { Streams } from '../kit/streams.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { splitEntity, splitTarget } from './splitting.ts';
import { vocabulary, VOCABULARY_ID } from './vocabulary.decider.ts';

const Answer = z.union([SplitView, SplitAnswer]);

/** Splits entities, and takes splits back. */
@ApiTags('entities')
@Controller('api/admin')
export class SplittingController {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Post('entities/:id/split')
  @ApiOperation({
    summary: 'Lets mentions of an entity in some podcasts or segments count for another one',
    description: 'A dry run answers the numbers of both.',
  })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: Answer })
  async split(
    @Param('id') id: string,
    @Body({ schema: SplitRequest }) body: z.infer<typeof SplitRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof Answer>> {
    const command: SplitEntity = {
      type: 'SplitEntity',
      splitId: SplitId.parse(randomUUID()),
      from: uuidOf(id, 'entity', EntityId),
      name: body.name,
      entityTypeId: EntityTypeId.parse(body.entityTypeId),
      scope: {
        podcastUuids: body.podcastUuids.map((uuid) => SeriesUuid.parse(uuid)),
        segments: body.segments.map(({ episodeUuid, segmentId }) => ({
          episodeUuid: EpisodeUuid.parse(episodeUuid),
          segmentId: SegmentId.parse(segmentId),
        })),
      },
    };
    const view = await this.compare(command);
    if (body.dryRun) return view;
    const context = { ...by, reason: body.reason || by.reason };
    const outcome = await this.commands.send(new ChangeVocabulary(command, context));
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const { entityId } = splitTarget(state, command);

    return this.answer(response, outcome, command.splitId, { entityId, type: 'EntitySplit' }, (name) =>
      body.name === view.from.name ? `Split off another ${quoted(name)}.` : `Split off ${quoted(name)}.`,
    );
  }

  @Post('splits/:id/undo')
  @ApiOperation({ summary: 'Lets what was split off an entity count for it again' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: SplitAnswer })
  async unsplit(
    @Param('id') id: string,
    @Body({ schema: UnmergeRequest }) { reason }: z.infer<typeof UnmergeRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<SplitAnswer> {
    const splitId = uuidOf(id, 'split', SplitId);
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const entityId = state.splits.get(splitId)?.from;
    const context = { ...by, reason: reason || by.reason };
    const outcome = await this.commands.send(new ChangeVocabulary({ type: 'UnsplitEntity', splitId }, context));

    return this.answer(
      response,
      outcome,
      splitId,
      { entityId: entityId!, type: 'EntityUnsplit' },
      (name) => `All of it counts for ${quoted(name)} again.`,
    );
  }

  private async compare(command: SplitEntity): Promise<SplitView> {
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const { from, name, scope } = command;
    const { entityId: into } = splitTarget(state, command);

    return atOneMoment(this.pool, async (db) => {
      const known = await listFirstAppearances(db, [from, into]);
      // Refuses what the split itself would refuse.
      splitEntity(state, { ...command, known });
      const missing = await findMissingPlaces(db, scope);
      if (missing.length > 0)
        throw new Rejected('not-found', `There is no podcast or passage ${missing.slice(0, 3).join(', ')}.`);
      const source = await getEntity(db, from);
      const target = await findEntity(db, into);
      const { from: own, into: other } = await compareSplit(db, from, into, scope);

      return {
        from: { name: source.name, ...own },
        into: { name: target?.name ?? name, ...other },
        existing: target && { id: target.id, slug: target.slug },
      };
    });
  }

  private async answer(
    response: Response,
    outcome: Outcome,
    splitId: SplitId,
    { entityId, type }: { entityId: EntityId; type: string },
    messageOf: (name: string) => string,
  ): Promise<SplitAnswer> {
    await answerWhenProjected(this.checkpoints, response, outcome, null);
    const { entities } = await listVocabularyNames(this.pool, [entityId], []);
    const slug = (await listFirstAppearances(this.pool, [entityId])).get(entityId)?.slug ?? entityId;

    return {
      message: messageOf(entities.get(entityId) ?? entityId),
      slug,
      eventId: outcome.eventIds[outcome.types.indexOf(type)] ?? null,
      splitId,
    };
  }
}

/** Throws Rejected `entity-unknown`. */
async function getEntity(db: PoolClient, entityId: EntityId) {
  const entity = await findEntity(db, entityId);
  if (!entity) throw new Rejected('entity-unknown', `There is no entity ${entityId}.`);

  return entity;
}
