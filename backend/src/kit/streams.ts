import { randomUUID } from 'node:crypto';
import { allEvents } from '@earmark/contracts';
import { EventId, MalformedEvent, type Context, type EventDefinition, type Outcome } from '@earmark/contracts/kit';
import {
  AppendTooLarge,
  prepareAppend,
  UnstorableText,
  WrongExpectedRevision,
  type EventLog,
  type NewEvent,
} from '@earmark/projections/event-log';
import { noteRecorded } from './call.ts';
import { Appends, type Decider, type Folding, type Recorded } from './decider.ts';
import { giveWay } from './in-turns.ts';
import { eventsOf, stateAt } from './recorded-events.ts';
import { Rejected } from './rejected.ts';
import { StateCache } from './state-cache.ts';

const ATTEMPTS = 8;
const PAST_BYTES = 16 * 1024 * 1024;
/** Folded without a break: a few milliseconds. */
const EVENTS_AT_ONCE = 100;
/** The assumed size of a state when its decider does not give one. */
const STATE_BYTES = 1000;
const definitions = new Map(
  (allEvents as readonly EventDefinition<string, unknown>[]).map((definition) => [definition.type, definition]),
);

interface StoredEvent {
  readonly type: string;
  readonly data: unknown;
  /** The event that caused this one, where several with different causes are recorded at once. Default: the context's. */
  readonly causationId?: EventId | null;
  /** The event that this one undoes, where several are undone at once. Default: the context's. */
  readonly undoes?: EventId | null;
}

/** Loads, decides and appends, and retries when another writer was faster. */
export class Streams {
  private cache = new StateCache();
  /** States that never leave memory, by stream. */
  private readonly kept = new Map<string, Loaded<unknown>>();
  /** Cache of earlier states, because people save repeatedly onto the version that they loaded. */
  private past = new StateCache(PAST_BYTES);
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(readonly log: EventLog) {}

  async decide<State, Command, Event extends StoredEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: Context,
  ): Promise<Outcome> {
    const { outcome } = await this.change(
      decider,
      id,
      (state) => ({ events: decider.decide(state, command), result: undefined }),
      context,
    );

    return outcome;
  }

  /**
   * Like `decide`, for a rule that also returns something. The rule may run several times and gets a fresh state each
   * time, with the revision of that state (-1: no stream).
   */
  async change<State, Event extends StoredEvent, Result>(
    decider: Folding<State, Event>,
    id: string,
    rule: Rule<State, Event, Result>,
    context: Context,
  ): Promise<{ outcome: Outcome; result: Result }> {
    const stream = `${decider.category}-${id}`;

    return this.inTurn(stream, async () => this.attempt(decider, stream, async () => rule, context));
  }

  /**
   * Like `change`, for a rule that needs more than the state, which `load` gets first. It must not change or read this
   * stream through this class, or it would wait for itself.
   */
  async changeWith<State, Input, Event extends StoredEvent, Result>(
    decider: Folding<State, Event>,
    id: string,
    load: (revision: number) => Promise<Input>,
    rule: (state: State, input: Input) => Ruling<Event, Result>,
    context: Context,
  ): Promise<{ outcome: Outcome; result: Result }> {
    const stream = `${decider.category}-${id}`;
    const prepare = async (revision: number) => {
      const input = await load(revision);
      return (state: State) => rule(state, input);
    };

    return this.inTurn(stream, async () => this.attempt(decider, stream, prepare, context));
  }

  private async attempt<State, Event extends StoredEvent, Result>(
    decider: Folding<State, Event>,
    stream: string,
    prepare: (revision: number) => Promise<Rule<State, Event, Result>>,
    context: Context,
  ): Promise<{ outcome: Outcome; result: Result }> {
    for (let attempt = 1; ; attempt++) {
      const loaded = await this.load(decider, stream);
      // Each append advances it.
      const { revision } = loaded;
      const rule = await prepare(revision);
      const { events, result } = rule(loaded.state, revision);
      const lists = (events instanceof Appends ? events.lists : [events]).filter((list) => list.length > 0);
      try {
        let position: bigint | null = null;
        const eventIds: EventId[] = [];
        const appends = lists.map((list) => ({ list, recorded: toRecord(list, context) }));
        // Refuses a list that is too large for an append before it writes the first of several.
        if (appends.length > 1)
          for (const { recorded } of appends) {
            prepareAppend(stream, recorded, 'no-stream');
            await giveWay();
          }
        for (const { list, recorded } of appends) {
          const appended = await this.append(decider, stream, loaded, { list, recorded }, context);
          position = appended.position;
          eventIds.push(...appended.eventIds);
        }

        return { outcome: { position, types: lists.flat().map(({ type }) => type), eventIds, revision }, result };
      } catch (error) {
        if (error instanceof UnstorableText)
          throw new Rejected('invalid', 'The text contains a character that cannot be stored (U+0000).');
        if (error instanceof AppendTooLarge)
          throw new Rejected('too-large', 'This is too much for one change. Make it in smaller parts.');
        if (!(error instanceof WrongExpectedRevision)) throw error;
        // The log has lost the last events of the state: its server was restored from older files, say.
        if ((error.actual ?? -1) < loaded.revision) this.forget(stream);
        if (attempt >= ATTEMPTS)
          throw new Rejected('stream-busy', 'Other people are changing the same thing right now. Try again.');
      }
    }
  }

  /** The state as of the end of the stream. The result belongs to the cache: do not change it. */
  async read<State, Event extends StoredEvent>(
    decider: Folding<State, Event>,
    id: string,
  ): Promise<{ state: State; revision: number }> {
    const stream = `${decider.category}-${id}`;

    return this.inTurn(stream, async () => this.load(decider, stream));
  }

  /** The state as it was after the event of this revision (-1: before the first). Do not change the result. */
  async readAt<State, Event extends StoredEvent>(
    decider: Folding<State, Event>,
    id: string,
    revision: number,
  ): Promise<State> {
    const name = `${decider.category}-${id} at ${revision}`;
    const known = this.past.get<State>(name);
    if (known) return known.state;
    const state = await stateAt(this.log, decider, id, revision);
    this.past.put(name, { state, revision }, decider.bytes?.(state) ?? STATE_BYTES);

    return state;
  }

  /** For a log that was replaced by another. */
  forgetAll(): void {
    this.kept.clear();
    this.cache = new StateCache();
    this.past = new StateCache(PAST_BYTES);
  }

  /** Runs one task at a time per stream, because they share the cached state. */
  private async inTurn<Result>(stream: string, work: () => Promise<Result>): Promise<Result> {
    const mine = (this.turns.get(stream) ?? Promise.resolve()).then(work, work);
    this.turns.set(stream, mine);
    try {
      return await mine;
    } finally {
      if (this.turns.get(stream) === mine) this.turns.delete(stream);
    }
  }

  private async load<State, Event extends StoredEvent>(
    decider: Folding<State, Event>,
    stream: string,
  ): Promise<Loaded<State>> {
    const known = (this.kept.get(stream) as Loaded<State> | undefined) ?? this.cache.get<State>(stream);
    const loaded = known ?? { state: decider.initial(), revision: -1 };
    for await (const event of eventsOf(this.log, stream, { from: loaded.revision + 1 })) {
      if (event.revision % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await giveWay();
      // A stream holds only events of its decider.
      this.evolve(decider, stream, loaded, event as unknown as Event & Recorded);
    }
    this.keep(decider, stream, loaded);

    return loaded;
  }

  private async append<State, Event extends StoredEvent>(
    decider: Folding<State, Event>,
    stream: string,
    loaded: Loaded<State>,
    { list, recorded }: { list: readonly Event[]; recorded: readonly NewEvent[] },
    context: Context,
  ): Promise<{ position: bigint; eventIds: EventId[] }> {
    const { position } = await this.log.append(
      stream,
      recorded,
      loaded.revision === -1 ? 'no-stream' : loaded.revision,
    );
    noteRecorded();
    for (const [index, event] of list.entries()) {
      const { id } = recorded[index]!;
      const revision = loaded.revision + 1;
      this.evolve(decider, stream, loaded, {
        ...event,
        revision,
        id,
        reverts: event.undoes ?? context.reverts ?? null,
      });
    }
    this.keep(decider, stream, loaded);

    return { position, eventIds: recorded.map(({ id }) => id) };
  }

  private evolve<State, Event>(
    decider: Folding<State, Event>,
    stream: string,
    loaded: Loaded<State>,
    event: Event & Recorded,
  ): void {
    try {
      loaded.state = decider.evolve(loaded.state, event);
      loaded.revision = event.revision;
    } catch (error) {
      // The state may be changed by half.
      this.forget(stream);
      throw error;
    }
  }

  private forget(stream: string): void {
    this.kept.delete(stream);
    this.cache.drop(stream);
  }

  private keep<State>(
    decider: Pick<Folding<State, never>, 'bytes' | 'isAlwaysKept'>,
    stream: string,
    loaded: Loaded<State>,
  ): void {
    if (decider.isAlwaysKept) this.kept.set(stream, loaded);
    else this.cache.put(stream, loaded, decider.bytes?.(loaded.state) ?? STATE_BYTES);
  }
}

/**
 * Throws MalformedEvent when one of them would be unreadable. It would stop every projector that needs it, and nothing can be
 * taken out of the log again: a rule with a gap costs a failed command instead.
 */
function toRecord(events: readonly StoredEvent[], context: Context): NewEvent[] {
  const at = new Date().toISOString();
  for (const { type, data } of events) {
    const parsed = definitions.get(type)?.schema.safeParse(data);
    if (parsed?.success === false) throw new MalformedEvent(type, parsed.error);
  }

  return events.map(({ type, data, causationId, undoes }) => ({
    id: EventId.parse(randomUUID()),
    type,
    data,
    metadata: {
      actor: context.actor,
      at,
      correlationId: context.correlationId,
      causationId: causationId ?? context.causationId ?? null,
      reason: context.reason,
      schemaVersion: definitions.get(type)?.version ?? 1,
      reverts: undoes ?? context.reverts ?? null,
    },
  }));
}

/** `revision` is that of the last event in the state; -1 when there is none. */
type Rule<State, Event, Result> = (state: State, revision: number) => Ruling<Event, Result>;

interface Ruling<Event, Result> {
  readonly events: readonly Event[] | Appends<Event>;
  readonly result: Result;
}

interface Loaded<State> {
  state: State;
  revision: number;
}
