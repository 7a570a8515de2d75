/** What the log says of an event besides type and data. */
export interface Recorded {
  readonly revision: number;
  readonly id: string;
  /** The event it undoes. */
  readonly reverts: string | null;
}

/** All rules of one stream, as functions on plain data. */
export interface Decider<State, Command, Event> {
  /** First part of the stream name; no dash, the log splits names at the first one. */
  readonly category: string;
  readonly initial: () => State;
  /** May change the state it is given: the caller owns it. */
  readonly evolve: (state: State, event: Event & Recorded) => State;
  /** About how many bytes of memory the state takes, for the cache of states; 1,000 when left out. */
  readonly bytes?: (state: State) => number;
  /** Empty when there is nothing to do. Throws Rejected when a rule forbids it. */
  readonly decide: (state: State, command: Command) => readonly Event[] | Appends<Event>;
}

/** What is needed of a decider to know the state. */
export type Folding<State, Event> = Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve' | 'bytes'>;

/** Events too many for one append: each list is recorded at once, one after the other, and a re-run goes on after the last. */
export class Appends<Event> {
  constructor(readonly lists: readonly (readonly Event[])[]) {}
}

/** The log's limit is 1 MiB an append; what metadata takes is reckoned per event. */
export const APPEND_BYTES = 1_000_000;

type WithData = { readonly data: unknown };

/** About how many bytes the events take in the log; `metadataBytes`: of one event. */
export const bytesOf = (events: readonly WithData[], metadataBytes: number): number =>
  events.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)) + metadataBytes, 0);

/** One append, or as few as hold the events: only for events of which each is a change of its own. */
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
