import { parentPort, type MessagePort } from 'node:worker_threads';
import { ERROR_STATUS, type ErrorCode } from '@earmark/contracts';
import { Rejected } from '../rejected.ts';

/**
 * The message from the pool to its thread. A message on `cancel` tells the job to stop; the thread sends one when it
 * begins.
 */
export interface SentJob<Job> {
  readonly job: Job;
  readonly cancel: MessagePort;
}

/** A job with the URL of the file that does it. */
export interface FiledJob<Job> extends SentJob<Job> {
  readonly file: string;
}

/** An error as it is sent between threads: structured cloning would lose its name and code. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
}

export type JobAnswer<Result> = { readonly done: Result } | { readonly failed: SentError };

/**
 * The default export of a worker's file. Resources are opened with the first job, not while the file is loaded:
 * a failure then belongs to that job, and the next job tries again.
 */
export const workerJob =
  <Job, Result>(work: (job: Job, signal: AbortSignal) => Promise<Result>) =>
  async ({ job, cancel }: SentJob<Job>): Promise<JobAnswer<Result>> => {
    cancel.postMessage('begun');
    const cancelled = new AbortController();
    cancel.once('message', () => cancelled.abort(new Error('the caller has gone')));
    try {
      return { done: await work(job, cancelled.signal) };
    } catch (error) {
      return { failed: asSent(error) };
    } finally {
      cancel.close();
    }
  };

/** What each thread of a pool runs: it loads the file of the job, which does the job. */
export default async function runFiled<Job, Result>({ file, job, cancel }: FiledJob<Job>): Promise<JobAnswer<Result>> {
  const work = await load<Job, Result>(file);

  return work({ job, cancel });
}

async function load<Job, Result>(file: string): Promise<ReturnType<typeof workerJob<Job, Result>>> {
  try {
    const loaded: { readonly default: ReturnType<typeof workerJob<Job, Result>> } = await import(file);

    return loaded.default;
  } catch (error) {
    // Node answers every later import of the file with the same error, so this thread ends, and its jobs with it. The
    // next job loads the file again, in a new thread.
    return new Promise(() =>
      setImmediate(() => {
        throw error;
      }),
    );
  }
}

/** Reports one line to the operator. */
export const report = (line: string): void => parentPort?.postMessage(line);

/** Creates the value on first use and keeps it; after a failure, the next use tries again. */
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

/** A Rejected is one again. */
export const asError = ({ name, message, code }: SentError): Error =>
  name === 'Rejected' && code !== null && isErrorCode(code)
    ? new Rejected(code, message)
    : Object.assign(new Error(message), { name }, code === null ? {} : { code });

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code);
