import { MAX_UNDONE_AT_ONCE } from '@earmark/contracts/history';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import { Rejected } from '../kit/rejected.ts';
import { LISTED_TYPES } from './histories.ts';

/** Selects the changes to undo. */
export type Choice =
  { readonly correlationId: string } | { readonly actor: string; readonly from: string; readonly to: string };

type Readable = Pick<EventLog, 'readAllBackwards' | 'lastBy'>;

export const MAX_CHANGES = MAX_UNDONE_AT_ONCE;
/** How far beyond the given times the log is read, since the clocks of several servers may differ this much. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/** Newest first. Reads only what can be among them. Throws Rejected `invalid` when there are too many. */
export async function chooseChanges(log: Readable, choice: Choice): Promise<RecordedEvent[]> {
  const chosen: RecordedEvent[] = [];
  for await (const event of 'correlationId' in choice ? ofCall(log, choice) : ofActor(log, choice)) {
    if (!event.stream.startsWith('undo-')) chosen.push(event);
    if (chosen.length > MAX_CHANGES) throw tooMany();
  }

  return chosen;
}

export const tooMany = () =>
  new Rejected(
    'invalid',
    `These are more than ${MAX_CHANGES.toLocaleString('en')} changes. Undo them in smaller parts.`,
  );

const filter = { types: LISTED_TYPES };

const ofCall = (log: Readable, { correlationId }: { correlationId: string }): AsyncIterable<RecordedEvent> =>
  log.readAllBackwards({ filter, correlationId });

async function* ofActor(
  log: Readable,
  choice: Exclude<Choice, { correlationId: string }>,
): AsyncGenerator<RecordedEvent> {
  const [from, to] = [Date.parse(choice.from), Date.parse(choice.to)];
  if (from > to) throw new Rejected('invalid', 'The time "from" is later than the time "to".');
  const last = await log.lastBy(new Date(to + CLOCKS_DIFFER_MS));
  if (last === null) return;
  for await (const event of log.readAllBackwards({ before: last.position + 1n, filter })) {
    const { actor, at } = event.metadata;
    const time = Date.parse(at);
    if (time < from - CLOCKS_DIFFER_MS) return;
    if ([actor.id, actor.name].includes(choice.actor) && time >= from && time <= to) yield event;
  }
}
