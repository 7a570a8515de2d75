import { isNativeError } from 'node:util/types';
import { DatabaseError } from 'pg';
import { LogUnavailable } from './event-log.ts';

/**
 * What SQLSTATE starts with when the database is not there or not ours to use: connection, transaction state (a standby),
 * authorisation, catalogue name, rollback, privilege, resources, operator intervention, system error.
 */
const UNAVAILABLE = ['08', '25', '28', '3D', '40', '42501', '53', '57', '58'];

/** LogUnavailable for a lost or refusing database; anything else (a mistake of ours) as it is. */
export function postgresError(error: unknown): unknown {
  if (!isNativeError(error) || error instanceof LogUnavailable) return error;
  if (error instanceof DatabaseError && !UNAVAILABLE.some((start) => error.code?.startsWith(start))) return error;
  const code = Object.getOwnPropertyDescriptor(error, 'code')?.value;
  // The error itself repeats the address, password and all.
  if (code === 'ERR_INVALID_URL') return malformedDatabaseUrl();
  // A refused connection to a name with several addresses has a code, but no message of its own.
  const reason = error.message || String(code);

  return new LogUnavailable(`the event log's database does not answer: ${reason}`, { cause: error });
}

export const malformedDatabaseUrl = (): Error =>
  new Error('DATABASE_URL is malformed: expected postgres://user:password@host:port/database');
