import { ChangeVocabulary, KNOWN_ENTITY_TYPES } from '@earmark/contracts/vocabulary';
import type { Commands } from '../kit/commands.ts';
import type { Streams } from '../kit/streams.ts';
import { systemContext } from '../kit/system-context.ts';
import { vocabulary, VOCABULARY_ID } from './vocabulary.decider.ts';

/** Creates the seven known categories at start, even in an empty library. */
export async function ensureKnownEntityTypes(commands: Commands, streams: Streams): Promise<void> {
  const { state } = await streams.read(vocabulary, VOCABULARY_ID);
  for (const type of KNOWN_ENTITY_TYPES)
    if (!state.typeIdByName.has(type.name))
      await commands.send(new ChangeVocabulary({ type: 'CreateEntityType', ...type }, systemContext('start')));
}
