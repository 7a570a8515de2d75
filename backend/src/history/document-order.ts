import type { RecordedEvent } from '@earmark/projections/event-log';
import type { StoredEvent } from '../kit/history/event-history.ts';
import { decodeStored } from '../kit/recorded-events.ts';
import type { Streams } from '../kit/streams.ts';
import { featureOf } from './histories.ts';
import { idOf } from './reverting.ts';

/**
 * The changes of one request as a reader of the document meets them: those of one stream together, by their place in it.
 * Changes without a place keep the order in which they were made, which an undo reverses.
 */
export async function inDocumentOrder(
  streams: Streams,
  newestFirst: readonly RecordedEvent[],
): Promise<RecordedEvent[]> {
  const isUndo = newestFirst.every(({ metadata }) => metadata.reverts !== null);
  const events = isUndo ? [...newestFirst] : newestFirst.toReversed();
  const order = new Map([...new Set(events.map(({ stream }) => stream))].map((stream, index) => [stream, index]));
  const places = new Map<string, string>();
  for (const stream of order.keys()) {
    const feature = featureOf(stream);
    if (!feature?.placeOf || !feature.folding) continue;
    const { state } = await streams.read(feature.folding, idOf(stream));
    for (const event of events)
      if (event.stream === stream)
        places.set(event.id, feature.placeOf(decodeStored(event) as StoredEvent, state) ?? '');
  }

  return events.sort((one, other) => {
    const byStream = order.get(one.stream)! - order.get(other.stream)!;
    const [a, b] = [places.get(one.id) ?? '', places.get(other.id) ?? ''];
    if (byStream !== 0 || a === b) return byStream;

    return a < b ? -1 : 1;
  });
}
