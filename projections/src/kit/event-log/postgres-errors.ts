import { isNativeError } from 'node:util/types';
import { DatabaseError } from 'pg';
import { AppendUnknown, LogUnavailable } from './event-log.ts';

/**
 * SQLSTATE prefixes of a database that is absent or unusable: connection, transaction state (a standby),
 * authorisation, catalogue name, rollback, privilege, resources, operator intervention, system error.
 */
const UNAVAILABLE = ['08', '25', '28', '3D', '40', '42501', '53', '57', '58'];

/** LogUnavailable when the database is lost or refuses us; anything else (a bug of ours) unchanged. */
export function postgresError(error: unknown): unknown {
  if (!isNativeError(error) || error instanceof LogUnavailable) return error;
  if (error instanceof DatabaseError && !UNAVAILABLE.some((start) => error.code?.startsWith(start))) return error;
  const code = Object.getOwnPropertyDescriptor(error, 'code')?.value;
  // The original error repeats the address, including the password.
  if (code === 'ERR_INVALID_URL') return malformedDatabaseUrl();
  // A refused connection to a host with several addresses has a code but no message.
  const reason = error.message || String(code);

  return new LogUnavailable(`the event log's database does not answer: ${reason}`, { cause: error });
}

/** As `postgresError`, of a query that appends: AppendUnknown when Postgres may have run it. */
export function appendError(cause: unknown): unknown {
  const error = postgresError(cause);
  if (!(error instanceof LogUnavailable) || error === cause || cause instanceof DatabaseError) return error;

  return isNativeError(cause) && NEVER_SENT.test(`${Reflect.get(cause, 'code')} ${cause.message}`)
    ? error
    : new AppendUnknown(error.message, { cause });
}

/** Failures to connect. */
const NEVER_SENT =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|timeout exceeded when trying to connect|connection timeout|after calling end/;

export const malformedDatabaseUrl = (): Error =>
  new Error('DATABASE_URL is malformed: expected postgres://user:password@host:port/database');
