import type { JobBook } from '@earmark/contracts/speech';
import { pause } from '../kit/process/pause.ts';
import { Rejected } from '../kit/rejected.ts';
import { inWords, NotThere, passingOf, Unreadable, type ServiceWords } from './speech-errors.ts';
import { jobEnded, openJob } from './speech-jobs.ts';

/** Polls in a row that may fail before the run hears of it. */
const MOST_FAILURES = 5;

/** What a look at a job of a service found. */
export type JobState =
  | { readonly state: 'running'; readonly sentence: string }
  | { readonly state: 'done'; readonly answer: Buffer }
  /** It will not end any more; the sentence says why. */
  | { readonly state: 'failed'; readonly sentence: string };

export interface ServiceJob {
  readonly service: string;
  readonly key: string;
  readonly jobs: JobBook;
  readonly signal: AbortSignal;
  readonly pollMs: number;
  readonly words: ServiceWords;
  readonly onProgress: (sentence: string, jobId: string) => void;
  readonly order: () => Promise<string>;
  readonly look: (jobId: string) => Promise<JobState>;
  /** Resolves early when the service reports by itself. */
  readonly waitFor?: (jobId: string, ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Orders a job, unless it was ordered before a restart, and looks at it until it has ended. Throws Rejected; what may pass leaves
 * the job as it is, so that the next attempt goes on with it.
 */
export async function followJob(job: ServiceJob): Promise<{ jobId: string; answer: Buffer }> {
  const { service, key, jobs, signal, pollMs, words, onProgress, order, look, waitFor } = job;
  const known = openJob(jobs, key);
  const jobId = known?.jobId ?? (await order());
  if (known === null) await jobs.ordered(key, service, jobId);
  onProgress(
    known === null ? `${words.name} has accepted the episode` : `Asking ${words.name} for the job of before`,
    jobId,
  );
  const deadline = performance.now() + words.timeoutMs;
  let said = '';
  for (let failures = 0; ;) {
    signal.throwIfAborted();
    try {
      const found = await look(jobId);
      failures = 0;
      if (found.state === 'done') return { jobId, answer: found.answer };
      if (found.state === 'failed') {
        await jobEnded(jobs, key, service, jobId);
        throw new Rejected('outside-refused', found.sentence);
      }
      if (found.sentence !== said) onProgress(found.sentence, jobId);
      said = found.sentence;
    } catch (error) {
      if (error instanceof NotThere) {
        await jobEnded(jobs, key, service, jobId);
        throw new Rejected(
          'outside-refused',
          `${words.name} no longer has the job ${jobId}. Retry the run to order it again.`,
        );
      }
      const isPassing = error instanceof Unreadable || (error instanceof Rejected && passingOf(error) !== null);
      if (!isPassing || ++failures >= MOST_FAILURES) throw error;
    }
    if (performance.now() > deadline)
      throw new Rejected('outside-slow', `${words.name} has not finished within ${inWords(words.timeoutMs)}.`);
    await (waitFor ?? (async (_id, ms, aborted) => pause(ms, aborted)))(jobId, pollMs, signal);
  }
}
