import type { FieldChange } from '@earmark/contracts/history';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { TranscriptState } from '../../transcripts/transcript.decider.ts';
import type { VocabularyState } from '../../vocabulary/vocabulary.decider.ts';

/** What a sentence takes its names from. */
export interface Names {
  /** Title; null where the reader sees only this episode's history. */
  readonly episode: string | null;
  readonly podcast: string | null;
  /** Null when it was not asked for. */
  readonly transcript: TranscriptState | null;
  readonly vocabulary: VocabularyState;
}

export interface StoredEvent {
  readonly type: string;
  readonly data: unknown;
}

/** What an event means to people, and what undoes it. All of it is pure. */
export interface Description<Data, State = unknown> {
  /**
   * The fields it set, by their paths in its stream. An event without fields is undone by nothing and needs not be. What
   * begins with `versions/<id>/` is told without it; paths of `KEPT_BACK` are not told.
   */
  readonly fields: (data: Data) => FieldChange[];
  /** Paths of other fields that must still be as they were after it; one that ends in `/` stands for all below it. */
  readonly needs?: (data: Data) => string[];
  /**
   * The event that undoes it, or why there is none. `state` is that of its stream now; `pin` is in force for the episode.
   * Throws Rejected when a rule of the stream forbids it.
   */
  readonly inverse: string | ((data: Data, state: State, pin: Pin) => StoredEvent | string);
  /** It only moves pins, and what was moved since does not stand in the way. */
  readonly movesPinsOnly?: true;
  /** One sentence; names no person who did it. */
  readonly sentence: (data: Data, names: Names) => string;
  /** For the live feed, many from one call: "12 episodes were added". Null: only people with a role hear of it. */
  readonly bulk: ((count: number) => string) | null;
  /** How many of what `bulk` counts it stands for; left out: one. */
  readonly size?: (data: Data) => number;
  readonly entityIds?: (data: Data) => string[];
}

/** One of each type of a feature. */
export type Descriptions<Event extends StoredEvent, State> = {
  [Type in Event['type']]: Description<Extract<Event, { type: Type }>['data'], State>;
};

/** Last parts of paths that only the rules read: where a segment stands, and how it went. */
export const KEPT_BACK = ['place', 'gone'];

export const inverseOf = <Event extends StoredEvent>(event: Event): Event => event;

const QUOTED_CHARACTERS = 80;

/** What was said or written, which may be long. */
export const quoted = (text: string): string =>
  titled(text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS).trimEnd()}…` : text);

/** A name, whole. */
export const titled = (name: string): string => `“${name}”`;

/** "of “Pilot”", for readers who see more than one episode. */
export const ofEpisode = ({ episode }: Names): string => (episode === null ? '' : ` of ${titled(episode)}`);
export const inEpisode = ({ episode }: Names): string => (episode === null ? '' : ` in ${titled(episode)}`);
/** Where the sentence names the episode in any case. */
export const theEpisode = ({ episode }: Names): string => (episode === null ? 'this episode' : titled(episode));
