import { runCommand, UsageError } from '@earmark/backend/command-line';
import { readConfig } from '@earmark/backend/config';
import { leaseDatabase } from './database.ts';
import { explained } from './explained.ts';
import type { PostgresLease } from './postgres/embedded-postgres.ts';

const NOTHING_DONE = 1;
const INTERRUPTED = 130;

const held: { lease: PostgresLease | null } = { lease: null };
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.error('Interrupted; what was recorded stays, and the same command goes on from there.');
    void (held.lease?.release() ?? Promise.resolve()).then(() => process.exit(INTERRUPTED));
  });

try {
  const config = readConfig(process.env);
  process.exitCode = await runCommand(process.argv.slice(2), config, async () => {
    held.lease = await leaseDatabase(config, 'command', (line) => console.error(line));
    return held.lease.url;
  });
} catch (error) {
  console.error(error instanceof UsageError ? error.message : explained(error));
  process.exitCode = NOTHING_DONE;
} finally {
  await held.lease?.release();
}
