import { Metadata, status } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { MAX_APPEND_SIZE } from './loopback-storage.ts';
import type { AppendOutcome, Expectation, ProposedEvent, StoredEvent } from './loopback-storage.ts';

const { AppendResp, BatchAppendResp, ReadResp } = streams;
type Proposed = streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage;
type Expecting = Pick<streams.AppendReq.Options, 'hasAny' | 'hasNoStream' | 'hasStreamExists'>;

export const nameOf = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

export const proposedEvent = (message: Proposed): ProposedEvent => ({
  id: uuidText(message.getId()),
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export function expectation(options: Expecting, revision: string): Expectation {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasStreamExists()) return 'stream-exists';

  return BigInt(revision);
}

export const eventFrame = (event: StoredEvent): streams.ReadResp => {
  const record = new ReadResp.ReadEvent.RecordedEvent();
  record.setId(new shared.UUID().setString(event.id));
  record.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(base64(event.stream)));
  record.setStreamRevision(String(event.revision));
  record.setCommitPosition(String(event.position)).setPreparePosition(String(event.position));
  record.setData(event.data).setCustomMetadata(event.metadata);
  record.getMetadataMap().set('type', event.type).set('content-type', event.contentType).set('created', '0');

  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(record).setCommitPosition(String(event.position)));
};

export const confirmationFrame = (id: string): streams.ReadResp =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const caughtUpFrame = (): streams.ReadResp => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());

export const checkpointFrame = (position: bigint): streams.ReadResp =>
  new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
  );

export const notFoundFrame = (stream: string): streams.ReadResp =>
  new ReadResp().setStreamNotFound(
    new ReadResp.StreamNotFound().setStreamIdentifier(new shared.StreamIdentifier().setStreamName(base64(stream))),
  );

/** Answer to a read of a stream with a tombstone, or an append to it. */
export function deletedAnswer(stream: string): ServiceError {
  const metadata = new Metadata();
  metadata.set('exception', 'stream-deleted');
  metadata.set('stream-name', stream);
  const details = `Event stream '${stream}' is deleted.`;

  return Object.assign(new Error(details), { code: status.FAILED_PRECONDITION, details, metadata });
}

/** Answer to a single append; an append that is too large fails the call. */
export function appendAnswer(outcome: AppendOutcome, expected: Expectation): streams.AppendResp | ServiceError {
  switch (outcome.kind) {
    case 'stored': {
      const position = String(outcome.last.position);

      return new AppendResp().setSuccess(
        new AppendResp.Success()
          .setCurrentRevision(String(outcome.last.revision))
          .setPosition(new AppendResp.Position().setCommitPosition(position).setPreparePosition(position)),
      );
    }
    case 'wrong-expectation': {
      const wrong = new AppendResp.WrongExpectedVersion();
      if (outcome.actual === null) wrong.setCurrentNoStream(new shared.Empty());
      else wrong.setCurrentRevision(String(outcome.actual));
      if (typeof expected === 'bigint') wrong.setExpectedRevision(String(expected));
      else if (expected === 'no-stream') wrong.setExpectedNoStream(new shared.Empty());
      else wrong.setExpectedStreamExists(new shared.Empty());

      return new AppendResp().setWrongExpectedVersion(wrong);
    }
    case 'too-large': {
      const metadata = new Metadata();
      metadata.set('exception', 'maximum-append-size-exceeded');
      metadata.set('maximum-append-size', String(MAX_APPEND_SIZE));
      const details = 'Maximum Append Size Exceeded.';

      return Object.assign(new Error(details), { code: status.INVALID_ARGUMENT, details, metadata });
    }
  }
}

/** Answer to an append in a shared stream. */
export function batchAnswer(
  outcome: AppendOutcome,
  { correlationId, stream }: { correlationId: shared.UUID; stream: string },
): streams.BatchAppendResp {
  const answer = new BatchAppendResp().setCorrelationId(correlationId);
  answer.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(base64(stream)));
  switch (outcome.kind) {
    case 'stored': {
      const position = String(outcome.last.position);

      return answer.setSuccess(
        new BatchAppendResp.Success()
          .setCurrentRevision(String(outcome.last.revision))
          .setPosition(new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position)),
      );
    }
    case 'wrong-expectation': {
      const wrong = new shared.WrongExpectedVersion();
      if (outcome.actual === null) wrong.setCurrentNoStream(new empty.Empty());
      else wrong.setCurrentStreamRevision(String(outcome.actual));

      return answer.setError(failure('event_store.client.WrongExpectedVersion', wrong.serializeBinary()));
    }
    case 'too-large': {
      const tooLarge = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_SIZE);

      return answer.setError(failure('event_store.client.MaximumAppendSizeExceeded', tooLarge.serializeBinary()));
    }
  }
}

function failure(type: string, message: Uint8Array): statuses.Status {
  const details = new any.Any();
  details.pack(message, type);

  return new statuses.Status().setMessage(type).setDetails(details);
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** An id, sent as two halves or as text. */
function uuidText(id: shared.UUID | undefined): string {
  const halves = id?.getStructured();
  if (!halves) return id?.getString() ?? '';
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('');

  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
