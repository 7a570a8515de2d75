import type { EventLog } from '@earmark/projections/event-log';
import type { INestApplicationContext } from '@nestjs/common';
import type { Pool } from 'pg';
import { Accounts } from './accounts/accounts.store.ts';
import type { Config } from './config.ts';
import type { Fetcher } from './feeds/fetch-outside.ts';
import { HistoryHandler } from './history/history.handler.ts';
import { Checkpoints } from './kit/checkpoints.ts';
import { CONFIG, EVENT_LOG, FETCHER, STORE_URLS, type StoreUrls } from './kit/core.ts';
import { PG_POOL } from './kit/pg.ts';
import { Streams } from './kit/streams.ts';
import { RecountsHandler } from './recounts/recounts.handler.ts';
import { SeriesHandler } from './series/series.handler.ts';
import { TranscriptsHandler } from './transcripts/transcripts.handler.ts';
import { VocabularyHandler } from './vocabulary/vocabulary.handler.ts';

export type Services = ReturnType<typeof servicesOf>;

/** What commands and specs use of the application. */
export const servicesOf = (app: INestApplicationContext) => ({
  config: app.get<Config>(CONFIG),
  databaseUrl: app.get<StoreUrls>(STORE_URLS).databaseUrl,
  pool: app.get<Pool>(PG_POOL),
  log: app.get<EventLog>(EVENT_LOG),
  streams: app.get(Streams),
  checkpoints: app.get(Checkpoints),
  fetcher: app.get<Fetcher>(FETCHER),
  accounts: app.get(Accounts),
  series: app.get(SeriesHandler),
  transcripts: app.get(TranscriptsHandler),
  vocabulary: app.get(VocabularyHandler),
  recounts: app.get(RecountsHandler),
  history: app.get(HistoryHandler),
});
