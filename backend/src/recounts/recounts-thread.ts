import { Worker } from 'node:worker_threads';
import type { PreviewAnswer } from '@earmark/contracts/recounts';
import type { PlannedChange } from '@earmark/projections/recounts';
import { Rejected } from '../kit/rejected.ts';

/** The compiled file, also when this one runs uncompiled in a spec: a thread cannot load TypeScript. */
const MAIN = new URL('../../../projections/dist/recounts/main.js', import.meta.url);
/** Who types asks for one after the other; more than this at once is a crowd. */
const MOST_WAITING = 16;

interface Waiting {
  resolve(answer: PreviewAnswer): void;
  reject(error: Error): void;
}

/** Counts for recounts and previews. Started when it is first needed, and again when it has ended by itself. */
export class RecountsThread {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;
  private stopped = false;

  constructor(
    private readonly databaseUrl: string,
    private readonly report: (line: string) => void,
  ) {}

  /** Unless another process counts it, or it is not to be counted. May be asked for any number of times. */
  recount(recountId: string): void {
    if (!this.stopped) this.thread().postMessage({ do: 'recount', recountId });
  }

  /** Throws Rejected: `busy`, or when the caller has gone, who waits for no answer. */
  async preview(change: PlannedChange, gone: AbortSignal): Promise<PreviewAnswer> {
    if (gone.aborted) throw nobodyWaits();
    if (this.waiting.size >= MOST_WAITING)
      throw new Rejected('busy', 'Many previews are being counted right now. Please try again in a moment.', {
        retryAfterSeconds: 2,
      });
    const id = this.nextId++;

    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.thread().postMessage({ do: 'preview', id, change });
      const cancel = () => {
        if (!this.waiting.delete(id)) return;
        this.worker?.postMessage({ do: 'cancel', id });
        reject(nobodyWaits());
      };
      gone.addEventListener('abort', cancel, { once: true });
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    const { worker } = this;
    if (!worker) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage({ do: 'stop' });
    await ended;
  }

  private thread(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(MAIN, { workerData: { databaseUrl: this.databaseUrl } });
    this.worker = worker;
    worker.on('message', (message: unknown) => this.take(message));
    worker.on('error', (error) => this.report(`recounts: ${error.message}`));
    worker.on('exit', () => {
      this.worker = null;
      for (const one of this.waiting.values()) one.reject(new Error('the thread that counts has ended'));
      this.waiting.clear();
    });

    return worker;
  }

  private take(message: unknown): void {
    if (typeof message === 'string') return this.report(message);
    const { id, answer, error } = message as { id: number; answer?: PreviewAnswer; error?: string };
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (answer) waiting?.resolve(answer);
    else waiting?.reject(new Error(error));
  }
}

const nobodyWaits = (): Rejected => new Rejected('invalid', 'Nobody waits for this preview any more.');
