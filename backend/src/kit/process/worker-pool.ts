import { setMaxListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { currentCaller } from '../call.ts';
import { Places } from '../places.ts';
import { pause, unlessAborted } from './pause.ts';
import { asError, type FiledJob, type JobAnswer } from './worker-job.ts';

/** The compiled file, since a thread cannot load TypeScript. */
const ENTRY = fileURLToPath(new URL('../../../../backend/dist/kit/process/worker-job.js', import.meta.url));
const MAX_WAITING = 20;
/** Of these, how many of one caller. */
const MAX_WAITING_PER_CALLER = 10;
/** Each thread keeps what its garbage once took; by itself that grows to 48 MB. */
const YOUNG_MB = 16;
/** How long cancelled work may take to stop before its thread is terminated. */
const GRACE_MS = 2000;

export interface WorkerPoolOptions {
  /** The compiled file. Its default export is a `workerJob`. */
  readonly file: URL;
  /** `workerData` of the threads. */
  readonly settings: unknown;
  /** The error sentence when too many jobs wait. */
  readonly busy: string;
  /** Gets the lines that threads report, and errors of idle threads. */
  readonly report: (line: string) => void;
  /** Default: 1. */
  readonly threads?: number;
  /** The number of jobs that may wait. Default: 20. */
  readonly mostWaiting?: number;
  readonly retryAfterSeconds?: number;
  /**
   * Jobs that a thread does side by side, for work that mostly waits. Above 1, no thread is terminated to cancel a job.
   * Default: 1.
   */
  readonly jobsPerThread?: number;
  /** Of one job. A thread that exceeds them is replaced, and its job throws JobExceeded. Default: none. */
  readonly limits?: { readonly heapMb: number; readonly ms: number };
}

export class JobExceeded extends Error {
  override readonly name = 'JobExceeded';
}

/**
 * Runs work that would hold up other answers in threads. They start with the first job, and again when
 * one exits; idle threads do not keep the process alive.
 */
export class WorkerPool<Job, Result> {
  private readonly stopping = new AbortController();
  private readonly jobsPerThread: number;
  private readonly places: Places;
  private pool: Piscina<FiledJob<Job>, JobAnswer<Result>> | null = null;
  /** The pending answers of the threads, including cancelled jobs. */
  private readonly answers = new Set<Promise<unknown>>();

  constructor(private readonly options: WorkerPoolOptions) {
    const { threads = 1, mostWaiting = MAX_WAITING, jobsPerThread = 1, busy, retryAfterSeconds } = options;
    this.jobsPerThread = jobsPerThread;
    // One job waits in Piscina, which replaces a thread that has exited only while something waits for it.
    const room = threads * jobsPerThread + 1;
    this.places = new Places({
      atOnce: room,
      perCaller: room,
      waiting: mostWaiting - 1,
      waitingPerCaller: MAX_WAITING_PER_CALLER,
      patienceMs: null,
      busy,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
    // Every job adds a listener to this signal.
    setMaxListeners(0, this.stopping.signal);
  }

  /**
   * Throws Rejected `busy` and `too-many-calls` when too many jobs wait, the signal's reason when it is aborted, and the
   * job's error with its name, message and code, or that of its file if it cannot be loaded. `file` replaces that of the
   * pool.
   */
  async run(job: Job, signal?: AbortSignal, file: URL = this.options.file): Promise<Result> {
    const ending = signal ? AbortSignal.any([signal, this.stopping.signal]) : this.stopping.signal;
    // A cancelled job keeps its place until its thread is free again.
    const done = this.places.take(currentCaller(), async () => this.post(job, ending, file), ending);

    return unlessAborted(done, ending);
  }

  async stop(): Promise<void> {
    this.stopping.abort(new Error('the server is stopping'));
    const patience = new AbortController();
    await Promise.race([Promise.allSettled(this.answers), pause(GRACE_MS, patience.signal)]);
    patience.abort();
    await this.pool?.destroy();
  }

  private async post(job: Job, ending: AbortSignal, file: URL): Promise<Result> {
    const { port1: cancel, port2 } = new MessageChannel();
    const hard = new AbortController();
    const clock = this.timed(cancel, hard);
    let grace: NodeJS.Timeout | null = null;
    const stop = () => {
      cancel.postMessage('cancel');
      grace = setTimeout(() => hard.abort(ending.reason), GRACE_MS).unref();
    };
    ending.addEventListener('abort', stop, { once: true });
    this.pool ??= this.start();
    // A thread that is doing other jobs as well is not terminated to cancel this one.
    const transfer = {
      filename: ENTRY,
      transferList: [port2],
      ...(this.jobsPerThread === 1 ? { signal: hard.signal } : {}),
    };
    const answered = this.pool.run({ file: file.href, job, cancel: port2 }, transfer);
    this.answers.add(answered);
    try {
      const answer = await answered;
      if ('failed' in answer) throw asError(answer.failed);

      return answer.done;
    } catch (error) {
      throw clock.isOver() || isOutOfMemory(error) ? new JobExceeded() : error;
    } finally {
      ending.removeEventListener('abort', stop);
      if (grace !== null) clearTimeout(grace);
      clock.stop();
      cancel.close();
      this.answers.delete(answered);
    }
  }

  /** Terminates the thread when the job exceeds its time, which begins with the job and not while it waits. */
  private timed(port: MessagePort, hard: AbortController): { isOver: () => boolean; stop: () => void } {
    const { limits } = this.options;
    let timer: NodeJS.Timeout | null = null;
    let isOver = false;
    const end = () => {
      isOver = true;
      hard.abort();
    };
    if (limits) port.once('message', () => (timer = setTimeout(end, limits.ms)));

    return { isOver: () => isOver, stop: () => timer !== null && clearTimeout(timer) };
  }

  private start(): Piscina<FiledJob<Job>, JobAnswer<Result>> {
    const { settings, threads = 1, report, limits } = this.options;
    // Without a file of its own: a thread that cannot load it while it starts is never replaced, and its jobs wait for ever.
    const pool = new Piscina<FiledJob<Job>, JobAnswer<Result>>({
      workerData: settings,
      // A fixed number of threads, so that one that has exited is replaced while jobs wait.
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: this.jobsPerThread,
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG_MB,
        ...(limits ? { maxOldGenerationSizeMb: limits.heapMb } : {}),
      },
      // We count waiting jobs ourselves, so the pool's limit is off. Atomics.wait would block sockets and timers of an
      // idle thread.
      atomics: 'disabled',
      recordTiming: false,
    });
    pool.on('message', (line: unknown) => report(String(line)));
    // Threads that are being terminated may still answer jobs that were cancelled.
    pool.on('error', (error: Error) => this.stopping.signal.aborted || report(`worker threads: ${error.message}`));

    return pool;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
