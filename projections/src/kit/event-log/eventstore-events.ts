import { EventMeta } from '@earmark/contracts/kit';
import { z } from 'zod';
import type { LogFilter, RecordedEvent } from './event-log.ts';

/** Servers before 22.6 send no position with the events of a stream. */
const Position = z.object({ commit: z.bigint().max(2n ** 63n - 1n) });

const OurEvent = z.object({
  position: Position,
  streamId: z.string(),
  revision: z.bigint(),
  id: z.string(),
  type: z.string(),
  data: z.unknown(),
  metadata: EventMeta,
});
const AnyEvent = z.object({ streamId: z.string(), type: z.string() });
const Resolved = z.object({ event: z.unknown().optional() });

/** Null for the server's own events and for links. Throws ZodError for an event that Earmark did not write. */
export function recordedEvent(resolved: unknown): RecordedEvent | null {
  const { event } = Resolved.parse(resolved);
  if (event === undefined) return null;
  const { streamId: stream, type } = AnyEvent.parse(event);
  if (stream.startsWith('$') || type.startsWith('$')) return null;
  const { position, revision, id, data, metadata } = OurEvent.parse(event);

  return { position: position.commit, stream, revision: Number(revision), id, type, data, metadata };
}

export const passes = ({ stream, type }: RecordedEvent, { streamPrefixes, types }: LogFilter): boolean =>
  (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true) && (types?.includes(type) ?? true);

/** Position from an append's answer; null when the server left it out, as it may for a repeated append. */
export const commitOf = (position: unknown): bigint | null => Position.safeParse(position).data?.commit ?? null;

/** Position of any event of `$all`, including the server's own. */
export const logPosition = (resolved: unknown): bigint => AllItem.parse(resolved).event.position.commit;

const AllItem = z.object({ event: z.object({ position: Position }) });
