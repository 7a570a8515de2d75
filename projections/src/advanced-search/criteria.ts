import type { SegmentSet } from './segment-set.ts';

/** What must hold for a segment and its mentions; null: anything. */
export interface SegmentCriteria {
  /** Numbers, as in the library. */
  readonly entity: number | null;
  readonly category: number | null;
  readonly speakers: ReadonlySet<number> | null;
}

export interface Criteria extends SegmentCriteria {
  readonly seriesUuid: string | null;
  readonly episodeUuid: string | null;
  /** Publication, [from, to). */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Of one entity in an episode (by the speakers). */
  readonly minMentions: number;
  /** Segments with the words; null: no words. */
  readonly words: SegmentSet | null;
}
