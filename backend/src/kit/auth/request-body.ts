import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { wellFormed } from '../well-formed.ts';

const LIMIT = '10mb';
const isMultipart = (contentType = ''): boolean => /^\s*multipart\//i.test(contentType);

/** Matches bodies with an escape that may be a lone surrogate. */
const escaped = new WeakSet<IncomingMessage>();
// The guard has already checked the content type.
const json = express.json({
  limit: LIMIT,
  type: () => true,
  verify: (request, _response, body) => {
    if (body.includes('\\ud') || body.includes('\\uD')) escaped.add(request);
  },
});
const raw = express.raw({ limit: LIMIT, type: (request) => !isMultipart(request.headers['content-type']) });

/**
 * Reads the body of an unsafe call into `request.body`: parsed JSON, `{}` without a body; or, for any content type,
 * a Buffer (empty without a body), and nothing for multipart. Throws the body parser's errors.
 */
export async function readBody(request: Request, response: Response, anyContentType: boolean): Promise<void> {
  await finished(anyContentType ? raw : json, request, response);
  if (anyContentType && isMultipart(request.get('content-type'))) return;

  request.body ??= anyContentType ? Buffer.alloc(0) : {};
  if (escaped.has(request)) request.body = wellFormed(request.body);
}

const finished = (parse: RequestHandler, request: Request, response: Response) =>
  new Promise<void>((resolve, reject) => {
    void parse(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
