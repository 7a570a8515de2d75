import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileRef } from '@earmark/contracts/files';
import type { Response } from 'express';
import { untilGone } from '../kit/download.ts';

const EXTENSIONS: readonly (readonly [RegExp, string])[] = [
  [/json/, 'json'],
  [/vtt/, 'vtt'],
  [/srt|subrip/, 'srt'],
  [/html/, 'html'],
  [/text/, 'txt'],
];

/** Sends a stored file to be saved: no browser may show it, since a service or a publisher wrote it. */
export async function sendRawAnswer(
  response: Response,
  { name, bytes, contentType }: FileRef & { readonly name: string },
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const extension = EXTENSIONS.find(([type]) => type.test(contentType))?.[1] ?? 'bin';
  response.attachment(`${name}.${extension}`);
  response.set({
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(bytes),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  await untilGone(async () => pipeline(Readable.from(content), response));
}
