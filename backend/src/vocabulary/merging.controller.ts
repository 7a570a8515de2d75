import type { Context, Outcome } from '@earmark/contracts/kit';
import { MergeAnswer, MergeRequest, MergeView, UnmergeRequest } from '@earmark/contracts/mentions';
import { ChangeVocabulary, EntityId } from '@earmark/contracts/vocabulary';
import { compareEntities, findEntity, listFirstAppearances, listVocabularyNames } from '@earmark/projections/queries';
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
import { mergeEntities } from './merging.ts';
import { vocabulary, VOCABULARY_ID } from './vocabulary.decider.ts';

const Answer = z.union([MergeView, MergeAnswer]);

/** Merges entities and takes merges apart. */
@ApiTags('entities')
@Controller('api/admin/entities')
export class MergingController {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Post(':id/merge')
  @ApiOperation({
    summary: 'Lets an entity count for another one',
    description: 'A dry run answers both side by side.',
  })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: Answer })
  async merge(
    @Param('id') id: string,
    @Body({ schema: MergeRequest }) { reason, dryRun, ...body }: z.infer<typeof MergeRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof Answer>> {
    const from = uuidOf(id, 'entity', EntityId);
    const into = EntityId.parse(body.into);
    if (dryRun) return this.compare(from, into);
    const context = { ...by, reason: reason || by.reason };
    const outcome = await this.commands.send(new ChangeVocabulary({ type: 'MergeEntities', from, into }, context));

    return this.answer(response, outcome, into, 'EntitiesMerged', (name) => `Merged into ${quoted(name)}.`);
  }

  @Post(':id/unmerge')
  @ApiOperation({ summary: 'Lets a merged entity count for itself again' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: MergeAnswer })
  async unmerge(
    @Param('id') id: string,
    @Body({ schema: UnmergeRequest }) { reason }: z.infer<typeof UnmergeRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<MergeAnswer> {
    const from = uuidOf(id, 'entity', EntityId);
    const context = { ...by, reason: reason || by.reason };
    const outcome = await this.commands.send(new ChangeVocabulary({ type: 'UnmergeEntities', from }, context));

    return this.answer(
      response,
      outcome,
      from,
      'EntitiesUnmerged',
      (name) => `${quoted(name)} counts for itself again.`,
    );
  }

  private async compare(from: EntityId, into: EntityId): Promise<MergeView> {
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);

    return atOneMoment(this.pool, async (db) => {
      const [source, target] = [await getEntity(db, from), await getEntity(db, into)];
      const known = await listFirstAppearances(db, [from, into]);
      // Refuses what the merge itself would refuse.
      mergeEntities(state, from, into, known);

      return compareEntities(db, source, target);
    });
  }

  private async answer(
    response: Response,
    outcome: Outcome,
    entityId: EntityId,
    type: string,
    messageOf: (name: string) => string,
  ): Promise<MergeAnswer> {
    await answerWhenProjected(this.checkpoints, response, outcome, null);
    // Its own, even if the tables still show the other one.
    const { entities } = await listVocabularyNames(this.pool, [entityId], []);
    const slug = (await listFirstAppearances(this.pool, [entityId])).get(entityId)?.slug ?? entityId;

    return {
      message: messageOf(entities.get(entityId) ?? entityId),
      slug,
      eventId: outcome.eventIds[outcome.types.indexOf(type)] ?? null,
    };
  }
}

/** Throws Rejected `entity-unknown`. */
async function getEntity(db: PoolClient, entityId: EntityId) {
  const entity = await findEntity(db, entityId);
  if (!entity) throw new Rejected('entity-unknown', `There is no entity ${entityId}.`);

  return entity;
}
