import { CHECKPOINT_CHANNEL, listCheckpoints, projectors, type Checkpoint } from '@earmark/projections/runner';
import { Logger } from '@nestjs/common';
import pg from 'pg';

const POLL_MS = 1000;
/** The window over which the speed of the projections is measured. */
const SPEED_MS = 10_000;

/** The positions of the projections, as they announce them. Wakes those who wait until a write is readable. */
export class Checkpoints {
  all: readonly Checkpoint[] = [];
  /** A projection that takes longer is reported in the answer instead of waited for. */
  patienceMs = 2000;

  private readonly listeners = new Set<() => void>();
  private readonly stopping = new AbortController();
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private refreshing: Promise<void> | null = null;
  private again = false;
  /** The batches that the runner announced in the last seconds. */
  private moves: { at: number; events: number; names: readonly string[] }[] = [];

  private readonly logger = new Logger('checkpoints');

  constructor(
    private readonly pool: pg.Pool,
    private readonly databaseUrl: string,
  ) {}

  async start(): Promise<void> {
    await this.refresh();
    await this.listen();
    // Limits the delay after a lost notification.
    this.timer = setInterval(() => void this.refresh(), POLL_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.timer) clearInterval(this.timer);
    await this.client?.end();
    await this.refreshing;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);

    return () => this.listeners.delete(listener);
  }

  /** The checkpoint in the database now; null before its tables have been built. */
  async find(name: string): Promise<Checkpoint | null> {
    return (await this.list()).find((one) => one.name === name) ?? null;
  }

  async list(): Promise<Checkpoint[]> {
    return listCheckpoints(this.pool);
  }

  /** Events per second that the projection applied in the last ten seconds. */
  eventsPerSecond(name: string): number {
    this.forgetOldMoves();
    const events = this.moves.reduce((sum, move) => sum + (move.names.includes(name) ? move.events : 0), 0);

    return events / (SPEED_MS / 1000);
  }

  /** The position that every projection in the code has passed, except stopped ones. Null when all have stopped. */
  get reached(): bigint | null {
    const stopped = new Set(this.all.filter(({ failure }) => failure !== null).map(({ name }) => name));
    const working = projectors
      // One that stopped while its tables were built has them in no version.
      .filter(({ name }) => !stopped.has(name))
      .map(({ name, version }) => this.all.find((one) => one.name === name && one.version === version) ?? null);
    if (working.length === 0 || working.includes(null)) return null;

    return working.reduce<bigint | null>(
      (least, one) => (least === null || one!.position < least ? one!.position : least),
      null,
    );
  }

  /** True as soon as the projections have passed `position`; false when patience ends. */
  async passed(position: bigint | null): Promise<boolean> {
    if (position === null) return true;
    const isThere = () => this.reached !== null && this.reached >= position;
    if (isThere()) return true;

    return new Promise((resolve) => {
      const end = (result: boolean) => {
        clearTimeout(timer);
        forget();
        resolve(result);
      };
      const timer = setTimeout(() => end(isThere()), this.patienceMs);
      const forget = this.onChange(() => {
        if (isThere()) end(true);
      });
    });
  }

  private forgetOldMoves(): void {
    const since = performance.now() - SPEED_MS;
    this.moves = this.moves.filter(({ at }) => at > since);
  }

  private async listen(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const client = new pg.Client({ connectionString: this.databaseUrl, application_name: 'earmark checkpoints' });
    const retry = (error?: Error) => {
      if (this.client !== client) return;
      this.client = null;
      if (this.stopping.signal.aborted) return;
      if (error) this.logger.warn(`${error.message}; listening again`);
      setTimeout(() => void this.listen(), POLL_MS).unref();
    };
    this.client = client;
    client.on('error', retry);
    client.on('end', () => retry());
    client.on('notification', ({ payload = '' }) => {
      const [, events, ...names] = payload.split(' ');
      this.forgetOldMoves();
      if (names.length > 0) this.moves.push({ at: performance.now(), events: Number(events), names });
      void this.refresh();
    });
    try {
      await client.connect();
      await client.query(`listen ${CHECKPOINT_CHANNEL}`);
    } catch (error) {
      retry(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Runs one query at a time; a change announced meanwhile causes one more. */
  private async refresh(): Promise<void> {
    if (this.refreshing) {
      this.again = true;
      return this.refreshing;
    }
    this.refreshing = (async () => {
      do {
        this.again = false;
        try {
          this.all = await listCheckpoints(this.pool);
        } catch (error) {
          this.logger.warn(error instanceof Error ? error.message : String(error));
        }
        for (const listener of this.listeners) listener();
      } while (this.again && !this.stopping.signal.aborted);
    })();
    try {
      await this.refreshing;
    } finally {
      this.refreshing = null;
    }
  }
}
