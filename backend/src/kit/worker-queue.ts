import { Worker } from 'node:worker_threads';
import { Rejected } from './rejected.ts';

/** Jobs that may wait for the thread; who comes later is told to come again. */
const MOST_WAITING = 20;
const RETRY_AFTER_SECONDS = 5;

interface Waiting<Job, Result> {
  readonly job: Job;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/** What the thread answers; `failed` holds the name and message of an error. */
export type WorkerAnswer<Result> = { readonly done: Result } | { readonly failed: { name: string; message: string } };

/**
 * Work that takes long enough to hold up other answers: done in a thread, one job at a time. The thread is started with the
 * first job, and again with the next one when it ended by itself.
 */
export class WorkerQueue<Job, Result> {
  private readonly waiting: Waiting<Job, Result>[] = [];
  private current: Waiting<Job, Result> | null = null;
  private worker: Worker | null = null;
  private stopped = false;

  /** `file`: the compiled one, since a thread cannot load TypeScript. */
  constructor(
    private readonly file: URL,
    private readonly settings: unknown,
  ) {}

  /** Throws Rejected `busy` when too many wait, and what the job threw, by name and message. */
  async run(job: Job): Promise<Result> {
    if (this.waiting.length >= MOST_WAITING)
      throw new Rejected('busy', 'Too many people look into the past right now. Please try again in a moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });

    return new Promise<Result>((resolve, reject) => {
      this.waiting.push({ job, resolve, reject });
      this.next();
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    const { worker } = this;
    this.ended(new Error('the server is stopping'));
    for (const one of this.waiting.splice(0)) one.reject(new Error('the server is stopping'));
    await worker?.terminate();
  }

  private next(): void {
    if (this.current || this.stopped) return;
    this.current = this.waiting.shift() ?? null;
    if (!this.current) return;
    this.worker ??= this.start();
    this.worker.ref();
    this.worker.postMessage(this.current.job);
  }

  private start(): Worker {
    const worker = new Worker(this.file, { workerData: this.settings });
    worker.on('message', (answer: WorkerAnswer<Result>) => {
      const { current } = this;
      this.current = null;
      // An idle thread keeps nobody from ending.
      worker.unref();
      if (current && 'done' in answer) current.resolve(answer.done);
      else if (current && 'failed' in answer)
        current.reject(Object.assign(new Error(answer.failed.message), { name: answer.failed.name }));
      this.next();
    });
    worker.on('error', (error) => {
      if (this.worker === worker) this.ended(error);
    });
    worker.on('exit', () => {
      if (this.worker === worker) this.ended(new Error('the thread has ended'));
    });

    return worker;
  }

  private ended(error: Error): void {
    const { current } = this;
    this.worker = null;
    this.current = null;
    current?.reject(error);
    this.next();
  }
}
