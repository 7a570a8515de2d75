import { allEvents } from '@earmark/contracts';
import { eventDecoder, type EventOf } from '@earmark/contracts/kit';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import type { Folding, Recorded } from './decider.ts';

/** As the code knows such events now. Throws UnknownEvent, MalformedEvent. */
export const decodeStored = eventDecoder(allEvents);

/** An event of any type, as deciders take it, and what the log says of it. */
export type DecodedEvent = EventOf<(typeof allEvents)[number]> & Recorded & { readonly recorded: RecordedEvent };

export interface Stretch {
  /** First revision (0). */
  readonly from?: number;
  /** Last revision (the end); -1: nothing. */
  readonly upTo?: number;
}

/** The events of one stream. */
export async function* eventsOf(
  log: EventLog,
  stream: string,
  { from = 0, upTo = Infinity }: Stretch = {},
): AsyncGenerator<DecodedEvent> {
  if (upTo < from) return;
  for await (const recorded of log.readStream(stream, { from, limit: upTo + 1 - from })) {
    const { revision, id, metadata } = recorded;
    if (revision > upTo) return;
    yield { ...decodeStored(recorded), revision, id, reverts: metadata.reverts, recorded };
  }
}

/** The state that a stream had at a revision. `also` sees each event, for what the rules do not keep. */
export async function stateAt<State, Event>(
  log: EventLog,
  decider: Folding<State, Event>,
  id: string,
  upTo: number,
  also: (event: DecodedEvent) => void = () => undefined,
): Promise<State> {
  let state = decider.initial();
  for await (const event of eventsOf(log, `${decider.category}-${id}`, { upTo })) {
    // A stream holds events of its decider only.
    state = decider.evolve(state, event as unknown as Event & Recorded);
    also(event);
  }

  return state;
}
