import {
  EntitiesMerged,
  EntitiesUnmerged,
  EntitySplit,
  EntityUnsplit,
  type EntityId,
} from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import { decodedOf, type DecodedEvent } from '../kit/recorded-events.ts';

export type MergeEvent = Extract<
  DecodedEvent,
  { type: 'EntitiesMerged' | 'EntitiesUnmerged' | 'EntitySplit' | 'EntityUnsplit' }
>;

export const OF_MERGES: readonly string[] = [EntitiesMerged, EntitiesUnmerged, EntitySplit, EntityUnsplit].map(
  ({ type }): string => type,
);

export const isMerge = (event: DecodedEvent): event is MergeEvent => OF_MERGES.includes(event.type);

/** Every merge and split, and what undid them, in log order. Each use reads the newer part of the log. */
export class MergeHistory {
  private readonly events: MergeEvent[] = [];
  private position = 0n;
  private reading: Promise<unknown> = Promise.resolve();

  constructor(private readonly log: EventLog) {}

  async readOn(): Promise<readonly MergeEvent[]> {
    const read = async () => {
      const head = await this.log.head();
      for await (const recorded of this.log.readAll({ after: this.position, filter: { types: OF_MERGES } })) {
        const event = decodedOf(recorded);
        this.position = recorded.position;
        if (isMerge(event)) this.events.push(event);
      }
      // Also where there were none.
      if (this.position < head) this.position = head;
    };
    this.reading = this.reading.then(read, read);
    await this.reading;

    return this.events;
  }
}

/** The entity and all that ever counted for it, and the merges and splits that concern them. */
export function countingFor(
  entityId: EntityId,
  events: readonly MergeEvent[],
): { entityIds: ReadonlySet<EntityId>; merges: readonly MergeEvent[] } {
  const entityIds = new Set([entityId]);
  for (let size = 0; size < entityIds.size;) {
    size = entityIds.size;
    for (const { type, data } of events)
      if ((type === 'EntitiesMerged' || type === 'EntitySplit') && entityIds.has(data.into)) entityIds.add(data.from);
  }

  return { entityIds, merges: events.filter(({ data }) => entityIds.has(data.from)) };
}
