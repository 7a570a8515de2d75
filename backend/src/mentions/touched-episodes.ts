import { EntityAdded, EntityEdited, EntityRemoved } from '@earmark/contracts/entities';
import { eventDecoder, type EventOf } from '@earmark/contracts/kit';
import { compileMatcher, type Matcher } from '@earmark/contracts/mentions';
import {
  SegmentDeleted,
  SegmentEdited,
  SegmentsMerged,
  SegmentSplit,
  TimestampsVerified,
} from '@earmark/contracts/transcripts';
import { NO_CONTEXT, type EntityId } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import type { HeldPattern } from './number-fold.ts';

/** Events that replace or remove a text, and decisions about entities. */
const TOUCHING = [
  SegmentEdited,
  SegmentDeleted,
  SegmentSplit,
  SegmentsMerged,
  TimestampsVerified,
  EntityAdded,
  EntityRemoved,
  EntityEdited,
] as const;
const TYPES = TOUCHING.map(({ type }) => type);
const decode = eventDecoder(TOUCHING);
type TouchingEvent = EventOf<(typeof TOUCHING)[number]>;

interface Known {
  /** The position up to which the log was read, and the number of patterns. */
  readonly position: bigint;
  readonly patterns: number;
  readonly episodes: Set<string>;
}

const MAX_ENTITIES = 500;

/**
 * Episodes in which people decided something about entities, or replaced a text in which they may have occurred, which
 * the tables no longer hold. Each use reads the newer part of the log.
 */
export class TouchedEpisodes {
  private readonly known = new Map<string, Known>();

  constructor(private readonly log: EventLog) {}

  async of(entityIds: ReadonlySet<EntityId>, patterns: readonly HeldPattern[]): Promise<ReadonlySet<string>> {
    const key = [...entityIds].sort().join(' ');
    const before = this.known.get(key);
    const isSame = before?.patterns === patterns.length;
    const episodes = isSame ? before.episodes : new Set<string>();
    // Whatever the context was, which the texts around it decided.
    const matcher = compileMatcher(patterns.map(({ facts }) => ({ ...facts, ...NO_CONTEXT })));
    const position = await this.log.head();
    const after = isSame ? before.position : 0n;
    for await (const recorded of this.log.readAll({ after, filter: { types: TYPES } })) {
      const event = decode(recorded);
      if (touches(event, entityIds, matcher)) episodes.add(event.data.episodeUuid);
    }
    this.known.delete(key);
    this.known.set(key, { position, patterns: patterns.length, episodes });
    for (const [oldest] of this.known) if (this.known.size > MAX_ENTITIES) this.known.delete(oldest);

    return episodes;
  }
}

function touches(event: TouchingEvent, entityIds: ReadonlySet<EntityId>, matcher: Matcher): boolean {
  const occursIn = (text: string) => {
    let occurs = false;
    matcher.scan(text, () => {
      occurs = true;
    });
    return occurs;
  };
  switch (event.type) {
    case 'SegmentEdited':
      return occursIn(event.data.from);
    case 'SegmentDeleted':
      return occursIn(event.data.segment.text);
    case 'SegmentSplit':
      return occursIn(event.data.before.text);
    case 'SegmentsMerged':
      return event.data.before.some(({ text }) => occursIn(text));
    case 'TimestampsVerified':
      return event.data.repairs.some((repair) => {
        if (repair.kind === 'retimed') return false;
        return repair.kind === 'split'
          ? occursIn(repair.before.text)
          : repair.before.some(({ text }) => occursIn(text));
      });
    case 'EntityAdded':
    case 'EntityRemoved':
      return entityIds.has(event.data.entityId);
    case 'EntityEdited':
      return [event.data.entityId, event.data.toEntityId, ...event.data.moved].some((id) => entityIds.has(id));
  }
}
