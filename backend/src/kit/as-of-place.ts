import { EventId, isUuid } from '@earmark/contracts/kit';
import type { EventLog } from '@earmark/projections/event-log';
import { z } from 'zod';
import { quoted, Rejected } from './rejected.ts';

/** An instant to the minute or finer, or a whole day (UTC). */
const Instant = z.union([
  z.iso.datetime({ offset: true, precision: -1 }),
  z.iso.datetime({ offset: true }),
  z.iso.date(),
]);

/** The place in the log that `asOf` names, and the event when it names one. */
export interface AsOfPlace {
  readonly position: bigint;
  readonly eventId: EventId | null;
  readonly at: string | null;
}

/**
 * Digits are a position, a uuid is an event id, anything else an instant: everything before the first event, in log
 * order, that is later. Throws Rejected `invalid` for anything else and for a position beyond the head,
 * `event-unknown`.
 */
export async function asOfPlace(log: EventLog, asOf: string): Promise<AsOfPlace> {
  if (/^\d{1,30}$/.test(asOf)) return { position: await positionIn(log, asOf), eventId: null, at: null };
  if (isUuid(asOf)) {
    const event = await log.find(EventId.parse(asOf));
    if (!event) throw new Rejected('event-unknown', `There is no event ${asOf}.`);

    return { position: event.position, eventId: event.id, at: event.metadata.at };
  }
  if (!Instant.safeParse(asOf).success)
    throw new Rejected(
      'invalid',
      `${quoted(asOf)} is not a point in time. Give a position, an event id or a time such as 2026-03-03T14:02Z (in a URL, write + as %2B).`,
    );
  const instant = new Date(asOf);
  const last = await log.lastBy(instant);

  return { position: last?.position ?? 0n, eventId: last?.id ?? null, at: instant.toISOString() };
}

/** The position that the digits name. Throws Rejected `invalid` beyond the head. */
export async function positionIn(log: EventLog, digits: string): Promise<bigint> {
  const position = BigInt(digits);
  const head = await log.head();
  if (position > head)
    throw new Rejected('invalid', `Position ${digits} is beyond the end of the log, which is ${head}.`);

  return position;
}
