import { readConfig } from '@earmark/backend/config';
import { leaseDatabase } from './database.ts';
import { explained } from './explained.ts';
import type { PostgresLease } from './postgres/embedded-postgres.ts';
import { outliveReaders } from './unread-output.ts';

const NOTHING_DONE = 1;
const INTERRUPTED = 130;

outliveReaders();
const interruption = new AbortController();
let leasing: Promise<PostgresLease> | null = null;
let releasing: Promise<void> | null = null;

/** Also releases a lease that is still being acquired: its Postgres would outlive us. */
const release = (): Promise<void> =>
  (releasing ??= (async () => {
    const [leased] = await Promise.allSettled([leasing]);
    if (leased.status === 'fulfilled') await leased.value?.release();
  })());

// Under npm, Ctrl-C arrives twice: from the terminal and forwarded by npm.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (interruption.signal.aborted) return;
    interruption.abort();
    // Idle connections also report that their database has ended.
    process.on('uncaughtException', () => undefined);
    console.error('Interrupted. What was recorded is kept; run the same command again to continue.');
    void release().finally(() => process.exit(INTERRUPTED));
  });

try {
  const config = readConfig(process.env);
  const leaseUrl = async (): Promise<string> => {
    leasing = leaseDatabase(config, 'command', (line) => console.error(line));
    return (await leasing).url;
  };
  // Loads most of the code only when the settings are valid.
  const { runCommand } = await import('@earmark/backend/command-line');
  process.exitCode = await runCommand(process.argv.slice(2), config, leaseUrl, interruption.signal);
} catch (error) {
  // Errors after an interrupt have already been explained.
  if (!interruption.signal.aborted) console.error(explained(error));
  process.exitCode = interruption.signal.aborted ? INTERRUPTED : NOTHING_DONE;
} finally {
  await release();
}
