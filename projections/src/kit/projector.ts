import { eventsByCategory, type allEvents } from '@earmark/contracts';
import type { EventOf } from '@earmark/contracts/kit';
import type { RecordedEvent } from './event-log/event-log.ts';
import type { Tables } from './tables.ts';

export type DomainEvent = EventOf<(typeof allEvents)[number]>;
export type EventType = DomainEvent['type'];
/** A stored event, decoded to the current version of its schema. */
export type ProjectedEvent<Type extends EventType = EventType> = Extract<DomainEvent, { type: Type }> &
  Pick<RecordedEvent, 'id' | 'position' | 'stream' | 'revision' | 'metadata'>;

/** The events of a feature, as its contracts list them (`seriesEvents`), or a single one of them. */
type Source = readonly (typeof allEvents)[number][] | (typeof allEvents)[number];
type TypeIn<Sources extends readonly Source[]> = EventOf<
  Sources[number] extends infer One ? (One extends readonly (infer Definition)[] ? Definition : One) : never
>['type'] &
  EventType;

/**
 * Turns events into rows of its own tables. It reads neither other tables nor the clock.
 *
 * `Memory` is what it keeps between events for speed. A rollback discards it, so it
 * must be derivable from the tables.
 */
interface ProjectorDefinition<Sources extends readonly Source[], Ignored extends TypeIn<Sources>, Memory> {
  readonly name: string;
  /** Raise it with every change to tables or handlers: a start with a different version rebuilds. */
  readonly version: number;
  /**
   * DDL of tables, and of views of them, with unqualified names; what follows the line `-- indexes` runs after a rebuild
   * has loaded its rows.
   */
  readonly sql: string;
  /**
   * What it is exhaustive over: each event must be in `on` or `ignores`; no other reaches the projector. The read model of
   * a feature takes the feature's whole list, so that a new event must be handled or ignored; others name what they need.
   */
  readonly readsFrom: Sources;
  readonly memory: () => Memory;
  readonly on: {
    readonly [Type in Exclude<TypeIn<Sources>, Ignored>]: (
      event: ProjectedEvent<Type>,
      tables: Tables,
      memory: Memory,
    ) => void | Promise<void>;
  };
  /** Types in `readsFrom` that it does not need. */
  readonly ignores?: readonly Ignored[];
  /** Called after the last event of a batch, in its transaction. */
  readonly settle?: (tables: Tables, memory: Memory) => Promise<void>;
  /** Called after the last event of a rebuild, before indexes are built: does work once instead of once per event. */
  readonly finish?: (tables: Tables, memory: Memory) => Promise<void>;
}

type Handler = (event: ProjectedEvent, tables: Tables, memory: unknown) => void | Promise<void>;

/** A projector as the kit runs it. */
export interface Projector extends Omit<
  ProjectorDefinition<readonly Source[], never, unknown>,
  'readsFrom' | 'on' | 'ignores'
> {
  /** By type of event. */
  readonly on: Readonly<Partial<Record<string, Handler>>>;
  /** Stream categories that it reads: an event of an unknown type stops it only there. */
  readonly categories: readonly string[];
}

export function defineProjector<
  const Sources extends readonly Source[],
  Memory,
  const Ignored extends TypeIn<Sources> = never,
>(definition: ProjectorDefinition<Sources, Ignored, Memory>): Projector {
  const read = new Set<unknown>(definition.readsFrom.flat());
  const categories = Object.entries(eventsByCategory)
    .filter(([, events]) => events.some((event) => read.has(event)))
    .map(([category]) => category);

  // The kit passes each handler events of its own type and the memory that `memory` created.
  return { ...definition, categories } as unknown as Projector;
}

/** The projector's DDL in two parts; `names` are those of the tables, `views` those of the views of them. */
export function ddlOf(projector: Projector): { tables: string; indexes: string; names: string[]; views: string[] } {
  const [tables = '', indexes = ''] = projector.sql.split(/^-- indexes$/m);
  const created = (what: string) =>
    [...tables.matchAll(new RegExp(`^create ${what} (\\w+)`, 'gm'))].map((match) => match[1]!);

  return { tables, indexes, names: created('table'), views: created('view') };
}
