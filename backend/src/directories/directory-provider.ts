import type { DirectoryName } from '@earmark/contracts/series';

/** A podcast as a directory describes it; null where the directory says nothing. */
export interface FoundSeries {
  /** Stable. Derived from the feed's address when the directory has no uuids. */
  readonly uuid: string;
  readonly provider: DirectoryName;
  /** The directory's own id. */
  readonly externalId: string | null;
  readonly feedUrl: string | null;
  readonly itunesId: number | null;
  readonly name: string;
  readonly author: string | null;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly episodeCount: number | null;
  /** Primary subtag in lower case. */
  readonly language: string | null;
  readonly explicit: boolean;
  /** PODCASTSERIES_… */
  readonly categories: readonly string[];
  readonly websiteUrl: string | null;
  /** Publication of the newest episode, epoch seconds. */
  readonly newestAt: number | null;
}

export interface FoundEpisode {
  /** Stable, and equal to the uuid that the feed gives when the directory has no uuids. */
  readonly uuid: string;
  readonly guid: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly imageUrl: string | null;
  /** Epoch seconds. */
  readonly datePublished: number | null;
  readonly audioUrl: string | null;
  readonly durationSeconds: number | null;
  readonly transcripts: readonly { url: string; type: string | null; language: string | null }[];
  readonly persons: readonly { name: string; role: string }[];
}

/** What is known of a series found earlier, because a directory cannot look up a derived uuid. */
export type SeriesReference = Pick<FoundSeries, 'uuid' | 'externalId' | 'feedUrl' | 'itunesId'>;

export interface FoundEpisodes {
  readonly series: FoundSeries;
  readonly episodes: readonly FoundEpisode[];
  /** The total on all pages. */
  readonly total: number;
}

/**
 * Somebody else's catalogue of podcasts. What keeps it from answering is thrown as Rejected, with one sentence that
 * names what to do, and never answered as "nothing found". Every provider passes directory-provider.contract.ts.
 */
export interface DirectoryProvider {
  readonly name: DirectoryName;
  /** Best match first. */
  search(query: string): Promise<FoundSeries[]>;
  /** Newest first. An `offset` beyond the last episode is an empty page. */
  episodes(series: SeriesReference, limit: number, offset: number): Promise<FoundEpisodes>;
}
