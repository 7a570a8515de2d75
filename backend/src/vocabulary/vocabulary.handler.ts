import type { Outcome } from '@earmark/contracts/kit';
import { ChangeVocabulary, type VocabularyCommand } from '@earmark/contracts/vocabulary';
import { listFirstAppearances } from '@earmark/projections/queries';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { Handles } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Streams } from '../kit/streams.ts';
import { splitTarget } from './splitting.ts';
import { ownerOf } from './vocabulary-state.ts';
import { vocabulary, VOCABULARY_ID, type InformedCommand } from './vocabulary.decider.ts';

@CommandHandler(ChangeVocabulary)
export class ChangeVocabularyHandler implements Handles<ChangeVocabulary> {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async execute({ command, context }: ChangeVocabulary): Promise<Outcome> {
    return this.streams.decide(vocabulary, VOCABULARY_ID, await this.inform(command), context);
  }

  private async inform(command: VocabularyCommand): Promise<InformedCommand> {
    switch (command.type) {
      case 'EditPattern':
        return { ...command, namesakeId: await this.findNamesake(command) };
      case 'MergeEntities':
        return { ...command, known: await listFirstAppearances(this.pool, [command.from, command.into]) };
      case 'UnmergeEntities':
        return { ...command, known: await listFirstAppearances(this.pool, [command.from]) };
      case 'SplitEntity': {
        const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
        const { entityId } = splitTarget(state, command);

        return { ...command, known: await listFirstAppearances(this.pool, [command.from, entityId]) };
      }
      default:
        return command;
    }
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
