import { CHECKPOINT_CHANNEL, listCheckpoints, projectors, type Checkpoint } from '@earmark/projections/runner';
import { Logger } from '@nestjs/common';
import pg from 'pg';

/** A projection that needs longer than this is reported, not waited for. */
const PATIENCE_MS = 2000;
const POLL_MS = 1000;
/** Over which the speed of the projections is measured. */
const SPEED_MS = 10_000;

/** Where the projections stand, by their notifications: wakes those who wait for a write to be readable. */
export class Checkpoints {
  all: readonly Checkpoint[] = [];

  private readonly listeners = new Set<() => void>();
  private readonly stopping = new AbortController();
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private refreshing: Promise<void> | null = null;
  private again = false;
  /** Batches of the last seconds, as the runner announced them. */
  private moves: { at: number; events: number; names: readonly string[] }[] = [];

  private readonly logger = new Logger('checkpoints');

  constructor(
    private readonly pool: pg.Pool,
    private readonly databaseUrl: string,
  ) {}

  async start(): Promise<void> {
    await this.refresh();
    await this.listen();
    // A lost notification delays by this much, no more.
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

  /** As it stands in the database now; null before its tables have been built. */
  async find(name: string): Promise<Checkpoint | null> {
    return (await listCheckpoints(this.pool)).find((one) => one.name === name) ?? null;
  }

  /** Events a second that the projection took in the last ten seconds. */
  eventsPerSecond(name: string): number {
    this.forgetOldMoves();
    const events = this.moves.reduce((sum, move) => sum + (move.names.includes(name) ? move.events : 0), 0);

    return events / (SPEED_MS / 1000);
  }

  /** Position that every projection in the code has passed; a stopped one is not waited for. Null when none works. */
  get reached(): bigint | null {
    const working = projectors
      .map(({ name, version }) => this.all.find((one) => one.name === name && one.version === version) ?? null)
      .filter((one) => one?.failure === null || one === null);
    if (working.length === 0 || working.includes(null)) return null;

    return working.reduce<bigint | null>(
      (least, one) => (least === null || one!.position < least ? one!.position : least),
      null,
    );
  }

  /** Ends when the projections have passed `position`: true; or after two seconds: false. */
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
      const timer = setTimeout(() => end(isThere()), PATIENCE_MS);
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

  /** One query at a time; a change announced meanwhile makes one more. */
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
