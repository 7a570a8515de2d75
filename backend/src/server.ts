import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { Accounts } from './accounts/accounts.store.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openCore } from './core.module.ts';
import { Readiness } from './health/readiness.ts';
import { LiveFeed } from './history/live-feed.ts';
import { UndoProcess } from './history/undo.process.ts';
import { Commands } from './kit/commands.ts';
import { ServerLogger } from './kit/logger.ts';
import { startProjections } from './kit/projections-thread.ts';
import { SampleLibrary } from './library/sample-library.ts';
import { RecountsProcess } from './recounts/recounts.process.ts';
import { ensureKnownEntityTypes } from './vocabulary/known-entity-types.ts';

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the API, the site and the projections. What must start in a certain order is started here; everything stops
 * with its module. `announce` gets the lines that the operator should read; while `isStopping` the log stays quiet.
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
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await app.close();
    await projections.stop();
  };
  try {
    await app.init();
    await listen(app.getHttpServer(), config.PORT, config.HOST);
    await ensureKnownEntityTypes(app.get(Commands), core.streams);
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config;
    const admin = await app.get(Accounts).ensureFirstAdmin({ username, password });
    if (admin.created && admin.generatedPassword !== null)
      announce(`First account: ${username}, password: ${admin.generatedPassword} (shown only once)`);
    if (config.SAMPLE_LIBRARY) await app.get(SampleLibrary).load(announce);
    app.get(Readiness).headAtStart = await core.log.head();
    app.get(RecountsProcess).start();
    app.get(UndoProcess).start();
  } catch (error) {
    await stop();
    throw error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;

  return { url: `http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${port}`, stop };
}

/** Replaces Nest's own listen, which logs a taken port before it throws: the caller explains that. */
async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}
