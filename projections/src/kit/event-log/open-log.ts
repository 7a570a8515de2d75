import { eventsByCategory } from '@earmark/contracts';
import type { EventLog } from './event-log.ts';
import { openPostgresLog } from './postgres-log.ts';

/**
 * EventStoreDB when `eventstoreUrl` (esdb://…) is given, whether or not it answers yet; otherwise schema `log` of the
 * database. Throws LogUnavailable when the database does not answer, Error when the address is malformed.
 */
export async function openLog({
  eventstoreUrl,
  databaseUrl,
  followsPlaces = false,
  categories = Object.keys(eventsByCategory),
}: {
  eventstoreUrl: string | null;
  databaseUrl: string;
  /** In one process: keeps look-ups by id and time fast. */
  followsPlaces?: boolean;
  /** Of the streams on EventStoreDB that belong to the log. Default: Earmark's. */
  categories?: readonly string[];
}): Promise<EventLog> {
  if (eventstoreUrl === null) return openPostgresLog({ connectionString: databaseUrl });
  // Every process and thread opens a log; loading the EventStoreDB client takes a quarter of a second, so only on demand.
  const { eventStoreLog } = await import('./eventstore-log.ts');

  return eventStoreLog({
    connectionString: eventstoreUrl,
    categories,
    databaseUrl,
    followsPlaces,
  });
}
