import { Command } from '../kit/command.ts';
import type { Outcome } from '../kit/outcome.ts';
import type { SeriesFacts } from './events.ts';
import type { SeriesUuid } from './values.ts';

/** Adds a series, or brings a known one up to date: importing twice changes nothing. */
export interface PutSeries {
  readonly seriesUuid: SeriesUuid;
  readonly feedUrl: string | null;
  readonly itunesId: number | null;
  readonly facts: SeriesFacts;
}

export class ChangeSeries extends Command<PutSeries> {}

export interface FeedToImport {
  /** Its address; of a file that was read, its path. */
  readonly source: string;
  /** The file that was read; null: the feed is fetched. */
  readonly bytes: Uint8Array | null;
  /** Everything with the transcripts that are offered, the series alone, or one episode of a series that is here. */
  readonly part: 'all' | 'series' | { readonly episodeUuid: string };
  readonly onProgress: (sentence: string) => void;
}

/** Counts are of what was new. */
export interface FeedReport {
  readonly series: number;
  readonly episodes: number;
  readonly episodesChanged: number;
  readonly transcripts: number;
  readonly segments: number;
  /** Episodes and transcripts that were here already, as they are. */
  readonly unchanged: number;
  readonly skipped: readonly { readonly what: string; readonly reason: string }[];
  readonly warnings: readonly string[];
  /** Transcripts that could not be fetched and may be tried again. */
  readonly failed: number;
}

export interface FeedImported {
  /** Of the series, or of the one episode that was asked for. Null: nothing has changed since the last whole import. */
  readonly change: { readonly uuid: string; readonly name: string; readonly outcome: Outcome } | null;
  readonly report: FeedReport;
}

/**
 * Adds what a feed offers, or brings it up to date. Importing again changes nothing, so one that was interrupted is simply
 * repeated. Of an address, 'all' fetches conditionally; the other parts take a feed that was read a moment ago.
 */
export class ImportFeed extends Command<FeedToImport, FeedImported> {}
