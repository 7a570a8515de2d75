import { z } from 'zod';
import { AnyUuid } from './uuid.ts';

/** An instant as a UTC ISO string, such as 2026-01-31T12:00:00.000Z. */
export const Instant = z.iso.datetime();

export const Uuid = z.uuid();

export const EventId = AnyUuid.brand('EventId');
export type EventId = z.infer<typeof EventId>;

/** Who did it. `id` is the account's id, or the name of the process, pipeline or model. */
export const Actor = z.object({
  kind: z.enum(['account', 'system', 'pipeline', 'model']),
  id: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'analyst', 'reader', 'system']),
});
export type Actor = z.infer<typeof Actor>;

export const EventMeta = z.object({
  actor: Actor,
  /** The only clock that anything reads. Always with milliseconds, so that times sort as text. */
  at: z.iso.datetime({ precision: 3 }),
  correlationId: Uuid,
  causationId: EventId.nullable(),
  reason: z.string().nullable(),
  schemaVersion: z.number().int().min(1),
  /** The event's append, set by the event log; batches of the projections end at `last`. */
  append: z.object({ id: Uuid, index: z.number().int().min(0), last: z.number().int().min(0) }),
  /** The event that this event undoes. */
  reverts: EventId.nullable().default(null),
});
export type EventMeta = z.infer<typeof EventMeta>;

type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

export interface EventDefinition<Type extends string, Data> {
  readonly type: Type;
  /** Current schema version: 1 + number of upcasts. */
  readonly version: number;
  readonly schema: z.ZodType<Data>;
  readonly upcasts: Readonly<Record<number, Upcast>>;
}

/** `upcasts[n]` turns data of version n into data of version n + 1. */
export function defineEvent<const Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  shape: Shape,
  upcasts: Record<number, Upcast> = {},
): EventDefinition<Type, z.infer<z.ZodObject<Shape>>> {
  return {
    type,
    version: 1 + Object.keys(upcasts).length,
    schema: z.object(shape) as unknown as z.ZodType<z.infer<z.ZodObject<Shape>>>,
    upcasts,
  };
}

/** `{type, data}` of a definition. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data> ? { readonly type: Type; readonly data: Data } : never;

type AnyDefinition = EventDefinition<string, unknown>;

/** First part of a stream's name: `series-0197…` is of category `series`. */
export const categoryOf = (stream: string): string => stream.split('-', 1)[0]!;

export class UnknownEvent extends Error {
  constructor(type: string, version: number) {
    super(`no code handles events of type ${type} version ${version}`);
    this.name = 'UnknownEvent';
  }
}

export class MalformedEvent extends Error {
  /** `cause`: why the data do not match, or in words what else is wrong. */
  constructor(type: string, cause: z.ZodError | string) {
    super(
      typeof cause === 'string'
        ? `the event ${type} is malformed: ${cause}`
        : `data of ${type} does not match its schema: ${z.prettifyError(cause)}`,
    );
    this.name = 'MalformedEvent';
  }
}

/** Decoder of stored events. Throws UnknownEvent for an unknown type or version, MalformedEvent when the data does not match its schema. */
export function eventDecoder<Definitions extends readonly AnyDefinition[]>(definitions: Definitions) {
  const byType = new Map<string, AnyDefinition>(definitions.map((definition) => [definition.type, definition]));

  return (stored: {
    type: string;
    data: unknown;
    metadata: { schemaVersion: number };
    malformed?: string;
  }): EventOf<Definitions[number]> => {
    if (stored.malformed !== undefined) throw new MalformedEvent(stored.type, stored.malformed);
    const definition = byType.get(stored.type);
    const { schemaVersion } = stored.metadata;
    if (!definition || schemaVersion > definition.version) throw new UnknownEvent(stored.type, schemaVersion);

    let data = stored.data;
    for (let version = schemaVersion; version < definition.version; version++)
      data = definition.upcasts[version]!(data as Record<string, unknown>);
    const parsed = definition.schema.safeParse(data);
    if (!parsed.success) throw new MalformedEvent(stored.type, parsed.error);

    return { type: definition.type, data: parsed.data } as EventOf<Definitions[number]>;
  };
}
