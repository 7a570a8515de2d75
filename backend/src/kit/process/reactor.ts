import { eventDecoder, type EventDefinition, type EventOf } from '@earmark/contracts/kit';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import type { Leases } from './lease.ts';
import { backoffMs, messageOf, pause } from './pause.ts';
import { ReactorCheckpoint, ReactorFenced } from './reactor-checkpoint.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** What concerned nobody is written down this often: after a crash so much is looked at again. */
const IDLE_CHECKPOINT_MS = 5000;

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

export interface ReactorParts {
  readonly log: EventLog;
  readonly pool: Pool;
  readonly leases: Leases;
  readonly report: (line: string) => void;
}

/**
 * A projector without tables: follows the log from a checkpoint of its own and orders what has to happen next. One server
 * runs it. Events come in the order of the log, each at least once, and none is skipped: while its handler fails it is
 * tried again, and the reactor stands there and says so.
 */
export class Reactor {
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;

  constructor(
    private readonly parts: ReactorParts,
    private readonly reaction: Reaction,
    private readonly firstWaitMs = FIRST_WAIT_MS,
  ) {}

  start(): void {
    const { leases } = this.parts;
    const { name } = this.reaction;
    this.running ??= leases.keep(`reactor ${name}`, async (signal) => this.follow(signal), this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort(new Error('the server is stopping'));
    await this.running;
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const { log } = this.parts;
    const checkpoint = await ReactorCheckpoint.open(this.parts, this.reaction);
    const filter = { types: this.reaction.types };
    let written = performance.now();
    for await (const delivery of log.subscribe({ after: checkpoint.position, filter, signal })) {
      if ('event' in delivery) await this.react(delivery.event, checkpoint, signal);
      // After a lost connection an event may come again.
      else if (!('checkpoint' in delivery) || delivery.checkpoint <= checkpoint.position) continue;
      else if (performance.now() - written < IDLE_CHECKPOINT_MS) continue;
      else await checkpoint.move(log, delivery.checkpoint, null);
      written = performance.now();
    }
  }

  private async react(event: RecordedEvent, checkpoint: ReactorCheckpoint, signal: AbortSignal): Promise<void> {
    const { log, report } = this.parts;
    const { name, react } = this.reaction;
    if (event.position <= checkpoint.position) return;
    for (let attempts = 1; ; attempts++) {
      signal.throwIfAborted();
      try {
        await react(event, signal);
        return await checkpoint.move(log, event.position, event);
      } catch (error) {
        if (signal.aborted || error instanceof ReactorFenced) throw error;
        const { id: eventId, type, position } = event;
        const waitMs = backoffMs(attempts, this.firstWaitMs, LONGEST_WAIT_MS);
        report(`${name}: event ${position} (${type}): ${messageOf(error)}; trying again in ${waitMs / 1000} s`);
        await checkpoint.fail({ eventId, type, error: messageOf(error), attempts });
        await pause(waitMs, signal);
      }
    }
  }
}
