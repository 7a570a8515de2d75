import { ChangeVocabulary, KNOWN_ENTITY_TYPES } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import type { Commands } from '../kit/commands.ts';
import { eventsOf } from '../kit/recorded-events.ts';
import { Rejected } from '../kit/rejected.ts';
import { systemContext } from '../kit/system-context.ts';
import { vocabulary, VOCABULARY_ID } from './vocabulary.decider.ts';

type Readable = Pick<EventLog, 'readStream'>;
type KnownEntityType = (typeof KNOWN_ENTITY_TYPES)[number];

/** They are the first events of the vocabulary, of which there may be very many. */
const PAGE = 20;

/** Creates the seven known categories at start, even in an empty library. */
export async function ensureKnownEntityTypes(commands: Commands, log: Readable): Promise<void> {
  for (const type of await listMissing(log))
    try {
      await commands.send(new ChangeVocabulary({ type: 'CreateEntityType', ...type }, systemContext('start')));
    } catch (error) {
      // A server that started at the same time was faster.
      if (!(error instanceof Rejected) || error.code !== 'entity-type-exists') throw error;
    }
}

async function listMissing(log: Readable): Promise<KnownEntityType[]> {
  const missing = new Map<string, KnownEntityType>(KNOWN_ENTITY_TYPES.map((type) => [type.name, type]));
  for (let [from, isMore] = [0, true]; isMore && missing.size > 0; from += PAGE) {
    isMore = false;
    const stretch = { from, upTo: from + PAGE - 1 };
    for await (const { type, data, revision } of eventsOf(log, `${vocabulary.category}-${VOCABULARY_ID}`, stretch)) {
      if (type === 'EntityTypeCreated') missing.delete(data.name);
      isMore = revision === stretch.upTo;
    }
  }

  return [...missing.values()];
}
