import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import { listVocabularyRevisions, type Db } from '@earmark/projections/queries';
import { throwIfCallerLeft } from '../kit/call.ts';
import { VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { historyOf } from './histories.ts';
import { entryOf, pathOf, StreamTail } from './stream-tail.ts';

const VOCABULARY = `vocabulary-${VOCABULARY_ID}`;
/** Revisions with no larger gaps are read at once. */
const GAP = 50;

/**
 * The tail of the stream of `events` (at least one, all of one stream), back to the oldest of them. The vocabulary's has
 * only events about the same subjects, because no other can prevent an undo and there may be hundreds of thousands.
 */
export async function readTail(
  log: EventLog,
  db: Db,
  events: readonly RecordedEvent[],
  subjectIds: () => string[] = () => subjectsOf(events),
): Promise<StreamTail> {
  const { stream, revision, position } = events.reduce((a, b) => (a.revision < b.revision ? a : b));
  if (stream !== VOCABULARY) return StreamTail.read(log, stream, revision);

  const { revisions, last } = await listVocabularyRevisions(db, subjectIds(), position);
  const found = new Map(events.filter(({ revision }) => revision <= last).map((event) => [event.revision, event]));
  for await (const event of eventsAt(
    log,
    stream,
    revisions.filter((one) => !found.has(one)),
  ))
    found.set(event.revision, event);
  const ascending = [...found.values()].sort((a, b) => a.revision - b.revision);
  const tail = StreamTail.of(stream, ascending, Math.max(last, revision - 1));
  await tail.catchUp(log);

  return tail;
}

/** The ids of those that are undone now. */
export async function revertedAmong(
  log: EventLog,
  db: Db,
  events: readonly RecordedEvent[],
): Promise<ReadonlySet<string>> {
  const reverted = new Set<string>();
  const undoable = events.filter((event) => typeof historyOf(event).inverse !== 'string');
  for (const ofOne of byStream(undoable).values()) {
    throwIfCallerLeft();
    // Whatever undoes an event names every subject of it, so the first one finds it.
    const first = () => ofOne.flatMap((event) => subjectsOf([event]).slice(0, 1));
    for (const id of (await readTail(log, db, ofOne, first)).standingReverts().keys()) reverted.add(id);
  }

  return reverted;
}

/** In the order of the first item of each stream. */
export function byStream<Item extends { readonly stream: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.stream);
    if (group) group.push(item);
    else groups.set(item.stream, [item]);
  }

  return groups;
}

/** The events of a stream at these revisions (ascending). */
export async function* eventsAt(
  log: EventLog,
  stream: string,
  revisions: readonly number[],
): AsyncGenerator<RecordedEvent> {
  for (let start = 0; start < revisions.length;) {
    let end = start + 1;
    while (end < revisions.length && revisions[end]! - revisions[end - 1]! <= GAP) end++;
    const wanted = new Set(revisions.slice(start, end));
    const from = revisions[start]!;
    for await (const event of log.readStream(stream, { from, limit: revisions[end - 1]! - from + 1 }))
      if (wanted.has(event.revision)) yield event;
    start = end;
  }
}

/** The ids in the paths of fields: of all that an undo of the events depends on. */
function subjectsOf(events: readonly RecordedEvent[]): string[] {
  const ids = new Set<string>();
  for (const recorded of events) {
    const { event, fields } = entryOf(recorded);
    const { inverse, needs } = historyOf(event);
    if (typeof inverse === 'string') continue;
    for (const path of [
      ...fields.map((field) => field.path),
      ...(needs?.(event.data, recorded.metadata.reverts !== null) ?? []).map(pathOf),
    ])
      ids.add(path.split('/')[1]!);
  }

  return [...ids];
}
