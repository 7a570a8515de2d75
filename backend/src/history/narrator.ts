import type { FieldChange } from '@earmark/contracts/history';
import { isUuid } from '@earmark/contracts/kit';
import type { EntityId, EntityTypeId } from '@earmark/contracts/vocabulary';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { listVocabularyNames, type Db } from '@earmark/projections/queries';
import type { Names, StoredEvent } from '../kit/history/event-history.ts';
import { decodeStored, isUnreadable } from '../kit/recorded-events.ts';
import type { Streams } from '../kit/streams.ts';
import { diffOf, featureOf, historyOf } from './histories.ts';
import { NOWHERE, placesOf, subjectOf, type Place, type Subject } from './places.ts';
import { idOf } from './reverting.ts';

/** One import may set thousands. */
const MAX_FIELDS = 100;

export interface Narration {
  readonly sentence: string;
  readonly place: Place;
  /** The first hundred at most, of `fields`. */
  readonly diff: FieldChange[];
  readonly fields: number;
  readonly entityIds: string[];
}

/** An event with all that its sentence needs except the names of entities and categories. */
interface Unnamed {
  readonly stream: string;
  readonly event: StoredEvent;
  readonly place: Place;
  readonly state: unknown;
}

/** Describes events with current names. Use one instance per page, since it looks each name and place up only once. */
export class Narrator {
  private readonly places = new Map<string, Place>();
  private readonly entityNames = new Map<EntityId, string | undefined>();
  private readonly typeNames = new Map<EntityTypeId, string | undefined>();
  private readonly narrated = new Map<RecordedEvent, Narration>();

  constructor(
    private readonly streams: Streams,
    private readonly db: Db,
    /** Whether the reader sees only one episode, which sentences then need not name. */
    private readonly withinEpisode = false,
  ) {}

  async narrate(recorded: RecordedEvent): Promise<Narration> {
    const [narration] = await this.narrateAll([recorded]);

    return narration!;
  }

  /** In the order of the events. Asks the tables once for all of them, and never for one that it has described. */
  async narrateAll(recorded: readonly RecordedEvent[]): Promise<Narration[]> {
    const anew = recorded.filter((one) => !this.narrated.has(one));
    const narrations = anew.length === 0 ? [] : await this.describeAll(anew);
    for (const [index, one] of anew.entries()) this.narrated.set(one, narrations[index]!);

    return recorded.map((one) => this.narrated.get(one)!);
  }

  async wholeDiff(recorded: RecordedEvent): Promise<FieldChange[]> {
    const [narration] = await this.describeAll([recorded], Infinity);

    return narration!.diff;
  }

  private async describeAll(recorded: readonly RecordedEvent[], maxFields = MAX_FIELDS): Promise<Narration[]> {
    const events = recorded.map((one) => ({ stream: one.stream, event: decodeStored(one) }));
    await this.findPlaces(events);
    const unnamed: Unnamed[] = [];
    for (const { stream, event } of events) {
      const subject = subjectOf(stream, event);
      const place = (subject && this.places.get(keyOf(subject))) ?? NOWHERE;
      // A whole transcript is read only for sentences that name its segments.
      const state = historyOf(event).sentenceReadsState ? await this.stateOf(stream) : null;
      unnamed.push({ stream, event, place, state });
    }
    // Which names the sentences use shows only when they are made: the first time finds out, the second has them.
    const missing = { entities: new Set<EntityId>(), types: new Set<EntityTypeId>() };
    const narrations = unnamed.map((one) => this.describe(one, missing, maxFields));
    if (missing.entities.size + missing.types.size === 0) return narrations;
    await this.findNames([...missing.entities], [...missing.types]);

    return unnamed.map((one) => this.describe(one, missing, maxFields));
  }

  /** The page that shows what all of these events changed; `NOWHERE` when they are about several things. */
  async placeOfAll(recorded: readonly RecordedEvent[]): Promise<Place> {
    const events = recorded.map((one) => ({ stream: one.stream, event: decodeStored(one) }));
    const subjects = events.map(({ stream, event }) => subjectOf(stream, event));
    const [first] = subjects;
    if (!first || !subjects.every((subject) => subject !== null && keyOf(subject) === keyOf(first))) return NOWHERE;
    await this.findPlaces(events.slice(0, 1));

    return this.places.get(keyOf(first)) ?? NOWHERE;
  }

  /** The words by which an event can be found, by its id. Reads no transcript for the names of its segments. */
  async wordsOf(recorded: readonly RecordedEvent[]): Promise<Map<string, string[]>> {
    const brief = recorded.filter((one) => !historyOf(one).sentenceReadsState);
    const narrations = await this.narrateAll(brief);
    const sentences = new Map(brief.map(({ id }, index) => [id, narrations[index]!.sentence]));
    const events = recorded.map((one) => ({ stream: one.stream, event: decodeStored(one) }));
    await this.findPlaces(events);

    return new Map(
      recorded.map(({ id, metadata }, index) => {
        const { stream, event } = events[index]!;
        const subject = subjectOf(stream, event);
        const place = subject && this.places.get(keyOf(subject));
        const names = [sentences.get(id), place?.episode, place?.podcast, metadata.reason];

        return [id, [...names.filter((name) => name != null), ...textsIn(event.data)]];
      }),
    );
  }

  private describe(
    { stream, event, place, state }: Unnamed,
    missing: { entities: Set<EntityId>; types: Set<EntityTypeId> },
    maxFields: number,
  ): Narration {
    const { sentence, entityIds } = historyOf(event);
    const names: Names = {
      episode: this.withinEpisode ? null : place.episode,
      podcast: place.podcast,
      entity: (entityId) => lookedUp(this.entityNames, entityId, missing.entities),
      category: (entityTypeId) => lookedUp(this.typeNames, entityTypeId, missing.types),
    };

    const diff = diffOf(event);

    return {
      sentence: sentence(event.data, names, state),
      place,
      diff: diff.slice(0, maxFields).map((change) => readable(change, { stream, event, names, state })),
      fields: diff.length,
      entityIds: entityIds?.(event.data) ?? [],
    };
  }

  private async findPlaces(events: readonly { stream: string; event: StoredEvent }[]): Promise<void> {
    const wanted = new Map<string, Subject>();
    for (const { stream, event } of events) {
      const subject = subjectOf(stream, event);
      if (subject && !this.places.has(keyOf(subject))) wanted.set(keyOf(subject), subject);
    }
    const found = await placesOf(this.db, [...wanted.values()]);
    for (const [index, key] of [...wanted.keys()].entries()) this.places.set(key, found[index]!);
  }

  private async findNames(entityIds: readonly EntityId[], typeIds: readonly EntityTypeId[]): Promise<void> {
    const { entities, types } = await listVocabularyNames(this.db, entityIds, typeIds);
    for (const id of entityIds) this.entityNames.set(id, entities.get(id));
    for (const id of typeIds) this.typeNames.set(id, types.get(id));
  }

  /** Null also for a stream with an event that cannot be read: sentences about its other events do without names. */
  private async stateOf(stream: string): Promise<unknown> {
    const folding = featureOf(stream)?.folding;
    if (!folding) return null;
    try {
      return (await this.streams.read(folding, idOf(stream))).state;
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  }
}

/** All texts in the data but ids. */
function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return isUuid(data) ? [] : [data];

  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(textsIn) : [];
}

const keyOf = ({ kind, id }: Subject): string => `${kind} ${id}`;

function lookedUp<Id>(names: ReadonlyMap<Id, string | undefined>, id: Id, missing: Set<Id>): string | undefined {
  if (!names.has(id)) missing.add(id);

  return names.get(id);
}

/** Replaces ids in the value with names. */
function readable(
  change: FieldChange,
  { stream, event, names, state }: { stream: string; event: StoredEvent; names: Names; state: unknown },
): FieldChange {
  const nameOf = featureOf(stream)?.nameOf?.[change.path.split('/').at(-1)!];
  const read = (value: unknown) =>
    nameOf && typeof value === 'string' ? (nameOf(value, { data: event.data, names, state }) ?? value) : value;

  return { path: change.path, from: read(change.from), to: read(change.to) };
}
