import type { Config } from '@earmark/backend/config';
import { leasePostgres, type PostgresLease } from './postgres/embedded-postgres.ts';

/** DATABASE_URL as it is, or a lease on the embedded Postgres under DATA_DIR. At most one server may hold it, together with any number of commands. */
export async function leaseDatabase(
  config: Config,
  holder: 'server' | 'command',
  onProgress: (line: string) => void,
): Promise<PostgresLease> {
  if (config.DATABASE_URL !== null)
    return { url: config.DATABASE_URL, revive: async () => false, release: async () => {} };

  return leasePostgres({ dataDir: config.DATA_DIR, holder, exclusive: holder === 'server', onProgress });
}
