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
  'StreamDeleted',
  'UnreadableEvent',
  'UsageError',
]);

/** SQL states: a wrong password, an unknown database, no way for this user to sign in. */
const NOT_LET_IN = /^(28P01|3D000|28000)$/;
const NO_PRIVILEGE = '42501';
const NOT_IN_ENCODING = '22P05';
/** A certificate that Node does not accept; see its documentation, "X509 certificate error codes". */
const CERTIFICATE = /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+)$/;
/** `pg` throws it without a code. */
const NO_TLS = 'The server does not support SSL connections';

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
  const unusable = `The database cannot be used: ${error.message || code}.`;
  if (code === NO_PRIVILEGE) return `${unusable} Make the user in DATABASE_URL the owner of the database.`;
  if (code === NOT_IN_ENCODING)
    return `${unusable} Name a database in DATABASE_URL that was created with encoding 'UTF8'.`;
  if (CERTIFICATE.test(code) || error.message === NO_TLS)
    return `${unusable} Look at sslmode and sslrootcert in DATABASE_URL.`;
  if (outageOf(error) === 'database-down' || NOT_LET_IN.test(code)) return `${unusable} Look at DATABASE_URL.`;

  return error.stack ?? error.message;
}
