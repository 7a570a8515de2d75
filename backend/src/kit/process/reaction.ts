import { type Context, eventDecoder, type EventDefinition, type EventOf } from '@earmark/contracts/kit';
import type { RecordedEvent } from '@earmark/projections/event-log';

type AnyDefinition = EventDefinition<string, unknown>;

/** An event, decoded to the current version of its schema. */
export type Reacted<Event> = Event & Pick<RecordedEvent, 'id' | 'position' | 'stream' | 'revision' | 'metadata'>;

export interface ReactionContext {
  /** The context of the commands that it sends: caused by the event, with the same correlation id. */
  readonly context: Context;
  /** Aborted when the server stops or another one takes over. */
  readonly signal: AbortSignal;
}

type Handler<Event> = (event: Reacted<Event>, reaction: ReactionContext) => Promise<void>;

interface ReactionDefinition<Definitions extends readonly AnyDefinition[]> {
  /** Unique. Names its lease, its checkpoint and the actor of its commands. */
  readonly name: string;
  readonly readsFrom: Definitions;
  /** Where a new reactor starts on a log that already has events. */
  readonly startsFrom: 'the beginning' | 'now';
  /** Must be brief, since later events wait for it; hand long work to a WorkLoop. May get the same event twice. */
  readonly on: {
    readonly [Type in EventOf<Definitions[number]>['type']]: Handler<
      Extract<EventOf<Definitions[number]>, { type: Type }>
    >;
  };
}

export interface Reaction {
  readonly name: string;
  readonly types: readonly string[];
  readonly startsFrom: 'the beginning' | 'now';
  /** Called before a different log is read, to discard the results of the previous one. */
  readonly reset?: () => Promise<void>;
  /** Throws UnknownEvent, MalformedEvent, and the errors of the handler. */
  readonly react: (event: RecordedEvent, signal: AbortSignal) => Promise<void>;
}

export function defineReaction<const Definitions extends readonly AnyDefinition[]>({
  name,
  readsFrom,
  startsFrom,
  on,
}: ReactionDefinition<Definitions>): Reaction {
  const decode = eventDecoder(readsFrom);
  const handlers = new Map<string, Handler<unknown>>(Object.entries(on));

  return {
    name,
    types: readsFrom.map(({ type }) => type),
    startsFrom,
    react: async (recorded, signal) => {
      const { id, position, stream, revision, metadata } = recorded;
      const context: Context = {
        actor: { kind: 'system', id: name, name, role: 'system' },
        correlationId: metadata.correlationId,
        causationId: id,
        reason: null,
      };
      const event = { ...decode(recorded), id, position, stream, revision, metadata };
      await handlers.get(recorded.type)?.(event, { context, signal });
    },
  };
}
