import { parentPort, type MessagePort } from 'node:worker_threads';

/** What the pool sends to its thread; `cancel` brings the order to stop. */
export interface SentJob<Job> {
  readonly job: Job;
  readonly cancel: MessagePort;
}

/** An error as it crosses to the other thread: structured cloning would lose name and code. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
}

export type JobAnswer<Result> = { readonly done: Result } | { readonly failed: SentError };

/**
 * The default export of a worker's file. Whatever the work needs is opened with the first job, not while the file is loaded:
 * a failure is then the error of that job, and the next job tries again.
 */
export const workerJob =
  <Job, Result>(work: (job: Job, signal: AbortSignal) => Promise<Result>) =>
  async ({ job, cancel }: SentJob<Job>): Promise<JobAnswer<Result>> => {
    const cancelled = new AbortController();
    cancel.once('message', () => cancelled.abort(new Error('nobody waits for it any more')));
    try {
      return { done: await work(job, cancelled.signal) };
    } catch (error) {
      return { failed: asSent(error) };
    } finally {
      cancel.close();
    }
  };

/** Takes one line for whoever operates the product. */
export const report = (line: string): void => parentPort?.postMessage(line);

/** Makes the value on first use and keeps it; after a failure the next use tries again. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;

  return async () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });

    return made;
  };
}

function asSent(error: unknown): SentError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;

  return { name, message, code };
}

export const asError = ({ name, message, code }: SentError): Error =>
  Object.assign(new Error(message), { name }, code === null ? {} : { code });
