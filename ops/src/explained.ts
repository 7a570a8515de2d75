const PLAIN = new Set(['ConfigError', 'EmbeddedPostgresError', 'LogUnavailable', 'Rejected', 'UsageError']);

/** One sentence for a person where the error is one of ours or well known, the stack where it is a bug. */
export function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (PLAIN.has(error.name)) return error.message;
  if (code === 'EADDRINUSE') return `${error.message}. Another program uses this port: set PORT to another one.`;
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') return `${error.message}. Set PORT to one above 1023.`;
  if (/^(ECONNREFUSED|ENOTFOUND|28P01|3D000|28000)$/.test(code))
    return `The database cannot be used: ${error.message || code}. Look at DATABASE_URL.`;
  if (code === '53100' || code === 'ENOSPC') return 'The disk is full. Free some space and start again; nothing acknowledged is lost.';

  return error.stack ?? error.message;
}
