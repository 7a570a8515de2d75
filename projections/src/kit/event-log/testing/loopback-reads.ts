import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { EventEmitter } from 'node:events';
import { status } from '@grpc/grpc-js';
import type { ServerWritableStream, StatusObject } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import {
  caughtUpFrame,
  checkpointFrame,
  confirmationFrame,
  eventFrame,
  nameOf,
  notFoundFrame,
} from './loopback-frames.ts';
import type { LoopbackStorage, StoredEvent } from './loopback-storage.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
type ReadOptions = ReadReq.Options;

/**
 * How a node refuses a position at which no record begins (it is an offset in a file), and backwards one beyond the end.
 * Null: it does not.
 */
export function refusal(options: ReadOptions, { all, end }: LoopbackStorage): Partial<StatusObject> | null {
  const position = options.getAll()?.getPosition()?.getCommitPosition();
  if (position === undefined) return null;
  const at = BigInt(position);
  const isBeyond = at > end && options.getReadDirection() === 0;
  if (isBeyond || at === end || all.some((event) => event.position === at)) return null;

  return {
    code: status.UNKNOWN,
    details: options.hasSubscription() ? 'Exception was thrown by handler.' : 'Unexpected FilteredReadAllResult: Error',
  };
}

/** Answers a read of a stream or the whole log with its current content. */
export async function answerRead(call: ReadCall, options: ReadOptions, storage: LoopbackStorage): Promise<void> {
  const stream = nameOf(options.getStream()?.getStreamIdentifier());
  const events = options.hasAll() ? storage.all : storage.stream(stream);
  if (options.hasStream() && events.length === 0) await send(call, notFoundFrame(stream));
  const passes = filterOf(options);
  for (const event of selected(events, options)) {
    if (call.cancelled) return;
    if (!passes(event)) continue;
    await send(call, eventFrame(event));
  }
  call.end();
}

/** Serves a subscription to the whole log until it is cancelled. */
export async function answerSubscription(
  call: ReadCall,
  options: ReadOptions,
  storage: LoopbackStorage,
): Promise<void> {
  const filter = options.getFilter();
  const window = (filter?.getMax() || 32) * (filter?.getCheckpointintervalmultiplier() || 1);
  const passes = filterOf(options);
  const { all } = storage;
  const from = options.getAll()?.getPosition();
  let next = from ? all.findIndex(({ position }) => position > BigInt(from.getCommitPosition())) : 0;
  if (next < 0) next = all.length;
  await send(call, confirmationFrame(randomUUID()));
  for (let looked = 1, live = false; !call.cancelled;) {
    const event = all[next];
    if (event) {
      next++;
      if (passes(event)) await send(call, eventFrame(event));
      if (filter && looked++ % window === 0) await send(call, checkpointFrame(event.position));
    } else if (live) {
      await eventOf(storage, 'appended', call);
    } else {
      live = true;
      await send(call, caughtUpFrame());
    }
  }
}

/** Waits while the client does not read. */
async function send(call: ReadCall, frame: ReadResp): Promise<void> {
  if (!call.cancelled && !call.write(frame)) await eventOf(call, 'drain', call);
}

/** Resolves with the event, or when the call is cancelled. */
async function eventOf(emitter: EventEmitter, event: string, call: ReadCall): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    await Promise.race([once(emitter, event, { signal }), once(call, 'cancelled', { signal })]);
  } finally {
    settled.abort();
  }
}

/** In the requested order, starting at the given revision, or position (backwards: without the event that begins there). */
function* selected(events: readonly StoredEvent[], options: ReadOptions): Generator<StoredEvent> {
  const backwards = options.getReadDirection() === 1;
  const revision = options.getStream()?.hasRevision() ? BigInt(options.getStream()?.getRevision() ?? 0) : null;
  const position = options.getAll()?.getPosition()?.getCommitPosition();
  const isInside = (event: StoredEvent): boolean => {
    const at = options.hasAll() ? event.position : BigInt(event.revision);
    const bound = options.hasAll() ? (position === undefined ? null : BigInt(position)) : revision;

    if (bound === null || !backwards) return bound === null || at >= bound;

    return options.hasAll() ? at < bound : at <= bound;
  };
  let left = BigInt(options.getCount());
  const size = events.length;
  for (let index = 0; index < size && left > 0n; index++) {
    const event = events[backwards ? size - 1 - index : index];
    if (!event || !isInside(event)) continue;
    left--;
    yield event;
  }
}

function filterOf(options: ReadOptions): (event: StoredEvent) => boolean {
  const filter = options.getFilter();
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType();
  if (!filter || !expression) return () => true;
  const textOf = (event: StoredEvent) => (filter.hasStreamIdentifier() ? event.stream : event.type);
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return (event) => prefixes.some((prefix) => textOf(event).startsWith(prefix));
  const pattern = new RegExp(expression.getRegex());

  return (event) => pattern.test(textOf(event));
}
