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

/** U+0000, or half of a surrogate pair alone, as JSON writes them: the backslash that starts the escape is not itself escaped. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * The events as every adapter stores them: with the bounds of their append, which is named after its first event.
 * Throws AppendTooLarge, UnstorableText, and Error for what no server could store alike (an id that is no UUID, no event,
 * a stream of the system).
 */
export function prepareAppend(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): readonly PreparedEvent[] {
  if (stream === '' || stream.startsWith('$') || stream.includes('\0'))
    throw new Error(`not a name of a stream: ${JSON.stringify(stream)}`);
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
    throw new Error(`not a type of an event: ${JSON.stringify(type)}`);

  const metadata = { ...event.metadata, append };
  const dataJson = JSON.stringify(data);
  if (dataJson === undefined) throw new Error(`an event ${type} without data for ${stream}`);
  const metadataJson = JSON.stringify(metadata);
  if (isUnstorable(dataJson) || isUnstorable(metadataJson)) throw new UnstorableText(stream, type);

  return { id: event.id.toLowerCase(), type, data, metadata, dataJson, metadataJson };
}

const isUnstorable = (json: string): boolean =>
  (json.includes('\\u0000') || json.includes('\\ud')) && UNSTORABLE.test(json);

/** As EventStoreDB counts against its limit; its type counts two bytes a character. */
const storedBytes = ({ type, dataJson, metadataJson }: PreparedEvent): number =>
  2 * type.length + Buffer.byteLength(dataJson) + Buffer.byteLength(metadataJson);
