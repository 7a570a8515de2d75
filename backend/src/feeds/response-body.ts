import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { FetchError } from './fetch-error.ts';

/** Closes a connection whose body is not needed, ignoring errors while it closes. */
export function discard({ body }: { readonly body: Readable }): void {
  body.on('error', () => undefined);
  body.destroy();
}

/**
 * The decompressed body. Throws FetchError when it is too large or in a compression that nobody asked for, else what
 * broke.
 */
export async function readBody(
  response: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>>,
  url: URL,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const tooLarge = (): FetchError =>
    new FetchError(
      'too-large',
      `The answer of ${url.host} is larger than the limit of ${Math.round(maxBytes / 1_000_000)} MB.`,
    );
  const decoder = decoderFor(headers['content-encoding'] ?? '');
  if (decoder === undefined || Number(headers['content-length'] ?? 0) > maxBytes) {
    discard(response);
    throw decoder === undefined
      ? new FetchError('broken', `${url.host} uses a compression that we did not request.`)
      : tooLarge();
  }

  const bounded = async function* (source: AsyncIterable<Buffer>) {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      yield chunk;
    }
  };
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of bounded(source)) chunks.push(chunk);
  };
  try {
    if (decoder === null) await pipeline(response.body, collect, { signal });
    else await pipeline(response.body, bounded, decoder, collect, { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }

  return Buffer.concat(chunks);
}

/** Null when nothing is compressed, undefined when no decoder is known. */
function decoderFor(encoding: string) {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'deflate') return createInflate();
  if (name === 'br') return createBrotliDecompress();

  return undefined;
}
