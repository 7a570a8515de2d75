import { compileMatcher } from '@earmark/contracts/mentions';
import {
  shownIdIn,
  splitKey,
  type EntityId,
  type EntityTypeId,
  type PatternFacts,
  type PatternId,
  type Place,
  type Redirects,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import type { PinnedVocabulary } from '@earmark/projections/queries';
import { eventsOf } from '../kit/recorded-events.ts';
import { placesOf } from './splitting.ts';

export interface HeldPattern {
  readonly facts: PatternFacts;
  from: number;
  /** Exclusive. */
  to: number;
  /** Revision of the event that made it so; variants split the time that it holds. */
  readonly set: number;
}

interface NamedEntity {
  readonly entityTypeId: EntityTypeId;
  readonly slugBase: string;
  readonly names: { from: number; value: string }[];
  readonly links: { from: number; value: string | null }[];
  readonly patterns: HeldPattern[];
}

export interface EntityType {
  readonly name: string;
  readonly iconName: string;
  readonly colorClass: string;
}

/** The facts about an entity in the vocabulary. */
export interface EntityThen {
  readonly name: string;
  readonly entityTypeId: EntityTypeId;
  /** Undefined: nothing. */
  readonly url: string | null | undefined;
  readonly slugBase: string;
}

export const STILL_HOLDS = 0x7fff_ffff;

/**
 * Categories, entities and patterns with the revisions of vocabulary-main for which they hold: it as it was at any
 * time.
 */
export class VocabularyThroughTime {
  /** Last revision that was read. */
  private revision = -1;
  private readonly types = new Map<EntityTypeId, EntityType>();
  private readonly entities = new Map<string, NamedEntity>();
  private readonly patterns: HeldPattern[] = [];
  /** Of entities that were ever merged: into which (null: none again), each from a revision on. */
  private readonly merges = new Map<string, Since<string | null>>();
  /** By `splitKey`, likewise. */
  private readonly splits = new Map<string, Since<{ from: string; into: string } | null>>();
  private redirects: (Redirects<string> & { readonly revision: number }) | null = null;
  /** The current patterns, by id. */
  private readonly held = new Map<PatternId, HeldPattern>();
  /** Null when it must be compiled before the next match. */
  private compiled: PinnedVocabulary | null = null;
  private reading: Promise<unknown> = Promise.resolve();

  private constructor(private readonly log: EventLog) {}

  /** One instance per log. Each use reads only newer events. */
  static of(log: EventLog): VocabularyThroughTime {
    const known = histories.get(log) ?? new VocabularyThroughTime(log);
    histories.set(log, known);

    return known;
  }

  /**
   * Reads on to the end of the stream, one reader at a time; answers the revision that it has then, -1 when it is
   * empty.
   */
  async readOn(): Promise<number> {
    const read = async () => {
      for await (const event of eventsOf(this.log, 'vocabulary-main', { from: this.revision + 1 })) {
        this.take(event as VocabularyEvent, event.revision);
        this.revision = event.revision;
      }
    };
    this.reading = this.reading.then(read, read);
    await this.reading;

    return this.revision;
  }

  /** All patterns that were ever read, in one matcher. */
  vocabulary(): PinnedVocabulary {
    const { patterns } = this;
    this.compiled ??= {
      matcher: compileMatcher(patterns.map(({ facts }) => facts)),
      entityIds: patterns.map(({ facts }) => facts.entityId),
      from: Int32Array.from(patterns, ({ from }) => from),
      to: Int32Array.from(patterns, ({ to }) => to),
    };

    return this.compiled;
  }

  /** Null when the vocabulary did not know it. */
  entityAt(entityId: string, revision: number): EntityThen | null {
    const entity = this.entities.get(entityId);
    const name = entity && lastUntil(entity.names, revision);
    if (!entity || name === undefined) return null;
    const { entityTypeId, slugBase, links } = entity;

    return { name, entityTypeId, slugBase, url: lastUntil(links, revision) };
  }

  /** False when any pattern of the entity, or of what is merged into it, matches inside words. */
  isWholeWord(entityId: string, revision: number): boolean {
    const entityIds = [entityId, ...this.mergedInto(entityId, revision)];
    const patterns = entityIds.flatMap((id) => this.entities.get(id)?.patterns ?? []);

    return patterns.every(({ facts, from, to }) => facts.wholeWord || from > revision || to <= revision);
  }

  /** The entity that this one counts for there: itself, or where splits and merges lead. `place` null: apart from splits. */
  shownAt(entityId: string, revision: number, place: Place | null): string {
    return shownIdIn(this.redirectsAt(revision), entityId, place);
  }

  type(entityTypeId: EntityTypeId): EntityType {
    return this.types.get(entityTypeId)!;
  }

  /** The entities that are merged into this one, without itself. */
  mergedInto(entityId: string, revision: number): string[] {
    const redirects = this.redirectsAt(revision);

    return [...redirects.mergedInto.keys()].filter(
      (id) => id !== entityId && shownIdIn(redirects, id, null) === entityId,
    );
  }

  /** The entities of merges and splits that were made or undone after this revision. */
  movedSince(revision: number): ReadonlySet<string> {
    const moved = new Set<string>();
    for (const [entityId, values] of this.merges)
      for (const [at, { from, value }] of values.entries())
        if (from > revision) for (const id of [entityId, value ?? values[at - 1]?.value]) if (id) moved.add(id);
    for (const values of this.splits.values())
      for (const [at, { from, value }] of values.entries()) {
        const split = value ?? values[at - 1]?.value;
        if (from > revision && split) moved.add(split.from).add(split.into);
      }

    return moved;
  }

  /** The merges and splits of one revision; those of the revision asked for last are kept. */
  private redirectsAt(revision: number): Redirects<string> {
    if (this.redirects?.revision === revision) return this.redirects;
    const inForce = <Value>(all: ReadonlyMap<string, Since<Value | null>>) =>
      [...all].flatMap(([key, values]): [string, Value][] => {
        const value = lastUntil(values, revision) ?? null;
        return value === null ? [] : [[key, value]];
      });
    const found = { mergedInto: new Map(inForce(this.merges)), splitInto: new Map(inForce(this.splits)) };
    this.redirects = { revision, ...found };

    return found;
  }

  private merge(entityId: EntityId, into: EntityId | null, from: number): void {
    this.merges.set(entityId, [...(this.merges.get(entityId) ?? []), { from, value: into }]);
    this.redirects = null;
  }

  private split({ from: entityId, into, scope }: Split, isUndone: boolean, from: number): void {
    const value = isUndone ? null : { from: entityId, into };
    for (const place of placesOf(scope)) {
      const key = splitKey(entityId, place);
      this.splits.set(key, [...(this.splits.get(key) ?? []), { from, value }]);
    }
    this.redirects = null;
  }

  private take(event: VocabularyEvent, revision: number): void {
    switch (event.type) {
      case 'EntityTypeCreated':
        this.types.set(event.data.entityTypeId, event.data);
        break;
      case 'EntityNamed': {
        const { entityId, entityTypeId, slugBase, name } = event.data;
        const known = this.entities.get(entityId);
        const entity = known ?? { entityTypeId, slugBase, names: [], links: [], patterns: [] };
        entity.names.push({ from: revision, value: name });
        this.entities.set(entityId, entity);
        break;
      }
      case 'EntityLinked':
        this.entities.get(event.data.entityId)!.links.push({ from: revision, value: event.data.url });
        break;
      case 'PatternAdded':
        this.open(event.data.pattern, revision);
        break;
      case 'PatternsImported':
        for (const pattern of event.data.patterns) this.open(pattern, revision);
        break;
      case 'PatternsRemoved':
        for (const pattern of event.data.patterns) this.close(pattern.patternId, revision);
        break;
      case 'PatternEdited':
        this.close(event.data.from.patternId, revision);
        this.open(event.data.to, revision);
        break;
      case 'PatternDeleted':
        this.close(event.data.pattern.patternId, revision);
        break;
      case 'VocabularyVaried':
        if (event.data.base !== null) this.vary(event.data.base, new Set(event.data.changes), revision);
        break;
      case 'EntitiesMerged':
        this.merge(event.data.from, event.data.into, revision);
        break;
      case 'EntitiesUnmerged':
        this.merge(event.data.from, null, revision);
        break;
      case 'EntitySplit':
        this.split(event.data, false, revision);
        break;
      case 'EntityUnsplit':
        this.split(event.data, true, revision);
        break;
    }
  }

  private open(facts: PatternFacts, from: number, set = from): void {
    const pattern = { facts, from, to: STILL_HOLDS, set };
    this.held.set(facts.patternId, pattern);
    this.put(pattern);
  }

  private put(pattern: HeldPattern): void {
    this.patterns.push(pattern);
    this.entities.get(pattern.facts.entityId)!.patterns.push(pattern);
    this.compiled = null;
  }

  /** The same rule as that of the tables: projections/src/mentions/variants.ts. */
  private vary(base: number, changes: ReadonlySet<number>, revision: number): void {
    const chosen = new Set(
      this.patterns.flatMap(({ facts, set, to }) => (changes.has(set) || changes.has(to) ? [facts.patternId] : [])),
    );
    for (const pattern of [...this.patterns]) {
      const { facts, from, to, set } = pattern;
      if (chosen.has(facts.patternId)) continue;
      const isNow = to === STILL_HOLDS;
      // The variant just before has closed it until this revision.
      if (isNow && from === revision) pattern.from = revision + 1;
      else if (isNow && from > base) {
        pattern.to = revision;
        this.open(facts, revision + 1, set);
      } else if (!isNow && from <= base && base < to) this.put({ facts, from: revision, to: revision + 1, set });
    }
    this.compiled = null;
  }

  private close(patternId: PatternId, revision: number): void {
    this.held.get(patternId)!.to = revision;
    this.held.delete(patternId);
    this.compiled = null;
  }
}

const histories = new WeakMap<EventLog, VocabularyThroughTime>();

type Split = Extract<VocabularyEvent, { type: 'EntitySplit' }>['data'];
/** Values, each from a revision on. */
type Since<Value> = readonly { readonly from: number; readonly value: Value }[];

const lastUntil = <Value>(values: readonly { from: number; value: Value }[], revision: number): Value | undefined =>
  values.findLast(({ from }) => from <= revision)?.value;
