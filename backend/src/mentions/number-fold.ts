import type { EventId } from '@earmark/contracts/kit';
import { ALONE, compileMatcher, type Neighbours } from '@earmark/contracts/mentions';
import type { SeriesUuid } from '@earmark/contracts/series';
import type { SegmentId } from '@earmark/contracts/transcripts';
import { entities } from '../entities/entities.decider.ts';
import type { DecodedEvent } from '../kit/recorded-events.ts';
import { RemovalFold } from '../kit/removals.ts';
import { shownIdIn, splitKey, type EntityId, type PatternFacts, type Pin } from '@earmark/contracts/vocabulary';
import { inOrder, shownVersion, transcript, type TranscriptState } from '../transcripts/transcript.decider.ts';
import { pinAfter, type PinEvent } from '../vocabulary/pins.ts';
import { placesOf } from '../vocabulary/splitting.ts';

/** An event that changed the number of mentions, and by how much. */
export interface Move {
  readonly eventId: EventId;
  readonly position: bigint;
  readonly stream: string;
  readonly difference: number;
}

export interface EpisodeStory {
  readonly seriesUuid: SeriesUuid;
  /** The state before the first event. */
  readonly start: TranscriptState;
  /** The events of the transcript, the decisions, the recounts, the removals and the merges, in log order. */
  readonly events: readonly DecodedEvent[];
}

/** A pattern that an entity has or had, with the revisions of the vocabulary at which it holds; `to` is exclusive. */
export interface HeldPattern {
  readonly facts: Pick<
    PatternFacts,
    'entityId' | 'name' | 'caseSensitive' | 'wholeWord' | 'near' | 'notNear' | 'distance'
  >;
  readonly from: number;
  readonly to: number;
}

/** What finds the entity in a text. Index 0 to `patterns.length` - 1: patterns; beyond: names typed by hand. */
interface Finder {
  readonly patterns: readonly HeldPattern[];
  readonly names: readonly { entityId: EntityId; name: string }[];
}

/**
 * The moves of the number of mentions of an entity in one episode, in log order. `counting`: it and all that were ever
 * merged into it. `patterns`: all that its sources had.
 */
export function movesOf(
  entityId: EntityId,
  counting: ReadonlySet<EntityId>,
  { seriesUuid, start, events }: EpisodeStory,
  patterns: readonly HeldPattern[],
): Move[] {
  const sources = sourcesOf(counting, events);
  const concerning = events.filter((event) => concerns(event, sources));
  const fold = new NumberFold(entityId, seriesUuid, start, {
    patterns,
    names: concerning.flatMap((event) =>
      event.type === 'EntityAdded' ? [{ entityId: event.data.entityId, name: event.data.facts.name }] : [],
    ),
  });
  const moves: Move[] = [];
  for (const event of concerning) {
    const before = fold.number;
    fold.take(event);
    if (fold.number !== before) {
      const { id: eventId, position, stream } = event.recorded;
      moves.push({ eventId, position, stream, difference: fold.number - before });
    }
  }

  return moves;
}

/** The entities and all that were ever shown as one of them. */
export function sourcesOf(counting: ReadonlySet<EntityId>, events: readonly DecodedEvent[]): Set<EntityId> {
  const sources = new Set(counting);
  for (const event of events)
    if (event.type === 'EntityEdited' && counting.has(event.data.toEntityId))
      for (const id of event.data.moved) sources.add(id);

  return sources;
}

/** Decisions about other entities change nothing. */
function concerns(event: DecodedEvent, sources: ReadonlySet<string>): boolean {
  switch (event.type) {
    case 'EntityAdded':
    case 'EntityRemoved':
      return sources.has(event.data.entityId);
    case 'EntityEdited':
      return [event.data.entityId, event.data.toEntityId, ...event.data.moved].some((id) => sources.has(id));
    default:
      return true;
  }
}

class NumberFold {
  private heard: TranscriptState;
  private decided = entities.initial();
  private readonly redirects = {
    mergedInto: new Map<EntityId, EntityId>(),
    splitInto: new Map<string, { from: EntityId; into: EntityId }>(),
  };
  private readonly removals = new RemovalFold();
  private readonly pinEvents: PinEvent[] = [];
  private pin: Pin | null = null;
  private readonly mentioning = new Set<string>();
  private readonly matcher;
  /** Text → what occurs in it. */
  private readonly found = new Map<string, readonly number[]>();

  constructor(
    private readonly entityId: EntityId,
    private readonly seriesUuid: SeriesUuid,
    start: TranscriptState,
    private readonly finder: Finder,
  ) {
    this.heard = start;
    this.matcher = compileMatcher([
      ...finder.patterns.map(({ facts }) => facts),
      ...finder.names.map(({ name }) => ({ name, caseSensitive: false, wholeWord: true })),
    ]);
  }

  get number(): number {
    return this.removals.isRemoved ? 0 : this.mentioning.size;
  }

  take(event: DecodedEvent): void {
    switch (event.type) {
      case 'EntityAdded':
      case 'EntityRemoved':
      case 'EntityEdited':
        this.decided = entities.evolve(this.decided, event);
        return this.countAll();
      case 'EntitiesMerged':
        this.redirects.mergedInto.set(event.data.from, event.data.into);
        return this.countAll();
      case 'EntitiesUnmerged':
        this.redirects.mergedInto.delete(event.data.from);
        return this.countAll();
      case 'EntitySplit':
        for (const place of placesOf(event.data.scope))
          this.redirects.splitInto.set(splitKey(event.data.from, place), event.data);
        return this.countAll();
      case 'EntityUnsplit':
        for (const place of placesOf(event.data.scope))
          this.redirects.splitInto.delete(splitKey(event.data.from, place));
        return this.countAll();
      case 'EntitiesExtracted':
      case 'RecountPublished':
      case 'RecountReverted':
        return this.movePin(event);
      case 'TranscriptActivated':
        this.heard = transcript.evolve(this.heard, event);
        this.movePin(event);
        return this.countAll();
      case 'SegmentEdited':
        this.heard = transcript.evolve(this.heard, event);
        return this.count([event.data.segmentId]);
      case 'SegmentAdded':
      case 'SegmentDeleted':
      case 'SegmentRestored':
        this.heard = transcript.evolve(this.heard, event);
        return this.count([event.data.segment.segmentId]);
      case 'SegmentSplit':
        this.heard = transcript.evolve(this.heard, event);
        return this.count(event.data.after.map(({ segmentId }) => segmentId));
      case 'SegmentsMerged':
        this.heard = transcript.evolve(this.heard, event);
        return this.count(event.data.before.map(({ segmentId }) => segmentId));
      case 'TimestampsVerified':
        this.heard = transcript.evolve(this.heard, event);
        return this.count(
          event.data.repairs.flatMap((repair) => {
            if (repair.kind === 'retimed') return [];
            return (repair.kind === 'split' ? repair.after : repair.before).map(({ segmentId }) => segmentId);
          }),
        );
      case 'SeriesRemoved':
      case 'SeriesRestored':
      case 'EpisodeRemoved':
      case 'EpisodeRestored':
        this.pinEvents.push(event.recorded);
        return this.removals.take(event);
      case 'SegmentsRecorded':
      case 'TranscriptRecorded':
        this.heard = transcript.evolve(this.heard, event);
    }
  }

  private movePin({ recorded }: DecodedEvent): void {
    this.pinEvents.push(recorded);
    const before = this.pin;
    const after = pinAfter(this.pinEvents, this.seriesUuid);
    this.pin = after;
    if (before?.vocabularyRevision !== after?.vocabularyRevision || before?.matcherVersion !== after?.matcherVersion)
      this.countAll();
  }

  private countAll(): void {
    this.mentioning.clear();
    const version = shownVersion(this.heard);
    if (version === null) return;
    const shown = this.matcher.hasContexts ? inOrder(version) : [...version.segments.values()];
    for (const [index, { segmentId, text }] of shown.entries()) {
      const around = { before: shown[index - 1]?.text ?? '', after: shown[index + 1]?.text ?? '' };
      if (this.isMentioned(segmentId, text, around)) this.mentioning.add(segmentId);
    }
  }

  private count(segmentIds: Iterable<SegmentId>): void {
    // The texts next to them may be in a context, too.
    if (this.matcher.hasContexts) return this.countAll();
    const segments = shownVersion(this.heard)?.segments;
    for (const segmentId of segmentIds) {
      const text = segments?.get(segmentId)?.text;
      if (text !== undefined && this.isMentioned(segmentId, text, ALONE)) this.mentioning.add(segmentId);
      else this.mentioning.delete(segmentId);
    }
  }

  /** Same rule as the tables: found entities count for the shown one, unless it was removed, and then for what splits and merges say. */
  private isMentioned(segmentId: SegmentId, text: string, neighbours: Neighbours): boolean {
    const { decided, entityId, seriesUuid, pin } = this;
    if (pin === null) return false;
    const isShown = (id: EntityId) => {
      const shown = decided.shownAs.get(id) ?? id;

      return (
        shownIdIn(this.redirects, shown, { seriesUuid, segmentId }) === entityId &&
        decided.decisions.get(shown) !== 'removed'
      );
    };

    const { vocabularyRevision: revision } = pin;

    return this.occurringIn(text, neighbours, pin.matcherVersion).some((index) => {
      const pattern = this.finder.patterns[index];
      if (pattern) return pattern.from <= revision && revision < pattern.to && isShown(pattern.facts.entityId);
      const typed = this.finder.names[index - this.finder.patterns.length]!;
      const isIt =
        decided.decisions.get(typed.entityId) === 'added' && decided.addedAs.get(typed.entityId)?.name === typed.name;
      return isIt && isShown(typed.entityId);
    });
  }

  private occurringIn(text: string, neighbours: Neighbours, matcherVersion: number): readonly number[] {
    const { before, after } = neighbours;
    const key = this.matcher.dependsOnNeighbours(text) ? [matcherVersion, before, text, after].join('\0') : text;
    const known = this.found.get(key);
    if (known) return known;
    const found = new Set<number>();
    this.matcher.scan(text, (index) => found.add(index), neighbours, matcherVersion);
    const all = [...found];
    this.found.set(key, all);

    return all;
  }
}
