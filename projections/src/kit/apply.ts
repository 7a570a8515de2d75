import { allEvents } from '@earmark/contracts';
import { categoryOf, eventDecoder } from '@earmark/contracts/kit';
import type { ClientBase } from 'pg';
import type { RecordedEvent } from './event-log/event-log.ts';
import { READ_SCHEMA } from './checkpoints.ts';
import type { ProjectedEvent, Projector } from './projector.ts';
import { Tables } from './tables.ts';
import { yieldToUrgent } from './yielding.ts';
import type { Column } from './binary-copy.ts';

const decode = eventDecoder(allEvents);
const knownTypes = new Set<string>(allEvents.map(({ type }) => type));

/** One projector on one set of tables. */
export class Run {
  private memory: unknown;

  constructor(
    readonly projector: Projector,
    readonly schema: string,
    private readonly columns: ReadonlyMap<string, readonly Column[]>,
  ) {
    this.memory = projector.memory();
  }

  /** After a rollback, its memory may hold changes that never happened. */
  forget(): void {
    this.memory = this.projector.memory();
  }

  /** Applies whole appends in the caller's transaction. Throws ProjectionFailed. */
  async apply(client: ClientBase, events: readonly DecodedEvent[], mode: 'live' | 'rebuild'): Promise<void> {
    // Most live batches are one event that concerns few projectors; the others are spared a round trip.
    const concerned = events.filter((event) => this.isConcernedBy(event));
    if (concerned.length === 0) return;
    const tables = await this.open(client, mode);
    for (const { recorded, decoded } of concerned) {
      if (mode === 'rebuild') await yieldToUrgent();
      try {
        if (decoded instanceof Error) throw decoded;
        await this.projector.on[recorded.type]?.(decoded, tables, this.memory);
      } catch (error) {
        throw new ProjectionFailed(this.projector.name, recorded, error);
      }
    }
    await this.guarded(async () => {
      await this.projector.settle?.(tables, this.memory);
      await tables.flush();
    });
  }

  private isConcernedBy({ recorded, unknownIn }: DecodedEvent): boolean {
    if (unknownIn !== null) return this.projector.categories.includes(unknownIn);

    return this.projector.on[recorded.type] !== undefined;
  }

  /** Does the work that a rebuild defers to its end. */
  async finish(client: ClientBase): Promise<void> {
    const tables = await this.open(client, 'rebuild');
    await this.guarded(async () => {
      await this.projector.finish?.(tables, this.memory);
      await tables.flush();
    });
  }

  private async open(client: ClientBase, mode: 'live' | 'rebuild'): Promise<Tables> {
    // The runner's connections start on the live schema, which saves a round trip per live batch.
    if (this.schema !== READ_SCHEMA) await client.query(`set local search_path to ${this.schema}, public`);

    return new Tables(client, mode, this.columns);
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw new ProjectionFailed(this.projector.name, null, error);
    }
  }
}

export interface DecodedEvent {
  readonly recorded: RecordedEvent;
  /** An error stops only the projectors that the event concerns. */
  readonly decoded: ProjectedEvent | Error;
  /**
   * Category of the stream when the event type is unknown: it could change anything, so it concerns all projectors that
   * read the category. Null: it concerns the projectors that handle its type.
   */
  readonly unknownIn: string | null;
}

export function decodeEvent(recorded: RecordedEvent): DecodedEvent {
  const { position, stream, revision, id, type, metadata } = recorded;
  const unknownIn = knownTypes.has(type) ? null : categoryOf(stream);
  try {
    return { recorded, decoded: { ...decode(recorded), position, stream, revision, id, metadata }, unknownIn };
  } catch (error) {
    return { recorded, decoded: error instanceof Error ? error : new Error(String(error)), unknownIn };
  }
}

export class ProjectionFailed extends Error {
  constructor(
    readonly projector: string,
    /** Null: the failure appeared only when the rows of the whole batch were written. */
    readonly event: RecordedEvent | null,
    override readonly cause: unknown,
  ) {
    super(`${projector} failed${event ? ` at ${event.type} ${event.position}` : ''}: ${messageOf(cause)}`);
    this.name = 'ProjectionFailed';
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Serialisation failure, deadlock, lost connection, shutdown: the same batch may succeed next time. */
export function isTransient(error: unknown): boolean {
  const cause = error instanceof ProjectionFailed ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';

  return (
    /^(40001|40P01|55P03|53|57P|08|ECONN|EPIPE)/.test(code) ||
    /Connection terminated|connection error|not queryable/i.test(cause.message)
  );
}
