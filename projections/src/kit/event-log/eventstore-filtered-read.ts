import type { CallOptions, ClientReadableStream, Metadata } from '@grpc/grpc-js';
import { eventTypeFilter, streamNameFilter } from '@eventstore/db-client';
import type { EventStoreDBClient, Filter, ResolvedEvent } from '@eventstore/db-client';
import { ReadStream } from '@eventstore/db-client/dist/streams/utils/ReadStream.js';
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerFilter } from './eventstore-events.ts';

const { ReadReq } = messages;
type ReadResp = messages.ReadResp;

/** What the client's own `readAll` is made of. Its version is pinned, and it gets no new ones. */
interface Internals {
  GRPCStreamCreator(
    client: typeof StreamsClient,
    name: string,
    open: (client: StreamsClient) => ClientReadableStream<ReadResp>,
  ): () => Promise<ClientReadableStream<ReadResp>>;
  callArguments(options: object, call: CallOptions): [Metadata, Partial<CallOptions>];
}

export interface AllRange {
  /** Inclusive; null: from the start, or backwards from the end. */
  readonly from: bigint | null;
  readonly direction: 'forwards' | 'backwards';
}

/** Events of `$all` that the server looks at before it asks for the next page of itself. */
const SEARCH_WINDOW = 2_000;

/**
 * `$all` with a filter that the server applies. Every server that we support can do this (its own later clients use it),
 * but this client offers filters for subscriptions only.
 */
export function filteredRead(
  client: EventStoreDBClient,
  { from, direction }: AllRange,
  filter: ServerFilter,
  buffers: { readonly highWaterMark: number },
): ReadStream<ResolvedEvent> {
  const all = new ReadReq.Options.AllOptions();
  const backwards = direction === 'backwards';
  if (from !== null)
    all.setPosition(new ReadReq.Options.Position().setCommitPosition(`${from}`).setPreparePosition(`${from}`));
  else if (backwards) all.setEnd(new shared.Empty());
  else all.setStart(new shared.Empty());
  const expression = new ReadReq.Options.FilterOptions.Expression();
  if ('regex' in filter) expression.setRegex(filter.regex);
  else expression.setPrefixList([...filter.prefixes]);
  const search = new ReadReq.Options.FilterOptions().setMax(SEARCH_WINDOW).setCheckpointintervalmultiplier(1);
  if (filter.on === 'stream') search.setStreamIdentifier(expression);
  else search.setEventType(expression);
  const options = new ReadReq.Options()
    .setAll(all)
    .setReadDirection(backwards ? 1 : 0)
    .setResolveLinks(false)
    .setCount(`${Number.MAX_SAFE_INTEGER}`)
    .setUuidOption(new ReadReq.Options.UUIDOption().setString(new shared.Empty()))
    .setFilter(search);
  const request = new ReadReq().setOptions(options);
  const internals = client as unknown as Internals;
  const open = internals.GRPCStreamCreator(StreamsClient, 'readAll', (streams) =>
    streams.read(request, ...internals.callArguments({}, { deadline: Infinity })),
  );

  return new ReadStream(open, convertGrpcEvent, buffers);
}

/** The same filter for a subscription, with a checkpoint after every `window` events that the server has looked at. */
export function subscriptionFilter(
  filter: ServerFilter,
  window: number,
  onCheckpoint: (position: bigint) => void,
): Filter {
  const common = {
    maxSearchWindow: window,
    checkpointInterval: 1,
    checkpointReached: (_: unknown, { commit }: { commit: bigint }) => onCheckpoint(commit),
  };
  const filterOn = filter.on === 'stream' ? streamNameFilter : eventTypeFilter;

  return 'regex' in filter
    ? filterOn({ ...common, regex: filter.regex })
    : filterOn({ ...common, prefixes: [...filter.prefixes] });
}
