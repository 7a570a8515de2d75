import { eventsByCategory, type allEvents } from '@earmark/contracts';
import type { EventOf } from '@earmark/contracts/kit';
import type { RecordedEvent } from './event-log/event-log.ts';
import type { Tables } from './tables.ts';

export type DomainEvent = EventOf<(typeof allEvents)[number]>;
export type EventType = DomainEvent['type'];
/** A stored event, decoded to the current version of its schema. */
export type ProjectedEvent<Type extends EventType = EventType> = Extract<DomainEvent, { type: Type }> &
  Pick<RecordedEvent, 'id' | 'position' | 'stream' | 'revision' | 'metadata'>;

/** The events of one category of streams, as the feature's contracts list them: `seriesEvents`. */
type EventList = (typeof eventsByCategory)[keyof typeof eventsByCategory];
type TypeIn<Lists extends readonly EventList[]> = EventOf<Lists[number][number]>['type'];

/**
 * Turns events into rows of its own tables; reads nothing else, neither other tables nor the clock.
 *
 * `Memory` is what it keeps between events for speed. It is thrown away whenever a transaction is rolled back, so it
 * must be derivable from the tables.
 */
interface ProjectorDefinition<Lists extends readonly EventList[], Ignored extends TypeIn<Lists>, Memory> {
  readonly name: string;
  /** Goes up with every change of tables or handlers: a start with another version rebuilds. */
  readonly version: number;
  /** DDL with unqualified names; what follows the line `-- indexes` is run after a rebuild has loaded its rows. */
  readonly sql: string;
  /** An event of these lists must be in `on` or in `ignores`; events of all others never reach the projector. */
  readonly readsFrom: Lists;
  readonly memory: () => Memory;
  readonly on: {
    readonly [Type in Exclude<TypeIn<Lists>, Ignored>]: (
      event: ProjectedEvent<Type>,
      tables: Tables,
      memory: Memory,
    ) => void | Promise<void>;
  };
  /** Types of the lists that it reads and does not need. */
  readonly ignores?: readonly Ignored[];
  /** After the last event of a batch, in its transaction. */
  readonly settle?: (tables: Tables, memory: Memory) => Promise<void>;
  /** After the last event of a rebuild, before indexes are made: work that is done once instead of once per event. */
  readonly finish?: (tables: Tables, memory: Memory) => Promise<void>;
}

type Handler = (event: ProjectedEvent, tables: Tables, memory: unknown) => void | Promise<void>;

/** A projector as the kit runs it. */
export interface Projector extends Omit<
  ProjectorDefinition<readonly EventList[], never, unknown>,
  'readsFrom' | 'on' | 'ignores'
> {
  /** By type of event. */
  readonly on: Readonly<Partial<Record<string, Handler>>>;
  /** Categories of the streams that it reads: an event of a type that the code does not know stops it only there. */
  readonly categories: readonly string[];
}

export function defineProjector<
  const Lists extends readonly EventList[],
  Memory,
  const Ignored extends TypeIn<Lists> = never,
>(definition: ProjectorDefinition<Lists, Ignored, Memory>): Projector {
  const categories = Object.entries(eventsByCategory)
    .filter(([, list]) => definition.readsFrom.includes(list))
    .map(([category]) => category);

  // The kit gives each handler events of its own type, and the memory that `memory` made.
  return { ...definition, categories } as unknown as Projector;
}

/** The projector's DDL in two parts. */
export function ddlOf(projector: Projector): { tables: string; indexes: string; names: string[] } {
  const [tables = '', indexes = ''] = projector.sql.split(/^-- indexes$/m);

  return { tables, indexes, names: [...tables.matchAll(/^create table (\w+)/gm)].map((match) => match[1]!) };
}
