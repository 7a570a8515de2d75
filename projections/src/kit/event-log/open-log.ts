import type { EventLog } from './event-log.ts';
import { openEventStoreLog } from './eventstore-log.ts';
import { openPostgresLog } from './postgres-log.ts';

/**
 * EventStoreDB when `eventstoreUrl` (esdb://…) is given, else schema `log` of the database.
 * Throws LogUnavailable when the server does not answer, Error when the address is malformed.
 */
export const openLog = ({
  eventstoreUrl,
  databaseUrl,
}: {
  eventstoreUrl: string | null;
  databaseUrl: string;
}): Promise<EventLog> =>
  eventstoreUrl === null
    ? openPostgresLog({ connectionString: databaseUrl })
    : openEventStoreLog({ connectionString: eventstoreUrl });
