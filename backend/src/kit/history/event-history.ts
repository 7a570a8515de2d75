import type { FieldChange } from '@earmark/contracts/history';
import type { EntityId, EntityTypeId, Pin } from '@earmark/contracts/vocabulary';
import type { Folding } from '../decider.ts';

export interface StoredEvent {
  readonly type: string;
  readonly data: unknown;
}

/** The names that a sentence uses: the current ones. */
export interface Names {
  /** The title; null where the reader sees only this episode's history. */
  readonly episode: string | null;
  readonly podcast: string | null;
  entity(entityId: EntityId): string | undefined;
  category(entityTypeId: EntityTypeId): string | undefined;
}

/** With `value`: what the field must be, whatever it was when the event was recorded. */
export type Need = string | { readonly path: string; readonly value: unknown };

/** How the history describes an event, and what undoes it. All functions are pure. */
export interface EventHistory<Data, State> {
  /**
   * The fields that the event set, by their paths in its stream. An event without fields cannot be undone and need not
   * be. A prefix `versions/<id>/` is not shown, nor are the paths in `KEPT_BACK`.
   */
  readonly fields: (data: Data) => FieldChange[];
  /**
   * Paths of other fields that must be unchanged since the event, or have a certain value. A path that ends in `/` covers
   * everything below it. `isRevert`: the event undid another one.
   */
  readonly needs?: (data: Data, isRevert: boolean) => Need[];
  /**
   * The event that undoes this one, or a sentence why none can. `state` is the current state of its stream; `pin` is
   * the episode's current pin, arbitrary when the inverse does not need it. Throws Rejected when a rule of the stream
   * forbids it.
   */
  readonly inverse: string | ((data: Data, state: State, pin: Pin) => StoredEvent | string);
  readonly inverseNeedsPin?: true;
  /** The event only moves pins; later moves do not prevent its undo. */
  readonly movesPinsOnly?: true;
  /**
   * One sentence, without the person who made the change. `state` is null unless the event has `sentenceReadsState`.
   */
  readonly sentence: (data: Data, names: Names, state: State | null) => string;
  readonly sentenceReadsState?: true;
  /**
   * For the live feed, when one call made many: "12 episodes were added". Null when only people with a role may see it.
   */
  readonly bulk: ((count: string) => string) | null;
  /**
   * How the page of the episode describes this change, as a part of a sentence. `count` events of the type were
   * recorded at once; `data` is that of the first. Null when the event alone changes no episode's page.
   */
  readonly moment: ((data: Data, count: number) => string) | null;
  /** How many of the things that `bulk` counts this event stands for. Default: one. */
  readonly size?: (data: Data) => number;
  /** Whether it gets its own line in the live feed. Default: always. `isAlone`: no other event was recorded with it. */
  readonly isNews?: (data: Data, isAlone: boolean) => boolean;
  /** It has no line in the history, because another event represents it. */
  readonly isUnlisted?: true;
  readonly entityIds?: (data: Data) => EntityId[];
}

/** How the history describes the events of one category of streams. */
export interface FeatureHistory<Event extends StoredEvent, State> {
  /** The kind by which the whole history can be filtered. */
  readonly kind: string;
  /** The first part of the streams' names. */
  readonly category: string;
  /** What a stream is about: the podcast or episode with the stream's id, or the first of an event's entities. */
  readonly subject: 'podcast' | 'episode' | 'entity' | null;
  /** The episode that an event is about, where the stream has another id. */
  readonly episodeOf?: (data: Event['data']) => string;
  /** Null when none of its events can be undone. */
  readonly folding: Folding<State, Event> | null;
  /** Whether an inverse needs the state, which may be a whole transcript. */
  readonly inverseReadsState: boolean;
  /** Whether analysts, too, may undo its events. */
  readonly isForAnalysts: boolean;
  /** Looks up names for ids in fields, by the last part of the field's path. */
  readonly nameOf?: Readonly<Record<string, (id: string, of: Shown<Event, State>) => string | undefined>>;
  /** Where in the document the event made its change, as a text that sorts so; null when it is about all of it. */
  readonly placeOf?: (event: Event, state: State) => string | null;
  /** One entry for each event type. */
  readonly events: {
    readonly [Type in Event['type']]: EventHistory<Extract<Event, { type: Type }>['data'], State>;
  };
}

interface Shown<Event extends StoredEvent, State> {
  readonly data: Event['data'];
  readonly names: Names;
  readonly state: State | null;
}

/** The history of any feature, whose events are looked up by type. */
export interface AnyFeatureHistory extends Omit<FeatureHistory<StoredEvent, unknown>, 'events'> {
  readonly events: Readonly<Partial<Record<string, EventHistory<unknown, unknown>>>>;
}

/**
 * Safe because an event is looked up by type and category, and so gets data of that type and state of that category.
 */
export const featureHistory = <Event extends StoredEvent, State = unknown>(
  history: FeatureHistory<Event, State>,
): AnyFeatureHistory => history as unknown as AnyFeatureHistory;

/** Last parts of the paths that only rules read: the place of a segment, and how it was removed. */
export const KEPT_BACK = ['place', 'gone'];

export const inverseOf = <Event extends StoredEvent>(event: Event): Event => event;
