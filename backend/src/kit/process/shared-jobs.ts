import { unlessAborted } from './pause.ts';

interface SharedJob<Result> {
  readonly result: Promise<Result>;
  readonly abandoned: AbortController;
  callers: number;
}

/** Does a piece of work once for all who ask for it meanwhile, and ends it when the last of them has left. */
export class SharedJobs<Result> {
  private readonly running = new Map<string, SharedJob<Result>>();

  /** Throws the reason of `left` when it is aborted first, and the error of the work. */
  async get(key: string, left: AbortSignal | null, work: (abandoned: AbortSignal) => Promise<Result>): Promise<Result> {
    left?.throwIfAborted();
    const job = this.running.get(key) ?? this.begin(key, work);
    job.callers++;
    try {
      return await unlessAborted(job.result, left);
    } finally {
      job.callers--;
      // Whoever asks from now on begins again.
      if (job.callers === 0 && this.running.get(key) === job) {
        this.running.delete(key);
        job.abandoned.abort(left?.reason);
      }
    }
  }

  private begin(key: string, work: (abandoned: AbortSignal) => Promise<Result>): SharedJob<Result> {
    const abandoned = new AbortController();
    const result = work(abandoned.signal);
    // Nobody listens any more when all have left.
    result.catch(() => undefined);
    const job = { result, abandoned, callers: 0 };
    this.running.set(key, job);

    return job;
  }
}
