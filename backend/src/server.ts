import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { Readiness } from './health/readiness.ts';
import { LiveFeed } from './history/live-feed.ts';
import { startProjections } from './kit/projections-thread.ts';
import { loadSampleLibrary } from './library/sample-library.ts';
import { openServices } from './services.ts';
import { ensureKnownEntityTypes } from './vocabulary/known-entity-types.ts';

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts API, site and projections; what it has to say goes to `report`, a line each. */
export async function startServer(
  config: Config,
  databaseUrl: string,
  report: (line: string) => void,
): Promise<RunningServer> {
  const services = await openServices(config, databaseUrl, report);
  const readiness = new Readiness(services.checkpoints, services.streams);
  const feed = new LiveFeed(services.streams, services.pool, services.checkpoints, report);
  await feed.start();
  const projections = startProjections({ databaseUrl, eventstoreUrl: config.EVENTSTORE_URL }, report);
  const app = await createApp(services, feed, readiness);
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await feed.stop();
    await app.close();
    await projections.stop();
    await services.close();
  };
  try {
    await app.init();
    await listen(app.getHttpServer(), config.PORT, config.HOST);
    await ensureKnownEntityTypes(services.vocabulary, services.streams);
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config;
    const admin = await services.accounts.ensureFirstAdmin({ username, password });
    if (admin.created && admin.generatedPassword !== null)
      report(`First account: ${username}, password: ${admin.generatedPassword} (shown this once)`);
    if (config.SAMPLE_LIBRARY) await loadSampleLibrary(services, report);
    readiness.headAtStart = await services.log.head();
    services.recounts.watch();
    services.history.process.resume().catch((error: unknown) => report(`undo: ${messageOf(error)}`));
  } catch (error) {
    await stop();
    throw error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;

  return { url: `http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${port}`, stop };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Not Nest's own, which logs a port that is taken before it throws: whoever starts us explains it. */
async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}
