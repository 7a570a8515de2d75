import { readConfig } from '@earmark/backend/config';
import { startServer, type RunningServer } from '@earmark/backend/server';
import { leaseDatabase } from './database.ts';
import { explained } from './explained.ts';
import type { PostgresLease } from './postgres/embedded-postgres.ts';

const say = (line: string): void => console.log(line);

let lease: PostgresLease | null = null;
let server: RunningServer | null = null;
let stopping: Promise<void> | null = null;
const stop = (): Promise<void> =>
  (stopping ??= (async () => {
    await server?.stop();
    await lease?.release();
  })());

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    say('Stopping');
    void stop().then(() => process.exit(0));
  });

try {
  const config = readConfig(process.env);
  lease = await leaseDatabase(config, 'server', say);
  server = await startServer(config, lease.url, say);
  say(`Earmark is running: ${server.url}`);
} catch (error) {
  console.error(explained(error));
  await stop();
  process.exit(1);
}
