import type { Workspace } from './workspace.ts';

/** What is timed. */
export const BENCH_NAMES = ['log', 'rebuild', 'mentions', 'import', 'reading', 'replay', 'save'] as const;
/** What is proved correct: by other means, on whole libraries, and so too long for `npm test`. */
export const CHECK_NAMES = ['matcher', 'counts'] as const;
export const SUITE_NAMES = [...BENCH_NAMES, ...CHECK_NAMES] as const;
export type SuiteName = (typeof SUITE_NAMES)[number];

/** What the command line asked for. */
export interface BenchOptions {
  /** Small samples, to try the benchmark itself; its figures say nothing. */
  readonly quick: boolean;
  readonly rounds: number;
  /** Folder of transcripts; null: the shared corpus, else a synthetic one. */
  readonly corpus: string | null;
  /** File of names, one JSON object a line; null: the shared lists, else synthetic ones. */
  readonly names: string | null;
}

/** What a suite works with. */
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
  /** With its unit. */
  readonly ours: string;
  /** The peer or limit of the same run and its figure; says so when the peer is absent. */
  readonly against: string;
  /** What is compared with the bound; null when there is nothing to compare with. */
  readonly score: number | null;
  /** Of the score and the bound: '×' for a ratio. */
  readonly unit: string;
  readonly bound: Bound | null;
  /** What was found of where the time goes; printed when the goal is missed. */
  readonly reason: string | null;
}

export interface SuiteOutcome {
  /** Rounds do not apply. */
  readonly isOneRun?: true;
  /** What was measured on, what is absent; a sentence each. */
  readonly notes: readonly string[];
  readonly results: readonly Result[];
}

export type Suite = (bench: Bench) => Promise<SuiteOutcome>;

export type Verdict = 'met' | 'MISSED' | 'absent' | '';

/** '' when there is no goal, 'absent' when there is one and nothing to compare with. */
export function verdictOf({ score, bound }: Pick<Result, 'score' | 'bound'>): Verdict {
  if (bound === null) return '';
  if (score === null) return 'absent';
  const isMet = 'atLeast' in bound ? score >= bound.atLeast : score <= bound.atMost;

  return isMet ? 'met' : 'MISSED';
}
