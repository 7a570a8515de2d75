import { z } from 'zod';
import { Rejected } from './rejected.ts';

/** Does not use `instanceof Error`: inside Jest, the errors of Node's own modules come from another realm. */
const FileError = z.object({ code: z.string(), path: z.string().optional() });

/** For errors of file calls. */
export const isMissing = (error: unknown): boolean => FileError.safeParse(error).data?.code === 'ENOENT';

/** Rejected `invalid` when a person can fix why the file could not be used; any other error unchanged. */
export function readableFileError(error: unknown, path: string): unknown {
  switch (FileError.safeParse(error).data?.code) {
    case 'ENOENT':
      return new Rejected('invalid', `There is no file or folder ${path}.`);
    case 'ENOTDIR':
    case 'EEXIST':
      return new Rejected('invalid', `${path} is not in a folder.`);
    case 'EISDIR':
      return new Rejected('invalid', `${path} is a folder. Give the name of a file.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Rejected('invalid', `You do not have permission to use ${path}.`);
    default:
      return error;
  }
}
