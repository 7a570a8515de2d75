import { outageOf } from '@earmark/backend/kit/outage';

const PLAIN = new Set([
  'AppendUnknown',
  'ConfigError',
  'EmbeddedPostgresError',
  'ForeignBuild',
  'ForeignLog',
  'LogUnavailable',
  'MalformedEvent',
  'ProjectionFailed',
  'Rejected',
  'UsageError',
]);

/** One sentence for our own and well-known errors, the stack for a bug. */
export function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (outageOf(error) === 'full-disk')
    return 'The disk is full. Free some space and start again; nothing acknowledged is lost.';
  // Malformed addresses: the adapters name the setting without its value, which may contain a password.
  if (PLAIN.has(error.name) || /^(DATABASE_URL|EVENTSTORE_URL) /.test(error.message)) return error.message;
  if (code === 'ERR_INVALID_URL')
    return 'DATABASE_URL is malformed: expected postgres://user:password@host:port/database';
  if (code === 'EADDRINUSE') return `${error.message}. Another program uses this port; set PORT to a different one.`;
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return `${error.message}. Set PORT to one above 1023.`;
  if (outageOf(error) === 'database-down' || /^(28P01|3D000|28000)$/.test(code))
    return `The database cannot be used: ${error.message || code}. Look at DATABASE_URL.`;

  return error.stack ?? error.message;
}
