import { KNOWN_ENTITY_TYPES } from '@earmark/contracts/vocabulary';
import type { Streams } from '../kit/streams.ts';
import { systemContext } from '../kit/system-context.ts';
import { vocabulary } from './vocabulary.decider.ts';
import type { VocabularyHandler } from './vocabulary.handler.ts';

/** The seven known categories exist on every start, also with an empty library. */
export async function ensureKnownEntityTypes(handler: VocabularyHandler, streams: Streams): Promise<void> {
  const { state } = await streams.read(vocabulary, 'main');
  for (const type of KNOWN_ENTITY_TYPES)
    if (!state.typeIdByName.has(type.name))
      await handler.run({ type: 'CreateEntityType', ...type }, systemContext('start'));
}
