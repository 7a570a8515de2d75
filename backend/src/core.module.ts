import { CONNECTIONS } from '@earmark/projections/connections';
import { openLog, type EventLog } from '@earmark/projections/event-log';
import { openPool } from '@earmark/projections/queries';
import { createNoiseTables } from '@earmark/projections/noise';
import { createRecountTables } from '@earmark/projections/recounts';
import { createCheckpointTable } from '@earmark/projections/runner';
import {
  Global,
  Inject,
  Logger,
  Module,
  type DynamicModule,
  type LoggerService,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { migrations } from './app.migrations.ts';
import type { Config } from './config.ts';
import { createFetcher, type Fetcher } from './feeds/fetcher.ts';
import { Checkpoints } from './kit/checkpoints.ts';
import { Commands } from './kit/commands.ts';
import { CONFIG, EVENT_LOG, FETCHER, REPORT, STORE_URLS, type Report } from './kit/core.ts';
import { Integrations } from './kit/integrations.ts';
import { migrate } from './kit/migrate.ts';
import { PG_POOL } from './kit/pg.ts';
import { Leases } from './kit/process/lease.ts';
import { Parsing } from './kit/process/parsing.ts';
import { Streams } from './kit/streams.ts';

/** How long a connection of the pool is waited for. */
const CONNECT_MS = 30_000;
/** Of a server, whose statements take seconds even in a large library; those of a page have a shorter limit. */
const LONGEST_STATEMENT_MS = 60_000;

/** The services that the whole back end shares, one of each per process. */
export interface Core {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly log: EventLog;
  readonly streams: Streams;
  readonly checkpoints: Checkpoints;
  readonly leases: Leases;
  readonly fetcher: Fetcher;
  readonly logger: LoggerService;
  close(): Promise<void>;
}

interface CoreOptions {
  readonly wrap?: (log: EventLog) => EventLog;
  readonly longestStatementMs?: number;
}

/**
 * Opens the log and the database and migrates the schema. Runs before Nest starts, so that the caller can explain
 * a failure. An EventStoreDB need not answer yet. `wrap`: the log as this process uses it. `longestStatementMs`: 0 for
 * commands, which may take as long as they need. Throws LogUnavailable, or the database's error.
 */
export async function openCore(
  config: Config,
  databaseUrl: string,
  logger: LoggerService,
  { wrap = (log) => log, longestStatementMs = LONGEST_STATEMENT_MS }: CoreOptions = {},
): Promise<Core> {
  Logger.overrideLogger(logger);
  let isClosing = false;
  const pool = openPool(
    {
      connectionString: databaseUrl,
      max: CONNECTIONS.pages,
      application_name: 'earmark',
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: longestStatementMs,
    },
    // When the database of an interrupted command stops, connections that are closing may still report it.
    (error) => isClosing || logger.warn(`lost an idle connection: ${error.message}`, 'database'),
  );
  const opened: EventLog[] = [];
  try {
    await migrate(databaseUrl, migrations);
    await createCheckpointTable(pool);
    await createRecountTables(pool);
    await createNoiseTables(pool);
    const log = wrap(await openLog({ eventstoreUrl: config.EVENTSTORE_URL, databaseUrl }));
    opened.push(log);
    const checkpoints = new Checkpoints(pool, databaseUrl);
    await checkpoints.start();
    const leases = new Leases(databaseUrl, (line) => void logger.warn(line));
    const fetcher = createFetcher({ allowPrivate: config.FETCH_ALLOW_PRIVATE, userAgent: config.FETCH_USER_AGENT });

    return {
      config,
      databaseUrl,
      pool,
      log,
      streams: new Streams(log),
      checkpoints,
      leases,
      fetcher,
      logger,
      close: async () => {
        isClosing = true;
        await leases.close();
        await checkpoints.stop();
        await fetcher.close();
        await log.close();
        await pool.end();
      },
    };
  } catch (error) {
    isClosing = true;
    for (const log of opened) await log.close();
    await pool.end();
    throw error;
  }
}

const CORE = Symbol('CORE');

/** Global, so that Nest shuts it down after every feature. */
@Global()
@Module({})
export class CoreModule implements OnApplicationShutdown {
  constructor(@Inject(CORE) private readonly core: Core) {}

  static of(core: Core): DynamicModule {
    const { config, databaseUrl, pool, log, streams, checkpoints, leases, fetcher, logger } = core;
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: STORE_URLS, useValue: { databaseUrl, eventstoreUrl: config.EVENTSTORE_URL } },
      { provide: PG_POOL, useValue: pool },
      { provide: EVENT_LOG, useValue: log },
      { provide: Streams, useValue: streams },
      { provide: Checkpoints, useValue: checkpoints },
      { provide: Leases, useValue: leases },
      { provide: FETCHER, useValue: fetcher },
      { provide: REPORT, useValue: (line: string) => void logger.warn(line) },
    ];

    const parsing = { provide: Parsing, inject: [REPORT], useFactory: (report: Report) => new Parsing(report) };

    return {
      module: CoreModule,
      imports: [CqrsModule.forRoot()],
      providers: [{ provide: CORE, useValue: core }, ...providers, Commands, Integrations, parsing],
      exports: [...providers.map(({ provide }) => provide), Commands, Integrations, Parsing],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.core.close();
  }
}
