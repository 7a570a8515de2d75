import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import type { Pool } from 'pg';
import type { Leases } from './lease.ts';
import { backoffMs, messageOf, pause } from './pause.ts';
import type { Reaction } from './reaction.ts';
import { ReactorCheckpoint, ReactorFenced } from './reactor-checkpoint.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** How often the checkpoint is saved past events that concern nobody: a crash repeats at most this many. */
const IDLE_CHECKPOINT_MS = 5000;

export interface ReactorParts {
  readonly log: EventLog;
  readonly pool: Pool;
  readonly leases: Leases;
  readonly report: (line: string) => void;
}

/**
 * Follows the log from its own checkpoint and sends the commands that events call for. One server
 * runs it. Events arrive in log order, each at least once, and none is skipped: an event whose handler fails is
 * retried, and the reactor waits there and reports it.
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
      // After a lost connection, an event may come again.
      else if (!('checkpoint' in delivery) || delivery.checkpoint <= checkpoint.position) continue;
      else if (performance.now() - written < IDLE_CHECKPOINT_MS) continue;
      else await checkpoint.pass(log, delivery.checkpoint);
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
        return await checkpoint.move(log, event);
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
