import { UnignoreName } from '@earmark/contracts/discovery';
import type { Outcome } from '@earmark/contracts/kit';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '../kit/commands.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';

@CommandHandler(UnignoreName)
export class UnignoreNameHandler implements Handles<UnignoreName> {
  constructor(private readonly streams: Streams) {}

  async execute({ command: { ignoredId }, context }: UnignoreName): Promise<Outcome> {
    const { outcome } = await this.streams.change(
      vocabulary,
      VOCABULARY_ID,
      ({ ignoredNames }) => {
        const data = ignoredNames.get(ignoredId);
        if (!data) throw new Rejected('not-found', 'This name is proposed again already.');
        return { events: [{ type: 'NameUnignored' as const, data }], result: null };
      },
      context,
    );

    return outcome;
  }
}
