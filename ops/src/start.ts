import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '@earmark/backend/config';
import type { RunningServer } from '@earmark/backend/server';
import { leaseDatabase } from './database.ts';
import { explained } from './explained.ts';
import type { PostgresLease } from './postgres/embedded-postgres.ts';

let leasing: Promise<PostgresLease> | null = null;
let server: RunningServer | null = null;
let stopping: Promise<void> | null = null;

// Once we stop, what loses its database on the way has nothing to tell.
const say = (line: string): void => {
  if (stopping === null) console.log(line);
};

const REVIVE_MS = 1000;

/** Starts an embedded Postgres that somebody killed again; where that cannot be, the server ends. */
async function keepAlive(lease: PostgresLease): Promise<void> {
  while (stopping === null) {
    await sleep(REVIVE_MS, undefined, { ref: false });
    if (stopping === null && (await lease.revive())) say('Postgres runs again');
  }
}

async function fail(error: unknown): Promise<void> {
  if (stopping !== null) return;
  console.error(explained(error));
  stopping = stopAll();
  await stopping;
  process.exit(1);
}

/** Also gives back a lease that is still being taken: its Postgres would outlive us. */
async function stopAll(): Promise<void> {
  await server?.stop();
  const [leased] = await Promise.allSettled([leasing]);
  if (leased.status === 'fulfilled') await leased.value?.release();
}

// Ctrl-C comes twice under npm: from the terminal, and passed on by npm.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
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
  });

try {
  const config = readConfig(process.env);
  leasing = leaseDatabase(config, 'server', say);
  // Most of the code is read while Postgres starts, and not at all where a setting is wrong.
  const [lease, { startServer }] = await Promise.all([leasing, import('@earmark/backend/server')]);
  server = await startServer(config, lease.url, say, () => stopping !== null);
  say(`Earmark is running: ${server.url}`);
  await keepAlive(lease);
} catch (error) {
  await fail(error);
}
