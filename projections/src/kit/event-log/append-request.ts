import { isUuid } from '@earmark/contracts/kit';
import type { EventMeta } from '@earmark/contracts/kit';
import { AppendTooLarge, MAX_APPEND_BYTES, UnstorableText } from './event-log.ts';
import type { ExpectedRevision, NewEvent } from './event-log.ts';

export interface PreparedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMeta;
  /** JSON of `data` and `metadata`, as it is stored. */
  readonly dataJson: string;
  readonly metadataJson: string;
}

/** U+0000 or a lone surrogate as JSON escapes it, where the backslash is not itself escaped. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * The events as every adapter stores them, with their append, which takes the id of its first event.
 * Throws AppendTooLarge, UnstorableText, and Error for what servers would treat differently (an id that is not a UUID,
 * no events, a system stream).
 */
export function prepareAppend(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): readonly PreparedEvent[] {
  if (stream === '' || stream.startsWith('$') || stream.includes('\0'))
    throw new Error(`not a stream name: ${JSON.stringify(stream)}`);
  if (expected !== 'no-stream' && (!Number.isSafeInteger(expected) || expected < 0))
    throw new Error(`not a revision: ${expected}`);
  const [first] = events;
  if (!first) throw new Error(`an append to ${stream} without events`);

  const id = first.id.toLowerCase();
  const last = events.length - 1;
  const prepared = events.map((event, index) => prepareEvent(stream, event, { id, index, last }));
  const bytes = prepared.reduce((sum, event) => sum + storedBytes(event), 0);
  if (bytes >= MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);

  return prepared;
}

function prepareEvent(stream: string, event: NewEvent, append: EventMeta['append']): PreparedEvent {
  const { type, data } = event;
  if (!isUuid(event.id)) throw new Error(`not a UUID: ${JSON.stringify(event.id)}`);
  if (type === '' || type.startsWith('$') || type.includes('\0'))
    throw new Error(`not an event type: ${JSON.stringify(type)}`);

  const metadata = { ...event.metadata, append };
  const dataJson = JSON.stringify(data);
  if (dataJson === undefined) throw new Error(`an event ${type} without data for ${stream}`);
  const metadataJson = JSON.stringify(metadata);
  if (isUnstorable(dataJson) || isUnstorable(metadataJson)) throw new UnstorableText(stream, type);

  return { id: event.id.toLowerCase(), type, data, metadata, dataJson, metadataJson };
}

const isUnstorable = (json: string): boolean =>
  (json.includes('\\u0000') || json.includes('\\ud')) && UNSTORABLE.test(json);

/** Bytes as EventStoreDB counts them against its limit: the type counts two bytes a character. */
const storedBytes = ({ type, dataJson, metadataJson }: PreparedEvent): number =>
  2 * type.length + Buffer.byteLength(dataJson) + Buffer.byteLength(metadataJson);
