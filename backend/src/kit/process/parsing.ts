import type { OnModuleDestroy } from '@nestjs/common';
import type { Report } from '../core.ts';
import { Rejected } from '../rejected.ts';
import { JobExceeded, WorkerPool } from './worker-pool.ts';

/** Up to this size, reading takes less than the way to a thread and back, whatever the bytes are. */
const IN_PLACE_BYTES = 32 * 1024;
const LIMITS = { heapMb: 512, ms: 20_000 };

export interface Parser<Job, Result> {
  /** Reads in this thread. Everything that it throws must be a Rejected, or be recognised by its name. */
  readonly read: (job: Job) => Result;
  /** The compiled file of the same in the other thread: `workerJob(async (job) => parser.read(job))`. */
  readonly worker: URL;
}

/**
 * Reads what strangers wrote, in one thread with limits of time and memory. Answers of the server do not wait for it,
 * and nothing that it reads can end the server.
 */
export class Parsing implements OnModuleDestroy {
  private threads: WorkerPool<unknown, unknown> | null = null;

  constructor(
    private readonly report: Report,
    private readonly limits = LIMITS,
  ) {}

  /** Throws Rejected `busy` and `too-large`, and what the parser throws; see `asError` for its class. */
  async run<Job, Result>({ read, worker }: Parser<Job, Result>, job: Job, bytes: number): Promise<Result> {
    if (bytes <= IN_PLACE_BYTES) return read(job);
    this.threads ??= new WorkerPool<unknown, unknown>({
      file: worker,
      settings: null,
      limits: this.limits,
      busy: 'Too many files are being read right now. Try again in a moment.',
      report: this.report,
    });
    try {
      return (await this.threads.run(job, undefined, worker)) as Result;
    } catch (error) {
      if (error instanceof JobExceeded)
        throw new Rejected('too-large', 'The file takes too much time or memory to read. Split it into smaller files.');
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.threads?.stop();
  }
}
