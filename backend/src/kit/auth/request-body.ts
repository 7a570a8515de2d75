import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { JsonRefused, parseJson } from '../json-text.ts';
import { Rejected } from '../rejected.ts';
import { MAX_BODY_BYTES } from '../../config.ts';

/** A call that everybody may make carries a user name and a password, or nothing. */
const MAX_PUBLIC_KB = 16;
const isMultipart = (contentType = ''): boolean => /^\s*multipart\//i.test(contentType);

/** Limits the bytes after decompression. */
const file = express.raw({
  limit: MAX_BODY_BYTES,
  type: (request) => !isMultipart(request.headers['content-type']),
});
// The guard has already checked the content type.
const json = express.raw({ limit: MAX_BODY_BYTES, type: () => true });
const publicJson = express.raw({ limit: MAX_PUBLIC_KB * 1024, inflate: false, type: () => true });

/** `file`: any content type. `public`: JSON from everybody. */
export type BodyKind = 'file' | 'json' | 'public';

/**
 * Reads the body of an unsafe call into `request.body`: parsed JSON, `{}` without a body; or, for a file, a Buffer
 * (empty without a body), and nothing for multipart. Throws Rejected, and the body parser's errors.
 */
export async function readBody(request: Request, response: Response, kind: BodyKind): Promise<void> {
  const contentType = request.get('content-type');
  if (kind === 'file') {
    await finished(file, request, response);
    if (!isMultipart(contentType)) request.body ??= Buffer.alloc(0);
    return;
  }

  if (/charset\s*=\s*(?!"?utf-?8\b)/i.test(contentType ?? ''))
    throw new Rejected('invalid', 'The encoding of the body is not supported. Send UTF-8.');
  await finished(kind === 'public' ? publicJson : json, request, response).catch((error: unknown) => {
    throw kind === 'public' && TooLarge.safeParse(error).success
      ? new Rejected('too-large', `The request is too large: this call takes at most ${MAX_PUBLIC_KB} kB.`)
      : error;
  });
  request.body = Buffer.isBuffer(request.body) && request.body.length > 0 ? jsonOf(request.body) : {};
}

const TooLarge = z.object({ type: z.literal('entity.too.large') });

function jsonOf(bytes: Buffer): unknown {
  try {
    const value = parseJson(new TextDecoder().decode(bytes));
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (error instanceof JsonRefused) throw new Rejected('invalid', error.message);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Rejected('invalid', 'The body is not valid JSON.');
}

/** Compressed bytes that cannot be decompressed. */
const Undecodable = z.object({ code: z.string().regex(/^(Z_|ERR_)/), statusCode: z.literal(400) });

const finished = (parse: RequestHandler, request: Request, response: Response) =>
  new Promise<void>((resolve, reject) => {
    void parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else if (Undecodable.safeParse(error).success)
        reject(new Rejected('invalid', 'The body could not be decompressed.'));
      else reject(error);
    });
  });
