import type { allEvents } from '@earmark/contracts';
import type { EventOf } from '@earmark/contracts/kit';
import type { RecordedEvent } from './event-log/event-log.ts';
import type { Tables } from './tables.ts';

export type DomainEvent = EventOf<(typeof allEvents)[number]>;
export type EventType = DomainEvent['type'];
/** A stored event, decoded to the current version of its schema. */
export type ProjectedEvent<Type extends EventType = EventType> = Extract<DomainEvent, { type: Type }> &
  Pick<RecordedEvent, 'id' | 'position' | 'stream' | 'revision' | 'metadata'>;

/**
 * Turns events into rows of its own tables; reads nothing else, neither other tables nor the clock.
 *
 * `Memory` is what it keeps between events for speed. It is thrown away whenever a transaction is rolled back, so it
 * must be derivable from the tables.
 */
export interface Projector<Memory = unknown> {
  readonly name: string;
  /** Goes up with every change of tables or handlers: a start with another version rebuilds. */
  readonly version: number;
  /** DDL with unqualified names; what follows the line `-- indexes` is run after a rebuild has loaded its rows. */
  readonly sql: string;
  readonly memory: () => Memory;
  readonly on: {
    readonly [Type in EventType]?: (
      event: ProjectedEvent<Type>,
      tables: Tables,
      memory: Memory,
    ) => void | Promise<void>;
  };
  /** Types it knows and does not need. A type that is neither here nor in `on` stops the projector. */
  readonly ignores: readonly EventType[];
  /** After the last event of a batch, in its transaction. */
  readonly settle?: (tables: Tables, memory: Memory) => Promise<void>;
  /** After the last event of a rebuild, before indexes are made: work that is done once instead of once per event. */
  readonly finish?: (tables: Tables, memory: Memory) => Promise<void>;
}

/** The projector's DDL in two parts. */
export function ddlOf(projector: Projector): { tables: string; indexes: string; names: string[] } {
  const [tables = '', indexes = ''] = projector.sql.split(/^-- indexes$/m);

  return { tables, indexes, names: [...tables.matchAll(/^create table (\w+)/gm)].map((match) => match[1]!) };
}
