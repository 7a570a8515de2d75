import pg from 'pg';
import { messageOf, pause } from './pause.ts';

/** How often a standby server tries again. */
const STANDBY_MS = 1000;
const HEARTBEAT_MS = 2000;
/** A server that is silent for this long loses all its leases. */
const SILENCE_MS = 15_000;
/** Seeds the keys of our locks, so that they do not collide with others. Any constant will do. */
const LEASE_SEED = 7_305_007;

export class LeaseLost extends Error {
  /** Postgres's code for a failed connection, which tells callers that they may retry. */
  readonly code = '08006';

  constructor(name: string, why: string) {
    super(`the lease "${name}" was lost: ${why}`);
    this.name = 'LeaseLost';
  }
}

export interface LeaseTimes {
  readonly standbyMs: number;
  readonly heartbeatMs: number;
  readonly silenceMs: number;
}

type Work<Result> = (lost: AbortSignal) => Promise<Result>;

interface Connection {
  readonly client: pg.Client;
  readonly heartbeat: NodeJS.Timeout;
  readonly leases: Map<string, AbortController>;
  /** The last query sent; the next one waits for it. */
  queue: Promise<unknown>;
  isLost: boolean;
}

/**
 * Work that only one server does at a time. A lease is a Postgres advisory lock; a dedicated connection holds all
 * leases of a server. A server that is killed loses them at once, with its connection: no clocks are compared and no
 * table needs cleaning up. One that hangs or cannot be reached loses them once Postgres has heard nothing for fifteen
 * seconds. The holder learns of a loss by its signal. Until its work has ended two servers may overlap; then, as
 * everywhere, the expected revision of a stream decides.
 */
export class Leases {
  private readonly times: LeaseTimes;
  private readonly closing = new AbortController();
  private connection: Promise<Connection> | null = null;
  /** Names held by this server, including lost ones whose work has not ended yet. */
  private readonly taken = new Set<string>();

  constructor(
    private readonly databaseUrl: string,
    private readonly report: (line: string) => void,
    times: Partial<LeaseTimes> = {},
  ) {
    this.times = { standbyMs: STANDBY_MS, heartbeatMs: HEARTBEAT_MS, silenceMs: SILENCE_MS, ...times };
  }

  /**
   * Does the work, or returns false when another server is doing it. Throws the error of the work or of the database.
   */
  async tryHold(name: string, work: Work<void>): Promise<boolean> {
    return (await this.attempt(name, work)) !== null;
  }

  /** Waits for its turn, then does the work. Throws the signal's reason when it is aborted before. */
  async hold<Result>(name: string, work: Work<Result>, signal: AbortSignal = this.closing.signal): Promise<Result> {
    for (;;) {
      signal.throwIfAborted();
      this.closing.signal.throwIfAborted();
      const held = await this.attempt(name, work);
      if (held) return held.result;
      await pause(this.times.standbyMs, signal);
    }
  }

  /**
   * Until the signal is aborted, stands by, takes over whenever no other server does the work, and starts over when it
   * ends.
   */
  async keep(name: string, work: Work<void>, signal: AbortSignal): Promise<void> {
    const ending = AbortSignal.any([signal, this.closing.signal]);
    while (!ending.aborted) {
      try {
        await this.tryHold(name, async (lost) => work(AbortSignal.any([ending, lost])));
      } catch (error) {
        if (!ending.aborted) this.report(`${name}: ${messageOf(error)}; trying again`);
      }
      await pause(this.times.standbyMs, ending);
    }
  }

  /** Releases all leases. Work in progress is told that its lease is lost. */
  async close(): Promise<void> {
    this.closing.abort(new Error('the server is stopping'));
    const connection = await this.connection?.catch(() => null);
    if (connection) await this.lose(connection, 'the server is stopping');
  }

  private async attempt<Result>(name: string, work: Work<Result>): Promise<{ result: Result } | null> {
    if (this.taken.has(name)) return null;
    this.taken.add(name);
    try {
      const connection = await this.connect();
      const { rows } = await inTurn(connection, async ({ client }) =>
        client.query<{ locked: boolean }>('select pg_try_advisory_lock(hashtextextended($1, $2)) as locked', [
          name,
          LEASE_SEED,
        ]),
      );
      if (!rows[0]?.locked) return null;
      if (connection.isLost) throw new LeaseLost(name, 'the connection has ended');
      const lease = new AbortController();
      connection.leases.set(name, lease);
      try {
        return { result: await work(lease.signal) };
      } finally {
        await this.release(connection, name);
      }
    } finally {
      this.taken.delete(name);
    }
  }

  private async release(connection: Connection, name: string): Promise<void> {
    if (!connection.leases.delete(name)) return;
    try {
      await inTurn(connection, async ({ client }) =>
        client.query('select pg_advisory_unlock(hashtextextended($1, $2))', [name, LEASE_SEED]),
      );
    } catch (error) {
      // The lock ends with its connection.
      await this.lose(connection, messageOf(error));
    }
  }

  private async connect(): Promise<Connection> {
    this.closing.signal.throwIfAborted();
    this.connection ??= this.open().catch((error: unknown) => {
      this.connection = null;
      throw error;
    });

    return this.connection;
  }

  private async open(): Promise<Connection> {
    const { heartbeatMs, silenceMs } = this.times;
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'earmark leases',
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
      keepAlive: true,
    });
    let connection: Connection | null = null;
    const lose = (why: string) => {
      if (connection) void this.lose(connection, why);
    };
    client.on('error', (error) => lose(error.message));
    client.on('end', () => lose('the connection has ended'));
    await client.connect();
    // Makes Postgres end the session of a server that hangs, and notice within seconds, not hours, that a machine is
    // gone.
    await client.query(`select set_config('idle_session_timeout', $1, false)`, [String(silenceMs)]);
    await client.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3');
    const opened: Connection = {
      client,
      heartbeat: setInterval(() => {
        inTurn(opened, async () => client.query('select 1')).catch((error: unknown) => lose(messageOf(error)));
      }, heartbeatMs).unref(),
      leases: new Map(),
      queue: Promise.resolve(),
      isLost: false,
    };
    connection = opened;

    return opened;
  }

  private async lose(connection: Connection, why: string): Promise<void> {
    if (connection.isLost) return;
    connection.isLost = true;
    this.connection = null;
    clearInterval(connection.heartbeat);
    const lost = [...connection.leases];
    connection.leases.clear();
    for (const [name, lease] of lost) lease.abort(new LeaseLost(name, why));
    if (lost.length > 0 && !this.closing.signal.aborted) this.report(`leases: ${why}; ${lost.length} lost`);
    // A broken connection throws here, and then there is nothing left to end.
    await connection.client.end().catch(() => undefined);
  }
}

/** A connection takes one query at a time. */
async function inTurn<Result>(
  connection: Connection,
  query: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const mine = connection.queue.then(
    async () => query(connection),
    async () => query(connection),
  );
  connection.queue = mine;

  return mine;
}
