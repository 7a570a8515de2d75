import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { EventEmitter } from 'node:events';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type {
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
  sendUnaryData,
} from '@grpc/grpc-js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import {
  appendAnswer,
  batchAnswer,
  caughtUpFrame,
  checkpointFrame,
  confirmationFrame,
  eventFrame,
  expectation,
  nameOf,
  notFoundFrame,
  proposedEvent,
} from './loopback-frames.ts';
import { LoopbackStorage } from './loopback-storage.ts';
import type { Expectation, ProposedEvent, StoredEvent } from './loopback-storage.ts';

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
type ReadOptions = ReadReq.Options;

/**
 * A server on loopback that speaks the protocol of EventStoreDB 23.10 as far as the client uses it here, with the answers
 * that a real node gave. It keeps its log in memory, over restarts of its port too.
 */
export class LoopbackEventStore {
  readonly storage = new LoopbackStorage();
  readonly #server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
  #subscriptions = 0;
  #port = 0;

  static async start(): Promise<LoopbackEventStore> {
    const store = new LoopbackEventStore();
    await store.#listen();

    return store;
  }

  get port(): number {
    return this.#port;
  }

  /** Subscriptions that are open now. */
  get subscriptions(): number {
    return this.#subscriptions;
  }

  stop(): void {
    this.#server.forceShutdown();
  }

  async #listen(): Promise<void> {
    this.#server.addService(ServerFeaturesService, { getSupportedMethods });
    this.#server.addService(StreamsService, {
      read: (call: ReadCall) => {
        // A client that goes away while it is being answered.
        this.#read(call).catch((error: Error) => call.destroy(error));
      },
      append: (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) =>
        void this.#append(call, answer),
      batchAppend: (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => this.#batchAppend(call),
    });
    this.#port = await new Promise<number>((resolve, reject) => {
      this.#server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
  }

  async #append(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>): Promise<void> {
    const proposed: ProposedEvent[] = [];
    let stream = '';
    let expected: Expectation = 'any';
    const requests: AsyncIterable<AppendReq> = call;
    try {
      for await (const request of requests) {
        const options = request.getOptions();
        const message = request.getProposedMessage();
        if (options) {
          stream = nameOf(options.getStreamIdentifier());
          expected = expectation(options, options.getRevision());
        }
        if (message) proposed.push(proposedEvent(message));
      }
    } catch (error) {
      // The client went away before it had said everything: nothing is stored.
      if (call.cancelled) return;
      throw error;
    }
    const reply = appendAnswer(this.storage.append(stream, expected, proposed), expected);
    if (reply instanceof Error) answer(reply);
    else answer(null, reply);
  }

  #batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    const open = new Map<string, { stream: string; expected: Expectation; events: ProposedEvent[] }>();
    call.on('error', () => open.clear());
    call.on('end', () => call.end());
    call.on('data', (request: BatchAppendReq) => {
      const correlationId = request.getCorrelationId();
      const options = request.getOptions();
      if (!correlationId) return;
      const key = Buffer.from(correlationId.serializeBinary()).toString('hex');
      if (options) {
        const expected = expectation(options, options.getStreamPosition());
        open.set(key, { stream: nameOf(options.getStreamIdentifier()), expected, events: [] });
      }
      const append = open.get(key);
      if (!append) return;
      append.events.push(...request.getProposedMessagesList().map(proposedEvent));
      if (!request.getIsFinal()) return;
      open.delete(key);
      const { stream, expected, events } = append;
      call.write(batchAnswer(this.storage.append(stream, expected, events), { correlationId, stream }));
    });
  }

  async #read(call: ReadCall): Promise<void> {
    call.on('error', () => call.destroy());
    const options = call.request.getOptions();
    if (!options) return void call.end();
    if (options.hasSubscription()) return this.#subscribe(call, options);
    const stream = nameOf(options.getStream()?.getStreamIdentifier());
    const events = options.hasAll() ? this.storage.all : this.storage.stream(stream);
    if (options.hasStream() && events.length === 0) await send(call, notFoundFrame(stream));
    for (const event of selected(events, options)) {
      if (call.cancelled) return;
      await send(call, eventFrame(event));
    }
    call.end();
  }

  async #subscribe(call: ReadCall, options: ReadOptions): Promise<void> {
    const filter = options.getFilter();
    const window = (filter?.getMax() || 32) * (filter?.getCheckpointintervalmultiplier() || 1);
    const passes = filterOf(options);
    const { all } = this.storage;
    const from = options.getAll()?.getPosition();
    let next = from ? all.findIndex(({ position }) => position > BigInt(from.getCommitPosition())) : 0;
    if (next < 0) next = all.length;
    let live = false;
    this.#subscriptions++;
    try {
      await send(call, confirmationFrame(randomUUID()));
      for (let looked = 1; !call.cancelled;) {
        const event = all[next];
        if (event) {
          next++;
          if (passes(event)) await send(call, eventFrame(event));
          if (filter && looked++ % window === 0) await send(call, checkpointFrame(event.position));
        } else {
          if (!live) await send(call, caughtUpFrame());
          live = true;
          await eventOf(this.storage, 'appended', call);
        }
      }
    } finally {
      this.#subscriptions--;
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

/** In the order asked for; the first one is the one at the given revision or position (forwards: or the next). */
function* selected(events: readonly StoredEvent[], options: ReadOptions): Generator<StoredEvent> {
  const backwards = options.getReadDirection() === 1;
  const revision = options.getStream()?.hasRevision() ? BigInt(options.getStream()?.getRevision() ?? 0) : null;
  const position = options.getAll()?.getPosition()?.getCommitPosition();
  const isInside = (event: StoredEvent): boolean => {
    const at = options.hasAll() ? event.position : BigInt(event.revision);
    const bound = options.hasAll() ? (position === undefined ? null : BigInt(position)) : revision;

    return bound === null || (backwards ? at <= bound : at >= bound);
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

function getSupportedMethods(
  _: ServerUnaryCall<Empty, features.SupportedMethods>,
  answer: sendUnaryData<features.SupportedMethods>,
): void {
  const methods = ['read', 'append', 'batchappend'].map((name) =>
    new features.SupportedMethod().setMethodName(name).setServiceName('event_store.client.streams.streams'),
  );
  answer(null, new features.SupportedMethods().setMethodsList(methods).setEventStoreServerVersion('23.10.8.0'));
}
