import { allEvents, type ErrorCode } from '@earmark/contracts';
import { eventDecoder, MalformedEvent, UnknownEvent, type EventOf } from '@earmark/contracts/kit';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import type { Folding, Recorded } from './decider.ts';

type Decoded = EventOf<(typeof allEvents)[number]>;

const decode = eventDecoder(allEvents);

/** An event of a stream that no code of this version can read. The message says which, and what an operator can do. */
export class UnreadableEvent extends Error {
  /** Also tells it from other errors when it comes from a thread. */
  readonly code: ErrorCode = 'event-unreadable';

  constructor({ type, stream, revision }: RecordedEvent, cause: unknown) {
    const [what, remedy] =
      cause instanceof UnknownEvent
        ? ['unknown to this version of Earmark', 'run the version that recorded it']
        : ['malformed', 'restore the event log from a backup that was made before it'];
    super(
      `The event ${type}, number ${revision} of the stream ${stream}, is ${what}, so nothing that depends on it can be ` +
        `read or changed. An operator can ${remedy}.`,
      { cause },
    );
    this.name = 'UnreadableEvent';
  }
}

export const isUnreadable = (error: unknown): boolean =>
  error instanceof MalformedEvent || error instanceof UnknownEvent || error instanceof UnreadableEvent;

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
    if (isUnreadable(error)) return false;
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

/** The events of one stream. Throws UnreadableEvent. */
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

/** Throws UnreadableEvent. */
export function decodedOf(recorded: RecordedEvent): DecodedEvent {
  const { revision, id, metadata } = recorded;
  try {
    return { ...decode(recorded), revision, id, reverts: metadata.reverts, recorded };
  } catch (error) {
    throw isUnreadable(error) ? new UnreadableEvent(recorded, error) : error;
  }
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
