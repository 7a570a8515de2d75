import { readConfig } from '@earmark/backend/config';
import { leaseDatabase } from './database.ts';
import { explained } from './explained.ts';
import type { PostgresLease } from './postgres/embedded-postgres.ts';

const NOTHING_DONE = 1;
const INTERRUPTED = 130;

const interruption = new AbortController();
let leasing: Promise<PostgresLease> | null = null;
let releasing: Promise<void> | null = null;

/** Also gives back a lease that is still being taken: its Postgres would outlive us. */
const release = (): Promise<void> =>
  (releasing ??= (async () => {
    const [leased] = await Promise.allSettled([leasing]);
    if (leased.status === 'fulfilled') await leased.value?.release();
  })());

// Ctrl-C comes twice under npm: from the terminal, and passed on by npm.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (interruption.signal.aborted) return;
    interruption.abort();
    // Connections that wait for nothing tell, too, that their database has ended.
    process.on('uncaughtException', () => undefined);
    console.error('Interrupted; what was recorded stays, and the same command goes on from there.');
    void release().finally(() => process.exit(INTERRUPTED));
  });

try {
  const config = readConfig(process.env);
  const leaseUrl = async (): Promise<string> => {
    leasing = leaseDatabase(config, 'command', (line) => console.error(line));
    return (await leasing).url;
  };
  // Most of the code is not read where a setting is wrong.
  const { runCommand } = await import('@earmark/backend/command-line');
  process.exitCode = await runCommand(process.argv.slice(2), config, leaseUrl, interruption.signal);
} catch (error) {
  // What breaks because we have been stopped has been explained.
  if (!interruption.signal.aborted) console.error(explained(error));
  process.exitCode = interruption.signal.aborted ? INTERRUPTED : NOTHING_DONE;
} finally {
  await release();
}
