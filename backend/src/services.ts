import { openLog, type EventLog } from '@earmark/projections/event-log';
import { createRecountTables } from '@earmark/projections/recounts';
import { createCheckpointTable } from '@earmark/projections/runner';
import pg from 'pg';
import { Accounts } from './accounts/accounts.store.ts';
import { migrations } from './app.migrations.ts';
import type { Config } from './config.ts';
import { EntitiesHandler } from './entities/entities.handler.ts';
import { EpisodesHandler } from './episodes/episodes.handler.ts';
import { PastPages } from './episodes/past-pages.ts';
import { createFetcher, type Fetcher } from './feeds/fetch-outside.ts';
import { HistoryHandler } from './history/history.handler.ts';
import { Checkpoints } from './kit/checkpoints.ts';
import { migrate } from './kit/migrate.ts';
import { Streams } from './kit/streams.ts';
import { Ledger } from './mentions/ledger.ts';
import { RecountsHandler } from './recounts/recounts.handler.ts';
import { Directory } from './series/directory.ts';
import { SeriesHandler } from './series/series.handler.ts';
import { TranscriptsHandler } from './transcripts/transcripts.handler.ts';
import { VocabularyHandler } from './vocabulary/vocabulary.handler.ts';

/** What the server and the command line share: one of each. */
export interface Services {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly streams: Streams;
  readonly checkpoints: Checkpoints;
  readonly fetcher: Fetcher;
  readonly accounts: Accounts;
  readonly directory: Directory;
  readonly series: SeriesHandler;
  readonly episodes: EpisodesHandler;
  readonly pastPages: PastPages;
  readonly transcripts: TranscriptsHandler;
  readonly vocabulary: VocabularyHandler;
  readonly entities: EntitiesHandler;
  readonly recounts: RecountsHandler;
  readonly history: HistoryHandler;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

/** Opens log and database and creates what is missing of the schema. Throws LogUnavailable, or the database's error. */
export async function openServices(
  config: Config,
  databaseUrl: string,
  report: (line: string) => void,
): Promise<Services> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, application_name: 'earmark' });
  let isClosing = false;
  // Connections that were told to end may still hear how the database of a command ends.
  pool.on('error', (error) => isClosing || report(`database: lost an idle connection: ${error.message}`));
  let log: EventLog | null = null;
  try {
    await migrate(databaseUrl, migrations);
    await createCheckpointTable(pool);
    await createRecountTables(pool);
    log = await openLog({ eventstoreUrl: config.EVENTSTORE_URL, databaseUrl });
  } catch (error) {
    await log?.close();
    await pool.end();
    throw error;
  }
  const streams = new Streams(log);
  const checkpoints = new Checkpoints(pool, databaseUrl, report);
  await checkpoints.start();
  const fetcher = createFetcher({ allowPrivate: config.FETCH_ALLOW_PRIVATE, userAgent: config.FETCH_USER_AGENT });
  const openedLog = log;
  const recounts = new RecountsHandler(streams, pool, checkpoints, databaseUrl, report);
  const urls = { databaseUrl, eventstoreUrl: config.EVENTSTORE_URL };
  const pastPages = new PastPages(log, pool, urls);
  const ledger = new Ledger(streams, pool, urls);

  return {
    config,
    databaseUrl,
    pool,
    log,
    streams,
    checkpoints,
    fetcher,
    accounts: new Accounts(pool),
    directory: new Directory(pool, fetcher),
    series: new SeriesHandler(streams),
    episodes: new EpisodesHandler(streams),
    pastPages,
    transcripts: new TranscriptsHandler(streams),
    vocabulary: new VocabularyHandler(streams, pool),
    entities: new EntitiesHandler(streams, pool),
    recounts,
    history: new HistoryHandler(streams, pool),
    ledger,
    close: async () => {
      isClosing = true;
      await recounts.close();
      await checkpoints.stop();
      await pastPages.stop();
      await ledger.stop();
      await fetcher.close();
      await openedLog.close();
      await pool.end();
    },
  };
}
