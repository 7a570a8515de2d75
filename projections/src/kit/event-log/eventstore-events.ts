import { z } from 'zod';
import type { LogFilter, RecordedEvent } from './event-log.ts';
import { storedMetadata } from './stored-metadata.ts';

/** Servers before 22.6 send no position with the events of a stream. */
const Position = z.object({ commit: z.bigint().max(2n ** 63n - 1n) });

const ServerEvent = z.object({
  position: Position,
  streamId: z.string(),
  revision: z.bigint(),
  id: z.string().brand('EventId'),
  type: z.string(),
  isJson: z.boolean(),
  data: z.unknown(),
  metadata: z.unknown(),
});
const Resolved = z.object({ event: ServerEvent.optional() });

/** Null for links, for the server's own events and for those of other applications. */
export function recordedEvent(resolved: unknown, streams: OwnStreams): RecordedEvent | null {
  const { event } = Resolved.parse(resolved);
  if (event === undefined || event.type.startsWith('$') || !streams.include(event.streamId)) return null;
  const { position, streamId: stream, revision, id, type, data, isJson } = event;
  const read = storedMetadata(event.metadata);
  const malformed = read.malformed ?? (isJson ? undefined : 'its data are not JSON');

  return {
    position: position.commit,
    stream,
    revision: Number(revision),
    id,
    type,
    data: isJson ? data : null,
    metadata: read.metadata,
    ...(malformed === undefined ? {} : { malformed }),
  };
}

export const passes = ({ stream, type }: RecordedEvent, { streamPrefixes, types }: LogFilter): boolean =>
  (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true) && (types?.includes(type) ?? true);

/** Position from an append's answer; null when the server left it out, as it may for a repeated append. */
export const commitOf = (position: unknown): bigint | null => Position.safeParse(position).data?.commit ?? null;

/** Position of any event of `$all`; null for a link. */
export const logPosition = (resolved: unknown): bigint | null =>
  Resolved.parse(resolved).event?.position.commit ?? null;

/** What the server compares with the names or types of events: one of several beginnings, or an expression. */
export type ServerFilter = { readonly on: 'stream' | 'type' } & (
  { readonly prefixes: readonly string[] } | { readonly regex: string }
);

export const EVERYTHING: ServerFilter = { on: 'stream', regex: '.' };

/** The streams of Earmark's categories; with null, all but the server's own. */
export class OwnStreams {
  readonly #prefixes: readonly string[] | null;

  constructor(categories: readonly string[] | null) {
    this.#prefixes = categories?.map((category) => `${category}-`) ?? null;
  }

  include(stream: string): boolean {
    if (stream.startsWith('$')) return false;

    return this.#prefixes?.some((prefix) => stream.startsWith(prefix)) ?? true;
  }

  /** The part of the filter that the server can apply; the rest is applied here. */
  filterOf({ streamPrefixes, types }: LogFilter): ServerFilter {
    if (streamPrefixes?.length) return { on: 'stream', prefixes: streamPrefixes };
    if (types?.length) return { on: 'type', prefixes: types };

    return this.#prefixes ? { on: 'stream', prefixes: this.#prefixes } : { on: 'stream', regex: '^[^$]' };
  }

  /** All streams but these and the server's own. Null when there can be no others. */
  get others(): ServerFilter | null {
    if (!this.#prefixes) return null;
    const own = this.#prefixes.map((prefix) => prefix.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));

    return { on: 'stream', regex: `^(?!\\$|${own.join('|')})` };
  }
}
