import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listCheckpoints } from '../kit/checkpoints.ts';
import type { EventLog } from '../kit/event-log/event-log.ts';
import { openPostgresLog } from '../kit/event-log/postgres-log.ts';
import type { Projector } from '../kit/projector.ts';
import { Runner } from '../kit/runner.ts';
import { projectors as all } from '../projectors.ts';
import { createPreparedDatabase, createTestDatabase } from './test-database.ts';

const PATIENCE_MS = 60_000;

/** A log and running projections on a separate database, for specs. */
export interface ProjectedLog {
  readonly url: string;
  readonly log: EventLog;
  readonly pool: pg.Pool;
  readonly reports: string[];
  /** Resolves when every projection that has not stopped has reached the head. */
  settled(): Promise<void>;
  stopRunner(): Promise<void>;
  /** Starts a runner with other projectors, as if the code had changed. */
  startRunner(projectors?: readonly Projector[]): void;
  close(): Promise<void>;
}

export async function projectedLog(projectors: readonly Projector[] = all): Promise<ProjectedLog> {
  const database = await (projectors === all ? createPreparedDatabase('projected', buildTables) : createTestDatabase());
  const { url } = database;
  const log = await openPostgresLog({ connectionString: url });
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const reports: string[] = [];
  let names: string[] = [];
  let runner: Runner | null = null;
  const start = (with_: readonly Projector[] = projectors) => {
    names = with_.map(({ name }) => name);
    runner = new Runner({ log, databaseUrl: url, projectors: with_, report: (line) => reports.push(line) });
    runner.start();
  };
  const stopRunner = async () => {
    await runner?.stop();
    runner = null;
  };
  start();

  return {
    url,
    log,
    pool,
    reports,
    stopRunner,
    startRunner: start,
    settled: async () => {
      const head = await log.head();
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
        const { rows } = await pool.query<{ there: boolean }>(
          `select to_regclass('read.projection') is not null as there`,
        );
        const checkpoints = rows[0]?.there ? await listCheckpoints(pool) : [];
        const mine = checkpoints.filter(({ name }) => names.includes(name));
        if (mine.length === names.length && mine.every(({ position, failure }) => failure !== null || position >= head))
          return;
        await sleep(20);
      }
      throw new Error(`the projections did not reach ${head}: ${reports.join('; ')}`);
    },
    close: async () => {
      await stopRunner();
      await pool.end();
      await log.close();
      await database.drop();
    },
  };
}

async function buildTables(databaseUrl: string): Promise<void> {
  const log = await openPostgresLog({ connectionString: databaseUrl });
  const runner = new Runner({ log, databaseUrl, projectors: all });
  runner.start();
  while (runner.state !== 'live') await sleep(10);
  await runner.stop();
  await log.close();
}
