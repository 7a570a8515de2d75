import type { FieldChange } from '@earmark/contracts/history';
import type { EntityTypeId, Pin } from '@earmark/contracts/vocabulary';
import type { Folding } from '../decider.ts';

export interface StoredEvent {
  readonly type: string;
  readonly data: unknown;
}

/** What a sentence takes its names from: as things are called now. */
export interface Names {
  /** Title; null where the reader sees only this episode's history. */
  readonly episode: string | null;
  readonly podcast: string | null;
  entity(entityId: string): string | undefined;
  category(entityTypeId: EntityTypeId): string | undefined;
}

/** What an event means to people, and what undoes it. All of it is pure. */
export interface EventHistory<Data, State> {
  /**
   * The fields it set, by their paths in its stream. An event without fields is undone by nothing and needs not be. What
   * begins with `versions/<id>/` is shown without it; paths of `KEPT_BACK` are not shown.
   */
  readonly fields: (data: Data) => FieldChange[];
  /** Paths of other fields that must still be as they were after it; one that ends in `/` stands for all below it. */
  readonly needs?: (data: Data) => string[];
  /**
   * The event that undoes it, or why there is none. `state` is that of its stream now; `pin` is in force for the episode,
   * and any when the inverse does not need it. Throws Rejected when a rule of the stream forbids it.
   */
  readonly inverse: string | ((data: Data, state: State, pin: Pin) => StoredEvent | string);
  readonly inverseNeedsPin?: true;
  /** It only moves pins, and what was moved since does not stand in the way. */
  readonly movesPinsOnly?: true;
  /** One sentence; names no person who did it. `state` is null unless the event has `sentenceReadsState`. */
  readonly sentence: (data: Data, names: Names, state: State | null) => string;
  readonly sentenceReadsState?: true;
  /** For the live feed, many from one call: "12 episodes were added". Null: it is private, only people with a role see it. */
  readonly bulk: ((count: number) => string) | null;
  /**
   * How the page of the episode names this change, as a part of a sentence; `count` events of the type were recorded at once,
   * and `data` is of the first. Null: it changes no episode's page by itself.
   */
  readonly moment: ((data: Data, count: number) => string) | null;
  /** How many of what `bulk` counts it stands for; left out: one. */
  readonly size?: (data: Data) => number;
  /** Whether it has a line of its own in the live feed; left out: always. `isAlone`: nothing was recorded with it. */
  readonly isNews?: (data: Data, isAlone: boolean) => boolean;
  /** It has no line in the history: another event stands for it. */
  readonly isUnlisted?: true;
  readonly entityIds?: (data: Data) => string[];
}

/** The streams of one category: what their events mean in the history. */
export interface FeatureHistory<Event extends StoredEvent, State> {
  /** By which the history of everything is filtered. */
  readonly kind: string;
  /** First part of the streams' names. */
  readonly category: string;
  /** What a stream is about: the podcast or the episode whose id it bears, or the first of an event's entities. */
  readonly subject: 'podcast' | 'episode' | 'entity' | null;
  /** Null: none of its events can be undone. */
  readonly folding: Folding<State, Event> | null;
  /** Whether an inverse reads the state, which may be a whole transcript. */
  readonly inverseReadsState: boolean;
  /** Whether analysts may undo its events, too. */
  readonly isForAnalysts: boolean;
  /** Ids that fields hold, as names: by the last part of the field's path. */
  readonly nameOf?: Readonly<Record<string, (id: string, of: Shown<Event, State>) => string | undefined>>;
  /** One of each type. */
  readonly events: {
    readonly [Type in Event['type']]: EventHistory<Extract<Event, { type: Type }>['data'], State>;
  };
}

interface Shown<Event extends StoredEvent, State> {
  readonly data: Event['data'];
  readonly names: Names;
  readonly state: State | null;
}

/** Of any feature: its events are looked up by their types. */
export interface AnyFeatureHistory extends Omit<FeatureHistory<StoredEvent, unknown>, 'events'> {
  readonly events: Readonly<Partial<Record<string, EventHistory<unknown, unknown>>>>;
}

/** Who looks an event up by its type and category gives it data of that type and the state of that category's streams. */
export const featureHistory = <Event extends StoredEvent, State = unknown>(
  history: FeatureHistory<Event, State>,
): AnyFeatureHistory => history as unknown as AnyFeatureHistory;

/** Last parts of paths that only the rules read: where a segment stands, and how it went. */
export const KEPT_BACK = ['place', 'gone'];

export const inverseOf = <Event extends StoredEvent>(event: Event): Event => event;
