import type { RecordedEvent } from '@earmark/projections/event-log';
import type { Pool } from 'pg';
import type { Streams } from '../kit/streams.ts';
import { foldingOf, idOf, triedInverse, type Refusal } from './reverting.ts';
import { REMOVED, Standing } from './standing.ts';
import type { StreamTail } from './stream-tail.ts';
import { byStream, readTail } from './tails.ts';

export interface DryRun {
  readonly will: RecordedEvent[];
  readonly willNot: { event: RecordedEvent; refusal: Refusal }[];
}

/** Undoes a list in memory, newest first, so that an event can be undone once the later ones that prevented it are. */
export async function dryRun(streams: Streams, pool: Pool, newestFirst: readonly RecordedEvent[]): Promise<DryRun> {
  const imagined = new Map<string, { tail: StreamTail; state: unknown }>();
  for (const [stream, events] of byStream(newestFirst)) {
    const folding = foldingOf(stream);
    const tail = await readTail(streams.log, pool, events);
    const state = folding ? structuredClone((await streams.read(folding, idOf(stream))).state) : null;
    imagined.set(stream, { tail, state });
  }

  const standing = await Standing.of(streams, newestFirst);
  const will: RecordedEvent[] = [];
  const willNot: DryRun['willNot'] = [];
  for (const event of newestFirst) {
    const world = imagined.get(event.stream)!;
    const entry = world.tail.find(event.id)!;
    const inverse = standing.refuses(event) ? { why: REMOVED } : triedInverse(world.tail, entry, world.state);
    if (!('event' in inverse)) {
      willNot.push({ event, refusal: inverse });
      continue;
    }
    will.push(event);
    standing.take(event.stream, inverse.event);
    const { id } = world.tail.imagine(inverse.event, event.id);
    const { revision } = world.tail;
    world.state = foldingOf(event.stream)!.evolve(world.state, { ...inverse.event, revision, id, reverts: event.id });
  }

  return { will, willNot };
}
