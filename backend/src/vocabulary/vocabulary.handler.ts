import type { Outcome } from '@earmark/contracts/kit';
import { ChangeVocabulary, type VocabularyCommand } from '@earmark/contracts/vocabulary';
import { listFirstAppearances } from '@earmark/projections/queries';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { Handles } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Streams } from '../kit/streams.ts';
import { ownerOf, vocabulary, VOCABULARY_ID } from './vocabulary.decider.ts';

@CommandHandler(ChangeVocabulary)
export class ChangeVocabularyHandler implements Handles<ChangeVocabulary> {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async execute({ command, context }: ChangeVocabulary): Promise<Outcome> {
    const informed =
      command.type === 'EditPattern' ? { ...command, namesakeId: await this.findNamesake(command) } : command;

    return this.streams.decide(vocabulary, VOCABULARY_ID, informed, context);
  }

  /**
   * The entity that is called as the pattern is to be; null when there is none. The vocabulary need not know one that was
   * added to an episode by hand, but its id follows from its name.
   */
  private async findNamesake({ patternId, changes }: Extract<VocabularyCommand, { type: 'EditPattern' }>) {
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const pattern = state.patterns.get(patternId);
    if (!pattern || changes.name === undefined) return null;
    const { entityId } = ownerOf(state, pattern.entityTypeId, changes.name);

    return (await listFirstAppearances(this.pool, [entityId])).has(entityId) ? entityId : null;
  }
}
