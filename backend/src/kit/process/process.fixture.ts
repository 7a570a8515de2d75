import { openLog, type EventLog } from '@earmark/projections/event-log';
import { createTestDatabase } from '@earmark/projections/testing';
import pg from 'pg';
import { migrate } from '../migrate.ts';
import { Leases, type LeaseTimes } from './lease.ts';
import { processMigrations } from './process.migrations.ts';

/** A log, and servers that share it, for specs of processes. */
export interface ProcessDatabase {
  readonly url: string;
  readonly log: EventLog;
  readonly pool: pg.Pool;
  /** The lines that all servers reported. */
  readonly reports: string[];
  /** The leases of one more server. */
  server(times?: Partial<LeaseTimes>): Leases;
  /** Frees all leases, as when all servers are killed or cut off. */
  cutConnections(): Promise<void>;
  close(): Promise<void>;
}

export async function processDatabase(eventstoreUrl: string | null = null): Promise<ProcessDatabase> {
  const database = await createTestDatabase();
  const { url } = database;
  const pool = new pg.Pool({ connectionString: url, max: 6 });
  await migrate(url, processMigrations);
  const log = await openLog({ eventstoreUrl, databaseUrl: url });
  const reports: string[] = [];
  const servers: Leases[] = [];

  return {
    url,
    log,
    pool,
    reports,
    server: (times = {}) => {
      const leases = new Leases(url, (line) => reports.push(line), { standbyMs: 20, ...times });
      servers.push(leases);
      return leases;
    },
    cutConnections: async () => {
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'earmark leases' and datname = current_database()`,
      );
    },
    close: async () => {
      await Promise.all(servers.map(async (leases) => leases.close()));
      await log.close();
      await pool.end();
      await database.drop();
    },
  };
}

/** Resolves as soon as `isSo` returns true; otherwise the time limit of the spec ends it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

export function deferred<Value>() {
  let resolve!: (value: Value) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<Value>((settle, refuse) => {
    resolve = settle;
    reject = refuse;
  });

  return { promise, resolve, reject };
}
