/** The embedded Postgres is unavailable; the message is one sentence that says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The `code` of a system or database error (`ENOENT`, `57P03`), null when the value has none. */
export function codeOf(error: unknown): string | null {
  // Not `instanceof Error`: inside Jest the errors of Node's own modules come from another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
}

const noSpace = (folder: string) => `There is no space left on the disk that holds ${folder}.`;
const DATABASE_DISK_FULL = '53100';
const FULL_DISK = /No space left on device|Disk quota exceeded/;

/** The sentence for a full disk when the output of a Postgres program reports one, otherwise null. */
export function fullDiskIn(output: string, folder: string): string | null {
  return FULL_DISK.test(output) ? noSpace(folder) : null;
}

/** Turns a file-system or database error into an EmbeddedPostgresError; returns errors that users cannot fix unchanged. */
export function readable(error: unknown, folder: string): unknown {
  if (error instanceof EmbeddedPostgresError) return error;

  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case DATABASE_DISK_FULL:
      return new EmbeddedPostgresError(noSpace(folder), { cause: error });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EmbeddedPostgresError(
        `Earmark may not use the folder ${folder} (${messageOf(error)}); give it to the user that runs Earmark or set DATA_DIR.`,
        { cause: error },
      );
    case 'ENOENT':
      // A missing file is reported elsewhere.
      if (!isMkdir(error)) return error;
    // The parent exists but allows no new folders, like /proc.
    // falls through
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresError(
        `The data folder ${folder} cannot be created (${messageOf(error)}); choose another DATA_DIR.`,
        { cause: error },
      );
    default:
      return saidByDatabase(error) ?? error;
  }
}

const isMkdir = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === 'mkdir';

function saidByDatabase(error: unknown): EmbeddedPostgresError | null {
  // An SQLSTATE has five characters and, unlike a system error code, a digit.
  if (!/^(?=.*\d)[0-9A-Z]{5}$/.test(codeOf(error) ?? '')) return null;
  return new EmbeddedPostgresError(`Postgres cannot serve Earmark: ${messageOf(error)}.`, { cause: error });
}
