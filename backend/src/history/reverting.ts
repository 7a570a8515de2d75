import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context, Outcome } from '@earmark/contracts/kit';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { RecordedEvent } from '@earmark/projections/event-log';
import type { Folding } from '../kit/decider.ts';
import type { StoredEvent } from '../kit/history/event-history.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { pinInForce } from '../vocabulary/pins.ts';
import { featureOf, historyOf } from './histories.ts';
import { REMOVED, Standing } from './standing.ts';
import { StreamTail, type Entry } from './stream-tail.ts';

const ATTEMPTS = 8;

export type Refusal = { readonly why: string } | { readonly obstacle: Entry };

/** The event that undoes another one now, or why none does: permanently, or because of a later event. */
export type Inverse = { readonly event: StoredEvent } | Refusal;

/** The folding of a stream whose events can be undone; null for other streams. */
export const foldingOf = (stream: string): Folding<unknown, StoredEvent> | null => featureOf(stream)?.folding ?? null;
/** The part of the stream name after the category. */
export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** Throws Rejected when the inverse breaks a rule of its stream. */
export function inverseIn(tail: StreamTail, entry: Entry, state: unknown, pin: Pin): Inverse {
  const { inverse } = historyOf(entry.event);
  if (typeof inverse === 'string') return { why: inverse };
  const obstacle = tail.obstacleTo(entry);
  if (obstacle) return { obstacle };
  const event = inverse(entry.event.data, state, pin);

  return typeof event === 'string' ? { why: event } : { event };
}

/** For dry runs, where the pin does not matter because nothing is recorded. */
export const ANY_PIN: Pin = { vocabularyRevision: -1, matcherVersion: 1 };

export class Reverting {
  constructor(private readonly streams: Streams) {}

  /**
   * Records the inverse of an event unless a later change stands in the way. If the same cause has already undone it,
   * returns the earlier outcome. `tail` must reach back to the event.
   */
  async revert(recorded: RecordedEvent, context: Context, tail?: StreamTail): Promise<{ outcome: Outcome } | Refusal> {
    const { log } = this.streams;
    const { stream, id, revision } = recorded;
    const folding = foldingOf(stream);
    const { inverse, inverseNeedsPin } = historyOf(recorded);
    if (!folding) return { why: typeof inverse === 'string' ? inverse : 'It cannot be undone.' };

    if ((await Standing.of(this.streams, [recorded])).refuses(recorded)) return { why: REMOVED };
    const read = tail ?? (await StreamTail.read(log, stream, revision));
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      await read.catchUp(log);
      const entry = read.find(id)!;
      const undone = context.causationId ? read.revertCausedBy(context.causationId, id) : null;
      if (undone) {
        const { position, type, revision: at } = undone;
        return { outcome: { position, types: [type], eventIds: [undone.id], revision: at - 1 } };
      }

      const pin = inverseNeedsPin ? await pinInForce(log, EpisodeUuid.parse(idOf(stream))) : null;
      const { outcome, result } = await this.streams.change<unknown, StoredEvent, Inverse | null>(
        folding,
        idOf(stream),
        (state, head) => {
          // Another writer was faster, and their change must be checked first.
          if (head !== read.revision) return { events: [], result: null };
          const found = inverseIn(read, entry, state, pin ?? ANY_PIN);
          return { events: 'event' in found ? [found.event] : [], result: found };
        },
        { ...context, reverts: id },
      );
      if (result !== null) return 'event' in result ? { outcome } : result;
    }
    throw new Rejected('stream-busy', 'Other people are changing the same thing right now. Try again.');
  }
}
