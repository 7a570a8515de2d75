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
