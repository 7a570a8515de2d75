import { isNativeError } from 'node:util/types';
import { DatabaseError } from 'pg';
import { LogUnavailable } from './event-log.ts';

/**
 * Classes of SQLSTATE that say the database is not there or not ours to use: connection, transaction state (a standby),
 * authorisation, catalogue name, rollback, resources, operator intervention, system error.
 */
const UNAVAILABLE = new Set(['08', '25', '28', '3D', '40', '53', '57', '58']);

/** LogUnavailable for a lost or refusing database; anything else (a mistake of ours) as it is. */
export function postgresError(error: unknown): unknown {
  if (!isNativeError(error) || error instanceof LogUnavailable) return error;
  if (error instanceof DatabaseError && !UNAVAILABLE.has(error.code?.slice(0, 2) ?? '')) return error;
  // A refused connection to a name with several addresses has a code, but no message of its own.
  const reason = error.message || String(Object.getOwnPropertyDescriptor(error, 'code')?.value);

  return new LogUnavailable(`the event log's database does not answer: ${reason}`, { cause: error });
}
