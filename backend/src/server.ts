import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogUnavailable } from '@earmark/projections/event-log';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { AdditionsProcess } from './additions/additions.process.ts';
import { Accounts } from './accounts/accounts.store.ts';
import { createApp } from './app.ts';
import { ConfigError, type Config } from './config.ts';
import { openCore } from './core.module.ts';
import { BatchProcess } from './discovery/batch.process.ts';
import { FinishDecisions } from './discovery/finish-decisions.ts';
import { FollowingProcess } from './following/following.process.ts';
import { Readiness } from './health/readiness.ts';
import { LiveFeed } from './history/live-feed.ts';
import { UndoProcess } from './history/undo.process.ts';
import { Commands } from './kit/commands.ts';
import { CONFIG } from './kit/core.ts';
import { ServerLogger } from './kit/logger.ts';
import { messageOf } from './kit/process/pause.ts';
import { startProjections } from './kit/projections-thread.ts';
import { isUnreadable } from './kit/recorded-events.ts';
import { Streams } from './kit/streams.ts';
import { SampleLibrary } from './library/sample-library.ts';
import { PipelineProcess } from './pipeline/pipeline.process.ts';
import { RecountsProcess } from './recounts/recounts.process.ts';
import { Searches } from './search/searches.ts';
import { AssistantIndex } from './uploads/assistant-index.ts';
import { RemovedEpisodes } from './uploads/removed-episodes.ts';
import { UploadsProcess } from './uploads/uploads.process.ts';
import { ensureKnownEntityTypes } from './vocabulary/known-entity-types.ts';
import { vocabulary, VOCABULARY_ID } from './vocabulary/vocabulary.decider.ts';

export interface RunningServer {
  readonly url: string;
  /** Rejects when what a start records cannot be recorded. Pending while the event log does not answer. */
  readonly prepared: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the API, the site and the projections. What must start in a certain order is started here; everything stops
 * with its module. `announce` gets the lines that the operator should read; while `isStopping` the log stays quiet.
 * Reads are served from the tables while the event log does not answer.
 */
export async function startServer(
  config: Config,
  databaseUrl: string,
  announce: (line: string) => void,
  isStopping: () => boolean,
): Promise<RunningServer> {
  const core = await openCore(config, databaseUrl, new ServerLogger(isStopping));
  const app = await createApp(core);
  await app.get(LiveFeed).start();
  const projections = startProjections({ databaseUrl, eventstoreUrl: config.EVENTSTORE_URL });
  let stopped = false;
  let prepared = Promise.resolve();
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await app.close();
    await projections.stop();
  };
  try {
    await app.init();
    await listen(app.getHttpServer(), config.PORT, config.HOST);
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config;
    const admin = await app.get(Accounts).ensureFirstAdmin({ username, password });
    if (admin.created && admin.generatedPassword !== null)
      announce(`First account: ${username}, password: ${admin.generatedPassword} (shown only once)`);
    const waiting = new Promise<void>((resolve) => {
      prepared = prepare(app, announce, { isStopped: () => stopped, onWaiting: resolve });
    });
    await Promise.race([prepared, waiting]);
  } catch (error) {
    await stop();
    throw error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;

  return { url: `http://${hostOf(config.HOST)}:${port}`, prepared, stop };
}

/** As it stands in an address. */
const hostOf = (host: string): string => {
  if (host === '127.0.0.1') return 'localhost';

  return isIPv6(host) ? `[${host}]` : host;
};

/** Replaces Nest's own listen, which logs a taken port before it throws: the caller explains that. */
async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (!NotOurs.safeParse(error).success) throw error;
    throw new ConfigError('HOST: must be an address or a name of this machine');
  }
}

const NotOurs = z.object({ code: z.enum(['EADDRNOTAVAIL', 'EAI_AGAIN', 'ENOTFOUND']) });

const LOG_RETRY_MS = 1000;

/** Records what every library has, and starts what records by itself; again until the event log answers. */
async function prepare(
  app: INestApplicationContext,
  announce: (line: string) => void,
  { isStopped, onWaiting }: { isStopped: () => boolean; onWaiting: () => void },
): Promise<void> {
  const { log } = app.get(Streams);
  for (let hasFailed = false; !isStopped(); hasFailed = true) {
    try {
      await seed(app, announce);
      app.get(Readiness).headAtStart = await log.head();
      if (hasFailed) announce('The event log answers.');
      break;
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      if (!hasFailed)
        announce(`${error.message}. Until it does, pages show what the tables hold and nothing is saved.`);
      onWaiting();
      await sleep(LOG_RETRY_MS, undefined, { ref: false });
    }
  }
  if (isStopped()) return;
  app.get(RecountsProcess).start();
  app.get(AdditionsProcess).start();
  app.get(PipelineProcess).start();
  app.get(UploadsProcess).start();
  app.get(RemovedEpisodes).start();
  app.get(UndoProcess).start();
  app.get(FinishDecisions).start();
  app.get(BatchProcess).start();
  app.get(FollowingProcess).start();
  void readAhead(app, announce, isStopped);
}

/** A library of a hundred thousand names takes seconds: now, in the background, rather than when somebody waits for it. */
async function readAhead(
  app: INestApplicationContext,
  announce: (line: string) => void,
  isStopped: () => boolean,
): Promise<void> {
  try {
    await app.get(Streams).read(vocabulary, VOCABULARY_ID);
  } catch (error) {
    // The next command reads it for itself, and says what is wrong.
    if (!isStopped()) announce(`The vocabulary was not read ahead: ${messageOf(error)}`);
  }
  if (!isStopped()) app.get(Searches).start();
}

async function seed(app: INestApplicationContext, announce: (line: string) => void): Promise<void> {
  try {
    await ensureKnownEntityTypes(app.get(Commands), app.get(Streams).log);
    await app.get(AssistantIndex).choose();
    if (app.get<Config>(CONFIG).SAMPLE_LIBRARY) await app.get(SampleLibrary).load(announce);
  } catch (error) {
    // Stops the projections that need it, which name it; pages show what came before.
    if (!isUnreadable(error)) throw error;
    announce(`Nothing was added to the library: ${messageOf(error)}`);
  }
}
