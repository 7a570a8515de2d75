import type { EventLog } from '@earmark/projections/event-log';
import { listEverRemoved, type Db } from '@earmark/projections/queries';
import { eventsOf, type DecodedEvent } from '../kit/recorded-events.ts';
import { isRemoval } from '../kit/removals.ts';
import type { HeardEpisode } from './episode-moves.ts';

/** Finds what removed and restored an episode or its podcast. Only the tables know cheaply whether anything ever did. */
export async function removalsFinder(
  log: EventLog,
  db: Db,
): Promise<(episode: Pick<HeardEpisode, 'uuid' | 'seriesUuid'>) => Promise<DecodedEvent[]>> {
  const { series, episodes } = await listEverRemoved(db);
  const known = new Map<string, Promise<DecodedEvent[]>>();
  const inStream = async (stream: string): Promise<DecodedEvent[]> => {
    const found = known.get(stream) ?? removalsIn(log, stream);
    known.set(stream, found);

    return found;
  };

  return async ({ uuid, seriesUuid }) => [
    ...(episodes.has(uuid) ? await inStream(`episode-${uuid}`) : []),
    ...(series.has(seriesUuid) ? await inStream(`series-${seriesUuid}`) : []),
  ];
}

async function removalsIn(log: EventLog, stream: string): Promise<DecodedEvent[]> {
  const found: DecodedEvent[] = [];
  for await (const event of eventsOf(log, stream)) if (isRemoval(event)) found.push(event);

  return found;
}
