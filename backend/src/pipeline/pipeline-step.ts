import type { Context } from '@earmark/contracts/kit';
import type { StepOutput } from '@earmark/contracts/pipeline';
import type { JobBook } from '@earmark/contracts/speech';
import type { RunFacts } from './pipeline.decider.ts';

/** What a step works with. */
export interface StepWork {
  readonly run: RunFacts;
  /** Of the steps before. */
  readonly output: StepOutput;
  /** Of the commands that it sends. */
  readonly context: Context;
  readonly jobs: JobBook;
  /** Aborted when the run is cancelled, or this server may not continue it. */
  readonly signal: AbortSignal;
  readonly onProgress: (sentence: string, predictionId: string | null) => void;
}

export interface StepResult {
  readonly message: string;
  readonly details?: readonly string[];
  readonly warnings?: readonly string[];
  readonly predictionId?: string | null;
  readonly output?: Partial<StepOutput>;
}

/** May be done again after an interruption, and then changes nothing twice. Throws Rejected with a sentence for an operator. */
export type PipelineStep = (work: StepWork) => Promise<StepResult>;

export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
