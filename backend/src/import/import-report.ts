import type { Context } from '@earmark/contracts/kit';
import type { FeedReport } from '@earmark/contracts/series';
import type { Commands } from '../kit/commands.ts';
import type { HeldRow } from '@earmark/contracts/vocabulary';
import type { HeldPatterns } from '../vocabulary/held-patterns.ts';
import type { NoisyRows } from '../vocabulary/noisy-rows.ts';
import type { Parsing } from '../kit/process/parsing.ts';

/** The result of one source. If anything failed, the source is partly imported. */
export interface ImportReport extends FeedReport {
  readonly source: string;
  readonly patterns: number;
  /** With --hold-noisy: names that were not added, because the transcripts mostly write them as ordinary words. */
  readonly held: readonly HeldRow[];
  /** Without it: names that were added although the transcripts mostly write them as ordinary words. */
  readonly noisy: readonly string[];
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
  held: [],
  noisy: [],
  unchanged: 0,
  skipped: [],
  warnings: [],
  failed: 0,
  error: null,
});

/** The services and options of an import. */
export interface Importing {
  readonly commands: Commands;
  readonly parsing: Parsing;
  readonly context: Context;
  /** The value of --series; null for the folder's name. */
  readonly seriesName: string | null;
  /** --move: a known series may follow a feed at another host. */
  readonly mayMove: boolean;
  readonly progress: (sentence: string) => void;
}

/** The same, for lists of names. */
export interface ImportingNames extends Importing {
  readonly noisy: NoisyRows;
  readonly held: HeldPatterns;
  /** --hold-noisy; otherwise every name is added. */
  readonly holdsNoisy: boolean;
}
