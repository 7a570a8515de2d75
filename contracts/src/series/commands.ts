import { Command } from '../kit/command.ts';
import type { Outcome } from '../kit/outcome.ts';
import type { SeriesFacts } from './events.ts';
import type { SeriesUuid } from './values.ts';

/** Adds a series or updates a known one: importing twice changes nothing. */
export interface PutSeries {
  readonly type: 'PutSeries';
  readonly seriesUuid: SeriesUuid;
  readonly feedUrl: string | null;
  readonly itunesId: number | null;
  readonly facts: SeriesFacts;
  /** Whether a removed series comes back; otherwise it is refused. */
  readonly restores?: boolean;
}

/** Has the new episodes of its feed added from now on. Refused for a series without a feed. */
export interface FollowSeries {
  readonly type: 'FollowSeries';
  readonly seriesUuid: SeriesUuid;
}

export interface UnfollowSeries {
  readonly type: 'UnfollowSeries';
  readonly seriesUuid: SeriesUuid;
}

/** Removes it with all its episodes until that is undone or it is added again. */
export interface RemoveSeries {
  readonly type: 'RemoveSeries';
  readonly seriesUuid: SeriesUuid;
}

export type SeriesCommand = PutSeries | FollowSeries | UnfollowSeries | RemoveSeries;

export class ChangeSeries extends Command<SeriesCommand> {}

export interface FeedToImport {
  /** The feed's URL, or the path of a file that was read. */
  readonly source: string;
  /** The file that was read; null: the feed is fetched. */
  readonly bytes: Uint8Array | null;
  /**
   * Everything including offered transcripts; the same without the episodes that the feed had when the series was added
   * alone ('new'); what is here already, without transcripts; the series alone, which is followed from then on; or one
   * episode of a known series with its transcript, known by its audio too.
   */
  readonly part:
    'all' | 'new' | 'known' | 'series' | { readonly episodeUuid: string; readonly audioUrl?: string | null };
  /** Whether a known series may follow this feed from now on, although its own feed is at another host. */
  readonly mayMove: boolean;
  /** The known series whose own feed it is; left out: whichever has this address. */
  readonly seriesUuid?: SeriesUuid;
  readonly onProgress: (sentence: string) => void;
  /** Ends the import; its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** Counts cover new records only. */
export interface FeedReport {
  readonly series: number;
  readonly episodes: number;
  readonly episodesChanged: number;
  readonly transcripts: number;
  readonly segments: number;
  /** Episodes and transcripts that were already imported and have not changed. */
  readonly unchanged: number;
  readonly skipped: readonly { readonly what: string; readonly reason: string }[];
  readonly warnings: readonly string[];
  /** Transcripts that could not be fetched and may be tried again. */
  readonly failed: number;
}

export interface FeedImported {
  /** Of the series or the requested episode. Null: nothing has changed since the last full import. */
  readonly change: { readonly uuid: string; readonly name: string; readonly outcome: Outcome } | null;
  readonly report: FeedReport;
  /** Position of the last event recorded; null: none. */
  readonly position: bigint | null;
  /** Of the whole feed; null when it was not read: nothing has changed, or only a part was imported. */
  readonly episodeUuids: readonly string[] | null;
}

/**
 * Adds or updates what a feed offers. Importing again changes nothing, so an interrupted import is simply
 * repeated. For a URL, 'all', 'new' and 'known' fetch conditionally; the other parts
 * reuse a feed that was fetched a moment ago.
 */
export class ImportFeed extends Command<FeedToImport, FeedImported> {}
