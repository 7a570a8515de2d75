import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';

/** The end of a stream at a moment. */
export interface StreamMoment {
  /** The revision of its last event then; -1 when it had none. */
  readonly revision: number;
  readonly last: RecordedEvent | null;
}

const NOT_BEGUN: StreamMoment = { revision: -1, last: null };

/** The end of a stream as of a log position. A position inside an append means the end of that append. */
export async function streamAsOf(log: EventLog, stream: string, position: bigint): Promise<StreamMoment> {
  const head = await first(log.readStream(stream, { direction: 'backwards', limit: 1 }));
  if (!head || head.position <= position) return head ? { revision: head.revision, last: head } : NOT_BEGUN;

  let before: RecordedEvent | null = null;
  let beyond = head.revision;
  for (let from = 0; from < beyond; from = before ? before.revision + 1 : 0) {
    const middle = from + Math.floor((beyond - from) / 2);
    const event: RecordedEvent | null = await first(log.readStream(stream, { from: middle, limit: 1 }));
    if (event && event.position <= position) before = event;
    else beyond = middle;
  }
  if (!before) return NOT_BEGUN;
  const { index, last } = before.metadata.append;
  if (index === last) return { revision: before.revision, last: before };
  const end = await first(log.readStream(stream, { from: before.revision + last - index, limit: 1 }));

  return { revision: before.revision + last - index, last: end };
}

async function first(events: AsyncIterable<RecordedEvent>): Promise<RecordedEvent | null> {
  for await (const event of events) return event;

  return null;
}
