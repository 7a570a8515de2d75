import { type Context, eventDecoder, type EventDefinition, type EventOf } from '@earmark/contracts/kit';
import type { RecordedEvent } from '@earmark/projections/event-log';

type AnyDefinition = EventDefinition<string, unknown>;

/** An event, decoded to the current version of its schema. */
export type Reacted<Event> = Event & Pick<RecordedEvent, 'id' | 'position' | 'stream' | 'revision' | 'metadata'>;

export interface ReactionContext {
  /** For the commands it sends: caused by the event, part of the same correlation. */
  readonly context: Context;
  /** Aborted when the server stops or another one has taken over. */
  readonly signal: AbortSignal;
}

type Handler<Event> = (event: Reacted<Event>, reaction: ReactionContext) => Promise<void>;

interface ReactionDefinition<Definitions extends readonly AnyDefinition[]> {
  /** Unique; the name of its lease, of its checkpoint, and of the actor that its commands name. */
  readonly name: string;
  readonly readsFrom: Definitions;
  /** Of a new reactor on a log that has events already: what came before it may be none of its business. */
  readonly startsFrom: 'the beginning' | 'now';
  /** Brief, since everybody waits their turn: long work is handed to a WorkLoop. The same event may come again. */
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
  /** Before another log is read than so far: what was made from that one goes. */
  readonly reset?: () => Promise<void>;
  /** Throws UnknownEvent, MalformedEvent, and what the handler throws. */
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
