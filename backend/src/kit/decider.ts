/** What the log records about an event besides its type and data. */
export interface Recorded {
  readonly revision: number;
  readonly id: string;
  /** The id of the event that it undoes. */
  readonly reverts: string | null;
}

/** The rules of one category of streams, as functions on plain data. */
export interface Decider<State, Command, Event> {
  /** The first part of the stream name. Contains no dash, because the log splits names at the first one. */
  readonly category: string;
  readonly initial: () => State;
  /** May mutate the given state, which the caller owns. */
  readonly evolve: (state: State, event: Event & Recorded) => State;
  /** Roughly how many bytes of memory the state takes, for the state cache. Default: 1,000. */
  readonly bytes?: (state: State) => number;
  /** Keeps the state in memory, whatever its size: for the single long stream of a category, which takes seconds to fold. */
  readonly isAlwaysKept?: true;
  /** Empty when there is nothing to do. Throws Rejected when a rule forbids it. */
  readonly decide: (state: State, command: Command) => readonly Event[] | Appends<Event>;
}

/** The part of a decider that computes the state. */
export type Folding<State, Event> = Pick<
  Decider<State, never, Event>,
  'category' | 'initial' | 'evolve' | 'bytes' | 'isAlwaysKept'
>;

/** Events too large for one append. The lists are appended one after the other; a re-run resumes after the last one. */
export class Appends<Event> {
  constructor(readonly lists: readonly (readonly Event[])[]) {}
}

/** The log's limit is 1 MiB per append; metadata is counted separately, per event. */
export const APPEND_BYTES = 1_000_000;

type WithData = { readonly data: unknown };

/** Roughly how many bytes the events take in the log. `metadataBytes` is per event. */
export const bytesOf = (events: readonly WithData[], metadataBytes: number): number =>
  events.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)) + metadataBytes, 0);

/** Splits the events into as few appends as possible. Only for events that are each a complete change. */
export function inAppends<Event extends WithData>(events: readonly Event[], metadataBytes: number): Appends<Event> {
  const lists: Event[][] = [];
  let left = 0;
  for (const event of events) {
    const size = bytesOf([event], metadataBytes);
    if (lists.length === 0 || size >= left) {
      lists.push([]);
      left = APPEND_BYTES;
    }
    lists.at(-1)!.push(event);
    left -= size;
  }

  return new Appends(lists);
}
