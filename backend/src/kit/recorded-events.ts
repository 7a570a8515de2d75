import { allEvents } from '@earmark/contracts';
import { eventDecoder, MalformedEvent, UnknownEvent, type EventOf } from '@earmark/contracts/kit';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import type { Folding, Recorded } from './decider.ts';

type Decoded = EventOf<(typeof allEvents)[number]>;

const decode = eventDecoder(allEvents);
/** A page of the history needs each of its events several times. Foldings, which may change what they get, do not share it. */
const decoded = new WeakMap<object, Decoded>();

/** Decodes an event to the current version of its schema. Nobody may change what it answers. Throws UnknownEvent, MalformedEvent. */
export function decodeStored(stored: Parameters<typeof decode>[0]): Decoded {
  const known = decoded.get(stored);
  if (known) return known;
  const anew = decode(stored);
  decoded.set(stored, anew);

  return anew;
}

/** False for an event that no code of this version can read, which stops the projections that need it. */
export function isReadable(recorded: RecordedEvent): boolean {
  try {
    decodeStored(recorded);

    return true;
  } catch (error) {
    if (error instanceof MalformedEvent || error instanceof UnknownEvent) return false;
    throw error;
  }
}

/** An event of any type, as deciders take it, with its log record. */
export type DecodedEvent = Decoded & Recorded & { readonly recorded: RecordedEvent };

export interface Stretch {
  /** The first revision. Default: 0. */
  readonly from?: number;
  /** The last revision; -1 for none. Default: the end. */
  readonly upTo?: number;
}

/** The events of one stream. */
export async function* eventsOf(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  { from = 0, upTo = Infinity }: Stretch = {},
): AsyncGenerator<DecodedEvent> {
  if (upTo < from) return;
  for await (const recorded of log.readStream(stream, { from, limit: upTo + 1 - from })) {
    if (recorded.revision > upTo) return;
    yield decodedOf(recorded);
  }
}

/** Throws UnknownEvent, MalformedEvent. */
export function decodedOf(recorded: RecordedEvent): DecodedEvent {
  const { revision, id, metadata } = recorded;

  return { ...decode(recorded), revision, id, reverts: metadata.reverts, recorded };
}

/** The state of a stream at a revision. `also` gets each event, for facts that the state does not hold. */
export async function stateAt<State, Event>(
  log: EventLog,
  decider: Folding<State, Event>,
  id: string,
  upTo: number,
  also: (event: DecodedEvent) => void = () => undefined,
): Promise<State> {
  let state = decider.initial();
  for await (const event of eventsOf(log, `${decider.category}-${id}`, { upTo })) {
    // A stream holds only events of its decider.
    state = decider.evolve(state, event as unknown as Event & Recorded);
    also(event);
  }

  return state;
}
