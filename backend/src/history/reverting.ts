import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context, EventId, Outcome } from '@earmark/contracts/kit';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { metadataBytesOf } from '../kit/context.ts';
import { inAppends, type Folding } from '../kit/decider.ts';
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

/** Without a pin. What a rule forbids is the answer. */
export function triedInverse(tail: StreamTail, entry: Entry, state: unknown): Inverse {
  try {
    return inverseIn(tail, entry, state, ANY_PIN);
  } catch (error) {
    if (error instanceof Rejected) return { why: error.message };
    throw error;
  }
}

/** What became of an event that was to be undone. */
export type Reverted = { readonly outcome: Pick<Outcome, 'position' | 'eventIds'> } | Refusal;

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
  /**
   * Records the inverses of events of one stream, newest first, in as few appends as possible; none may need a pin. The
   * answers are in the order of the events. `tail` must reach back to the oldest.
   */
  async revertAll(events: readonly RecordedEvent[], context: Context, tail: StreamTail): Promise<Reverted[]> {
    const { stream } = events[0]!;
    const folding = foldingOf(stream);
    const standing = await Standing.of(this.streams, events);
    if (!folding || events.some((event) => standing.refuses(event))) return this.oneByOne(events, context, tail);

    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      await tail.catchUp(this.streams.log);
      const { outcome, result } = await this.streams.change<unknown, Revert, (Reverted | Revert)[] | null>(
        folding,
        idOf(stream),
        (state, head) => {
          if (head !== tail.revision) return { events: [], result: null };
          const found = imagineAll(events, { tail, state, folding, causationId: context.causationId });
          const reverts = found.filter(isRevert);
          return { events: inAppends(reverts, metadataBytesOf(context)), result: found };
        },
        context,
      );
      if (result === null) continue;
      const ids = outcome.eventIds.values();
      return result.map((one) =>
        isRevert(one) ? { outcome: { position: outcome.position, eventIds: [ids.next().value!] } } : one,
      );
    }
    throw new Rejected('stream-busy', 'Other people are changing the same thing right now. Try again.');
  }

  /** Each in an append of its own. What a rule forbids is the answer. */
  async oneByOne(events: readonly RecordedEvent[], context: Context, tail: StreamTail): Promise<Reverted[]> {
    const answers: Reverted[] = [];
    for (const event of events)
      try {
        answers.push(await this.revert(event, context, tail));
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        answers.push({ why: error.message });
      }

    return answers;
  }
}

/** An event that undoes another one. */
type Revert = StoredEvent & { readonly undoes: EventId };
const isRevert = (one: Reverted | Revert): one is Revert => 'undoes' in one;

interface World {
  readonly tail: StreamTail;
  readonly state: unknown;
  readonly folding: Folding<unknown, StoredEvent>;
  readonly causationId: EventId | null | undefined;
}

/** Undoes one after the other in memory: an event can be undone once the later ones that prevented it are. */
function imagineAll(events: readonly RecordedEvent[], { tail, folding, causationId, ...world }: World) {
  const imagined = tail.copy();
  let state = structuredClone(world.state);

  return events.map((event): Reverted | Revert => {
    const undone = causationId ? tail.revertCausedBy(causationId, event.id) : null;
    if (undone) return { outcome: { position: undone.position, eventIds: [undone.id] } };
    const inverse = triedInverse(imagined, imagined.find(event.id)!, state);
    if (!('event' in inverse)) return inverse;
    const { id } = imagined.imagine(inverse.event, event.id);
    state = folding.evolve(state, { ...inverse.event, revision: imagined.revision, id, reverts: event.id });

    return { ...inverse.event, undoes: event.id };
  });
}
