/** The steps by which the built-in finder grew, in order: see docs/benchmarks.md, discovery. */
export const OFFLINE_SOURCES = ['compromise', 'gazetteer', 'persons', 'sequences', 'rules'] as const;
export type OfflineSource = (typeof OFFLINE_SOURCES)[number];

/** A name as one of the built-in sources gives it. */
export interface RawName {
  readonly name: string;
  readonly type: string;
  /** Confidence before what else is known of it. */
  readonly base: number;
  readonly url: string | null;
  readonly source: OfflineSource;
}
