import type { ChunkOfEpisode } from './episode-chunks.ts';
import type { Names } from './names.ts';
import type { RememberedPostings } from './remembered-postings.ts';

/** Numbers below 65,536, unless an episode has more segments, entities or mentions than that, or the library more speakers. */
export type Small = Uint16Array | Int32Array;

/** What searches need to know about the shown transcript of an episode; the same as long as its `stamp` is. */
export interface EpisodeFacts {
  readonly stamp: string;
  readonly segments: number;
  /** By place of the segment in the transcript, 16 bytes each; null: `recordedSegmentId` of the place. */
  readonly ids: Buffer | null;
  readonly startsMs: Int32Array;
  /** Number of the speaker. */
  readonly speakers: Small;
  /** Distinct numbers. */
  readonly ownSpeakers: readonly number[];
  /** Numbers of the entities with mentions, ascending. */
  readonly entities: Int32Array;
  /** Mentions of each. */
  readonly counts: Small;
  /** Mentions of all. */
  readonly mentions: number;
  /** Who mentions each, and how often, up to its `speakerEnds`. */
  readonly speakerEnds: Small;
  readonly mentioning: Small;
  readonly mentioned: Small;
  /** Speakers of a segment with a mention. */
  readonly mentioners: readonly number[];
  /** Of entity n: `places` from `ends[n - 1]` (0 for the first) up to `ends[n]`. */
  readonly ends: Small;
  /** Places of the segments with a mention, ascending for each entity. */
  readonly places: Small;
  /** By place of the segment: indexes into `entities` of those mentioned there, up to `endsAt` of the place. */
  readonly entitiesAt: Small;
  readonly endsAt: Small;
  /** Those with a text that is shown. */
  readonly chunks: readonly ChunkOfEpisode[];
}

export interface SearchedEpisodeFacts extends EpisodeFacts {
  readonly uuid: string;
  /** Of the transcript that is shown. */
  readonly versionId: string;
  readonly seriesUuid: string;
  /** For the words of its language; null: none. */
  readonly stemmer: string | null;
  /** Null: unknown. */
  readonly publishedMs: number | null;
  readonly year: number | null;
  /** First of its bits in a set of segments; a multiple of 32. */
  readonly firstBit: number;
}

/** All transcripts that are shown, at one moment. */
export interface Library {
  /** Newest first. */
  readonly episodes: readonly SearchedEpisodeFacts[];
  readonly byUuid: ReadonlyMap<string, SearchedEpisodeFacts>;
  /** By number of the chunk; none where its version is not shown. */
  readonly chunks: readonly (ShownChunk | undefined)[];
  readonly bits: number;
  /** Of the languages. */
  readonly stemmers: readonly string[];
  /** By number of the entity, the number of its category; -1: it has none. */
  readonly categoryOf: Int32Array;
  readonly names: Names;
  /** The number of the last chunk there is. */
  readonly lastChunk: number;
  readonly remembered: RememberedPostings;
}

/** Segments of a shown transcript whose words stand together. */
export interface ShownChunk {
  readonly episode: SearchedEpisodeFacts;
  /** Bits of its segments, when they follow each other from here; else -1. */
  readonly firstBit: number;
  /** By number of the segment in the chunk, its bit; -1: its text is not shown. Null when `firstBit` says it. */
  readonly bitOf: Int32Array | null;
}
