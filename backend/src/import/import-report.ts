import type { Context } from '@earmark/contracts/kit';
import type { Pool } from 'pg';
import type { Fetcher } from '../feeds/fetcher.ts';
import type { Commands } from '../kit/commands.ts';
import type { Streams } from '../kit/streams.ts';

/** What one source gave. Counts are of what was new. */
export interface ImportReport {
  readonly source: string;
  readonly series: number;
  readonly episodes: number;
  readonly episodesChanged: number;
  readonly transcripts: number;
  readonly segments: number;
  readonly patterns: number;
  /** Episodes, transcripts and patterns that were here already, as they are. */
  readonly unchanged: number;
  readonly skipped: readonly { what: string; reason: string }[];
  readonly warnings: readonly string[];
  /** What could not be had and may be tried again; with any, the source is imported in part. */
  readonly failed: number;
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
  readonly streams: Streams;
  readonly pool: Pool;
  readonly fetcher: Fetcher;
  readonly context: Context;
  /** --series; null: the folder's name. */
  readonly seriesName: string | null;
  readonly progress: (sentence: string) => void;
}
