import type { Workspace } from './workspace.ts';

/** Suites that measure times. */
export const BENCH_NAMES = [
  'log',
  'rebuild',
  'mentions',
  'import',
  'reading',
  'replay',
  'save',
  'scale',
  'history',
  'follow',
  'search',
  'speakers',
  'carry',
  'ask',
  'discovery',
  'review',
  'noise',
] as const;
/** Suites that verify results by independent means on whole libraries, which is too slow for `npm test`. */
export const CHECK_NAMES = ['matcher', 'counts'] as const;
export const SUITE_NAMES = [...BENCH_NAMES, ...CHECK_NAMES] as const;
export type SuiteName = (typeof SUITE_NAMES)[number];

/** Options from the command line. */
export interface BenchOptions {
  /** Small samples, to test the benchmark itself; the figures are meaningless. */
  readonly quick: boolean;
  readonly rounds: number;
  /** Folder of transcripts; null: the shared corpus, or a synthetic one. */
  readonly corpus: string | null;
  /** File of names, one JSON object per line; null: the shared lists, or synthetic ones. */
  readonly names: string | null;
  /** Folder of the libraries that `scale`, `history`, `search` or `ask` has imported, to be measured again (`search` and `ask` share one); null: imported anew, and removed. */
  readonly keep: string | null;
}

/** The environment of a suite. */
export interface Bench extends BenchOptions {
  readonly workspace: Workspace;
  readonly say: (line: string) => void;
}

export type Bound = { readonly atLeast: number } | { readonly atMost: number };

/** One line of a suite's table. */
export interface Result {
  /** Row of the goals, such as 'A1'; null: for information. */
  readonly goal: string | null;
  readonly what: string;
  /** Our figure with its unit. */
  readonly ours: string;
  /** The peer or limit from the same run with its figure, or a note that the peer is absent. */
  readonly against: string;
  /** The value to compare with the bound; null without a comparison. */
  readonly score: number | null;
  /** Unit of the score and the bound; '×' for a ratio. */
  readonly unit: string;
  readonly bound: Bound | null;
  /** Where the time goes, as far as known; printed when the goal is missed. */
  readonly reason: string | null;
}

export interface SuiteOutcome {
  /** Set when rounds do not apply. */
  readonly isOneRun?: true;
  /** The corpus, absent peers and so on, one sentence each. */
  readonly notes: readonly string[];
  readonly results: readonly Result[];
}

export type Suite = (bench: Bench) => Promise<SuiteOutcome>;

export type Verdict = 'met' | 'MISSED' | 'absent' | '';

/** '' without a goal, 'absent' when there is a goal but no comparison. */
export function verdictOf({ score, bound }: Pick<Result, 'score' | 'bound'>): Verdict {
  if (bound === null) return '';
  if (score === null) return 'absent';
  const isMet = 'atLeast' in bound ? score >= bound.atLeast : score <= bound.atMost;

  return isMet ? 'met' : 'MISSED';
}
