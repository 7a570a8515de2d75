import type { Context, Outcome } from '@earmark/contracts/kit';
import type { FeedImported, FeedReport } from '@earmark/contracts/series';
import type { Feed } from '../feeds/read-feed.ts';

/** A report while the import is still writing it. */
export type Report = { -readonly [Key in keyof FeedReport]: FeedReport[Key] } & { warnings: string[] };

export const emptyReport = (): Report => ({
  series: 0,
  episodes: 0,
  episodesChanged: 0,
  transcripts: 0,
  segments: 0,
  unchanged: 0,
  skipped: [],
  warnings: [],
  failed: 0,
});

/** What the parts of an import share. */
export interface Importing {
  readonly context: Context;
  readonly report: Report;
  readonly onProgress: (sentence: string) => void;
  readonly signal: AbortSignal | undefined;
  /** Notes what was recorded, and returns it. */
  readonly recorded: (outcome: Outcome) => Outcome;
}

/** What happened to the series or episode. */
export type Change = NonNullable<FeedImported['change']>;

/** Items of the feed that have nothing to play. */
export function skippedOf({ skippedWithoutEnclosure, duplicates }: Feed): FeedReport['skipped'] {
  const skipped = [
    { count: skippedWithoutEnclosure, reason: 'They have no enclosure, so there is nothing to hear.' },
    { count: duplicates, reason: 'A newer item has the same guid.' },
  ];

  return skipped.flatMap(({ count, reason }) => (count > 0 ? { what: `${count} items`, reason } : []));
}
