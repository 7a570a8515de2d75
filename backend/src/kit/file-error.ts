import { z } from 'zod';
import { Rejected } from './rejected.ts';

/** Not `instanceof Error`: inside Jest the errors of Node's own modules come from another realm. */
const FileError = z.object({ code: z.string(), path: z.string().optional() });

/** Why a file could not be used, as Rejected `invalid` where a person can do something about it; else the error as it is. */
export function readableFileError(error: unknown, path: string): unknown {
  switch (FileError.safeParse(error).data?.code) {
    case 'ENOENT':
      return new Rejected('invalid', `There is no file or folder ${path}.`);
    case 'ENOTDIR':
    case 'EEXIST':
      return new Rejected('invalid', `${path} does not lie in a folder.`);
    case 'EISDIR':
      return new Rejected('invalid', `${path} is a folder; name a file.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Rejected('invalid', `${path} may not be used by this user.`);
    default:
      return error;
  }
}
