import type { Leases } from './lease.ts';
import { OpenProcesses, type OpenProcessesOptions } from './open-processes.ts';
import type { ReactorParts } from './reactor.ts';
import { WorkLoop } from './work-loop.ts';

export interface LongProcessOptions extends Omit<OpenProcessesOptions, 'onOpened'> {
  /** As in WorkLoop: continues from the stream, and records each finished step there. */
  readonly run: (id: string, signal: AbortSignal) => Promise<void>;
  readonly concurrency?: number;
  readonly lookMs?: number;
}

/**
 * Work of several steps, recorded in a stream. A work loop does what is open. A caller who waits for the result uses
 * `holding`, with the same lease.
 */
export class LongProcess {
  private readonly open: OpenProcesses;
  private readonly loop: WorkLoop;
  private readonly leases: Leases;

  constructor(
    parts: ReactorParts,
    private readonly options: LongProcessOptions,
  ) {
    const { category, run, concurrency, lookMs } = options;
    const { leases, report } = parts;
    this.leases = leases;
    this.open = new OpenProcesses(parts, { ...options, onOpened: (id) => this.loop.wake(id) });
    this.loop = new WorkLoop({
      name: category,
      leases,
      report,
      list: async () => this.open.list(),
      run,
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(lookMs === undefined ? {} : { lookMs }),
    });
  }

  start(): void {
    this.open.start();
    this.loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.open.stop(), this.loop.stop()]);
  }

  /** Does the work of a run here and now, while no other server or loop does. */
  async holding<Result>(id: string, work: (lost: AbortSignal) => Promise<Result>): Promise<Result> {
    return this.leases.hold(`${this.options.category} ${id}`, work);
  }
}
