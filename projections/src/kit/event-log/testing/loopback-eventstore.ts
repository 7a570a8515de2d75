import { setImmediate as nextTurn } from 'node:timers/promises';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { ServerDuplexStream, ServerReadableStream, ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { appendAnswer, batchAnswer, deletedAnswer, expectation, nameOf, proposedEvent } from './loopback-frames.ts';
import { answerRead, answerSubscription, refusal } from './loopback-reads.ts';
import type { ReadCall } from './loopback-reads.ts';
import { LoopbackStorage } from './loopback-storage.ts';
import type { Expectation, ProposedEvent } from './loopback-storage.ts';

/**
 * A loopback server that implements the part of the EventStoreDB 23.10 protocol that the client uses, with the answers
 * of a real node. It keeps its log in memory, even across restarts of its port.
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

  /** Number of open subscriptions. */
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
        // A client may disconnect while it is being answered.
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
      // The client disconnected before sending everything: nothing is stored.
      if (call.cancelled) return;
      throw error;
    }
    // A cut connection ends the requests as if they were complete; the cut itself is reported a moment later.
    await nextTurn();
    if (call.cancelled || proposed.length === 0) return;
    if (this.storage.deleted.has(stream)) return answer(deletedAnswer(stream));
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
    const options = call.request.getOptions();
    if (!options) return void call.end();
    const stream = nameOf(options.getStream()?.getStreamIdentifier());
    if (this.storage.deleted.has(stream)) return void call.emit('error', deletedAnswer(stream));
    const refused = refusal(options, this.storage);
    if (refused) return void call.emit('error', refused);
    call.on('error', () => call.destroy());
    if (!options.hasSubscription()) return answerRead(call, options, this.storage);
    this.#subscriptions++;
    try {
      await answerSubscription(call, options, this.storage);
    } finally {
      this.#subscriptions--;
    }
  }
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
