import type { Request } from 'express';
import multer from 'multer';
import { MAX_BODY_BYTES } from '../config.ts';
import { Rejected } from './rejected.ts';

const upload = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: MAX_BODY_BYTES, files: 1, parts: 20 },
}).any();

/**
 * The bytes of a raw body, or of the file in a multipart form. Throws Rejected: `too-large`; `invalid` when there is no
 * file.
 */
export async function uploadedFile(request: Request): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) {
    if (request.body.length === 0) throw new Rejected('invalid', 'The file is empty.');
    return request.body;
  }
  await new Promise<void>((resolve, reject) => {
    upload(request, request.res!, (error: unknown) => {
      if (!error) resolve();
      else if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE')
        reject(new Rejected('too-large', 'The file is larger than 10 MB.'));
      else reject(new Rejected('invalid', 'The form could not be read: send one file as multipart/form-data.'));
    });
  });
  const file = Array.isArray(request.files) ? request.files[0] : undefined;
  if (!file || file.size === 0) throw new Rejected('invalid', 'The form contains no file, or an empty one.');

  return file.buffer;
}
