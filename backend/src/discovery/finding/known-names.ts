import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { EntityId } from '@earmark/contracts/vocabulary';
import { listFoundEntityIds, listHeldPatterns } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { entities } from '../../entities/entities.decider.ts';
import { Checkpoints } from '../../kit/checkpoints.ts';
import { PG_POOL } from '../../kit/pg.ts';
import { Streams } from '../../kit/streams.ts';
import { pinInForce } from '../../vocabulary/pins.ts';
import { vocabulary, VOCABULARY_ID } from '../../vocabulary/vocabulary.decider.ts';

/** What need not be proposed in an episode. */
@Injectable()
export class KnownNames {
  constructor(
    private readonly streams: Streams,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Names of the entities that the episode lists, with those by which its pin finds them, and of those that people removed. */
  async of(episodeUuid: EpisodeUuid): Promise<string[]> {
    const { log } = this.streams;
    // The tables may not show yet what the transcript was recorded with.
    await this.checkpoints.passed(await log.head());
    const { decisions, addedAs, facts } = (await this.streams.read(entities, episodeUuid)).state;
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const listed = await listFoundEntityIds(this.pool, episodeUuid);
    const byHand = [...decisions.keys()];
    const nameOf = (entityId: EntityId) => state.entities.get(entityId)?.name ?? facts.get(entityId)?.name;
    const pin = await pinInForce(log, episodeUuid);
    const held = await listHeldPatterns(this.pool, listed);
    const patterns = held.filter(
      ({ from, to }) => pin !== null && from <= pin.vocabularyRevision && pin.vocabularyRevision < to,
    );

    return [
      ...[...listed, ...byHand].flatMap((entityId) => nameOf(entityId) ?? []),
      ...[...addedAs.values()].map(({ name }) => name),
      ...patterns.map(({ facts: { name } }) => name),
    ];
  }
}
