import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@earmark/projections/event-log';
import type { Pool } from 'pg';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { fieldsOf } from './histories.ts';
import { ANY_PIN, foldingOf, idOf, inverseIn, type Inverse, type Refusal } from './reverting.ts';
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
    const inverse = standing.refuses(event)
      ? { why: REMOVED }
      : attempted(() => inverseIn(world.tail, entry, world.state, ANY_PIN));
    if (!('event' in inverse)) {
      willNot.push({ event, refusal: inverse });
      continue;
    }
    will.push(event);
    standing.take(event.stream, inverse.event);
    const id = randomUUID();
    const revert = { id, event: inverse.event, fields: fieldsOf(inverse.event), reverts: event.id, recorded: null };
    world.tail.entries.push(revert);
    const revision = ++world.tail.revision;
    world.state = foldingOf(event.stream)!.evolve(world.state, { ...inverse.event, revision, id, reverts: event.id });
  }

  return { will, willNot };
}

function attempted(find: () => Inverse): Inverse {
  try {
    return find();
  } catch (error) {
    if (error instanceof Rejected) return { why: error.message };
    throw error;
  }
}
