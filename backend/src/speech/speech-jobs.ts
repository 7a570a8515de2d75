import { randomUUID } from 'node:crypto';
import type { FileRef } from '@earmark/contracts/files';
import type { JobBook } from '@earmark/contracts/speech';
import { Rejected } from '../kit/rejected.ts';
import { AnswerLost } from './speech-errors.ts';

/** Ends of job ids: what is known about a job besides that it was ordered. */
const AGAIN = ':again';
/** Nothing runs at the service: the next attempt may order anew. */
const ENDED = ':ended';

/**
 * Asks a service that answers in the same call, and cannot say later what became of it. It is asked once more at most when
 * the answer was lost, by a crash of ours or on the way, since it charges for both. `ask` stores the answer.
 */
export async function askOnce(
  { jobs, key, service }: { jobs: JobBook; key: string; service: string },
  ask: (jobId: string) => Promise<FileRef>,
): Promise<FileRef> {
  const known = jobs.find(key);
  if (known?.answer) return known.answer;
  const isOpen = known !== null && !known.jobId.endsWith(ENDED);
  const id = randomUUID();
  if (isOpen && known.jobId.endsWith(AGAIN)) {
    await jobs.ordered(key, service, id + ENDED);
    throw lostTwice();
  }
  const jobId = isOpen ? id + AGAIN : id;
  await jobs.ordered(key, service, jobId);
  try {
    const answer = await ask(id);
    await jobs.answered(key, answer);

    return answer;
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const isLost = error instanceof AnswerLost;
    if (!isLost || isOpen) await jobs.ordered(key, service, id + ENDED);
    throw isLost && isOpen ? lostTwice(error.message) : error;
  }
}

const lostTwice = (why = ''): Rejected =>
  new Rejected(
    'outside-refused',
    `${why} The same sound was sent twice and no answer came; the service may charge for both. Retry the run to send it again.`.trim(),
  );

/** The job that was ordered and may still run or have an answer; null: a new one must be ordered. */
export function openJob(jobs: JobBook, key: string): { jobId: string; answer: FileRef | null } | null {
  const known = jobs.find(key);

  return known === null || known.jobId.endsWith(ENDED) ? null : known;
}

/** It failed at the service: the next attempt orders a new one. */
export const jobEnded = async (jobs: JobBook, key: string, service: string, jobId: string): Promise<void> =>
  jobs.ordered(key, service, jobId + ENDED);
