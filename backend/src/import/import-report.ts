import type { Context } from '@earmark/contracts/kit';
import type { FeedReport } from '@earmark/contracts/series';
import type { Commands } from '../kit/commands.ts';

/** What one source gave. With anything failed, the source is imported in part. */
export interface ImportReport extends FeedReport {
  readonly source: string;
  readonly patterns: number;
  /** One sentence; null when the source could be used. */
  readonly error: string | null;
}

export const emptyReport = (source: string): ImportReport => ({
  source,
  series: 0,
  episodes: 0,
  episodesChanged: 0,
  transcripts: 0,
  segments: 0,
  patterns: 0,
  unchanged: 0,
  skipped: [],
  warnings: [],
  failed: 0,
  error: null,
});

/** What an import works with. */
export interface Importing {
  readonly commands: Commands;
  readonly context: Context;
  /** --series; null: the folder's name. */
  readonly seriesName: string | null;
  readonly progress: (sentence: string) => void;
}
