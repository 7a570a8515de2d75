import { readConfig } from '@earmark/backend/config';
import type { RunningServer } from '@earmark/backend/server';
import { leaseDatabase } from './database.ts';
import { explained } from './explained.ts';
import type { PostgresLease } from './postgres/embedded-postgres.ts';
import { outliveReaders } from './unread-output.ts';
import { keepAlive } from './watchdog.ts';

outliveReaders();
let leasing: Promise<PostgresLease> | null = null;
let server: RunningServer | null = null;
let stopping: Promise<void> | null = null;

// Once we are stopping, errors about a lost database are expected.
const say = (line: string): void => {
  if (stopping === null) console.log(line);
};

const REVIVE_MS = 1000;

async function fail(error: unknown): Promise<void> {
  if (stopping !== null) return;
  console.error(explained(error));
  stopping = stopAll();
  await stopping;
  process.exit(1);
}

/** Also releases a lease that is still being acquired: its Postgres would outlive us. */
async function stopAll(): Promise<void> {
  await server?.stop();
  const [leased] = await Promise.allSettled([leasing]);
  if (leased.status === 'fulfilled') await leased.value?.release();
}

function stop(): void {
  // Ctrl-C arrives several times: from the terminal, and forwarded by npm and the supervisor.
  if (stopping !== null) return;
  say('Stopping');
  stopping = stopAll();
  stopping.then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(explained(error));
      process.exit(1);
    },
  );
}

// Nobody would start or stop a server whose supervisor has ended.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, stop);

try {
  const config = readConfig(process.env);
  leasing = leaseDatabase(config, 'server', say);
  // Loads most of the code while Postgres starts, and not at all when a setting is invalid.
  const [lease, { startServer }] = await Promise.all([leasing, import('@earmark/backend/server')]);
  server = await startServer(config, lease.url, say, () => stopping !== null);
  // First, so that the supervisor knows it before anybody who reads the line can act on it.
  process.send?.('running');
  say(`Earmark is running: ${server.url}`);
  void server.prepared.catch(fail);
  await keepAlive({ revive: async () => lease.revive(), isStopping: () => stopping !== null, say, everyMs: REVIVE_MS });
} catch (error) {
  await fail(error);
}
