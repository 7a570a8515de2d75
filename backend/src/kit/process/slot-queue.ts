import { OpenProcesses, type OpenProcessesOptions } from './open-processes.ts';
import { backoffMs, messageOf, untilAborted } from './pause.ts';
import type { ReactorParts } from './reactor.ts';
import { WorkLoop } from './work-loop.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export interface SlotQueueOptions extends Pick<OpenProcessesOptions, 'category' | 'begins' | 'ends'> {
  /** Prefix of the leases' names: `<name> <slot>`, and `<name> server`, which a server holds while it runs. */
  readonly name: string;
  /** Processes at once, on all servers together. */
  readonly slots: number;
  /** Continues a process until it has ended. */
  readonly run: (id: string, signal: AbortSignal) => Promise<void>;
}

/**
 * Does open processes in the order in which they were requested. There are as many leases as may be in progress, whatever
 * the number of servers: whoever holds one takes the first process that nobody works on.
 */
export class SlotQueue {
  private readonly open: OpenProcesses;
  private readonly loop: WorkLoop;
  /** Of a process that could not go on: when to try again, by `performance.now`. */
  private readonly failures = new Map<string, { count: number; notBefore: number }>();
  /** Null: all. */
  private only: ReadonlySet<string> | null = null;
  private readonly stopping = new AbortController();
  /** What waits for, or holds, the lease of the server. */
  private readonly serving: Promise<void>[] = [];

  constructor(
    private readonly parts: ReactorParts,
    private readonly options: SlotQueueOptions,
  ) {
    const { category, begins, ends } = options;
    const slots = Array.from({ length: options.slots }, (_, index) => String(index + 1));
    this.open = new OpenProcesses(parts, { category, begins, ends, onOpened: () => this.wake(slots) });
    this.loop = new WorkLoop({
      name: options.name,
      leases: parts.leases,
      report: parts.report,
      concurrency: options.slots,
      list: async () => ((await this.listReady()).length > 0 ? slots : []),
      run: async (_slot, signal) => this.work(signal),
    });
  }

  /** From now on, does what is open, as a server. */
  start(): void {
    this.begin(null);
    this.keepAsServer(untilAborted, this.stopping.signal);
  }

  /** Does these processes as soon as no server is running: while one is, its settings count, not those of a shell. */
  startWithoutServer(only: ReadonlySet<string>): void {
    const begun = new AbortController();
    const begin = async () => {
      this.begin(only);
      begun.abort();
    };
    this.keepAsServer(begin, AbortSignal.any([begun.signal, this.stopping.signal]));
  }

  async stop(): Promise<void> {
    this.stopping.abort(new Error('the server is stopping'));
    await Promise.all([this.open.stop(), this.loop.stop(), ...this.serving]);
  }

  /** Ids of what has begun and not ended, the first to begin first. */
  async listOpen(): Promise<string[]> {
    return this.open.list();
  }

  private begin(only: ReadonlySet<string> | null): void {
    this.only = only;
    this.open.start();
    this.loop.start();
  }

  private keepAsServer(work: (lost: AbortSignal) => Promise<void>, signal: AbortSignal): void {
    this.serving.push(this.parts.leases.keep(`${this.options.name} server`, work, signal));
  }

  private wake(slots: readonly string[]): void {
    for (const slot of slots) this.loop.wake(slot);
  }

  /** Does one process after the other until none is left that nobody works on. */
  private async work(signal: AbortSignal): Promise<void> {
    const ended = new Set<string>();
    for (;;) {
      let hasWorked = false;
      // One that has ended may still be listed for a moment.
      for (const id of await this.listReady()) {
        if (ended.has(id)) continue;
        signal.throwIfAborted();
        hasWorked = await this.parts.leases.tryHold(`${this.options.category} ${id}`, async (lost) =>
          this.attempt(id, AbortSignal.any([signal, lost])),
        );
        if (!hasWorked) continue;
        ended.add(id);
        break;
      }
      if (!hasWorked) return;
    }
  }

  private async attempt(id: string, signal: AbortSignal): Promise<void> {
    try {
      await this.options.run(id, signal);
      this.failures.delete(id);
    } catch (error) {
      if (signal.aborted) throw error;
      const count = (this.failures.get(id)?.count ?? 0) + 1;
      const waitMs = backoffMs(count, FIRST_WAIT_MS, LONGEST_WAIT_MS);
      this.failures.set(id, { count, notBefore: performance.now() + waitMs });
      this.parts.report(`${this.options.category} ${id}: ${messageOf(error)}; trying again in ${waitMs / 1000} s`);
    }
  }

  private async listReady(): Promise<string[]> {
    const open = await this.open.list();
    for (const id of this.failures.keys()) if (!open.includes(id)) this.failures.delete(id);

    return open.filter(
      (id) => (this.only?.has(id) ?? true) && (this.failures.get(id)?.notBefore ?? 0) <= performance.now(),
    );
  }
}
