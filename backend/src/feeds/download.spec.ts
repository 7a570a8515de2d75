import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import { createFetcher, type Fetcher } from './fetcher.ts';

let stubs: Stubs;
let fetcher: Fetcher;
beforeAll(async () => {
  stubs = await openStubs();
  fetcher = createFetcher({ allowPrivate: true, userAgent: 'Earmark/0', totalTimeoutMs: 300 });
});
afterEach(() => stubs.fail('/audio/*', null));
afterAll(async () => {
  await fetcher.close();
  await stubs.close();
});

const download = async (url: string, maxBytes = 1_000_000, waitMs = 0, from = fetcher) => {
  const { body } = await from.download(url, { maxBytes, accept: 'audio/*', signal: new AbortController().signal });
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (waitMs > 0) await pause(waitMs);
  }

  return bytes;
};

it('survives a host that closes the connection while the body is read slowly', async () => {
  const content = Buffer.alloc(300_000, 97);
  const host: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\nConnection: close\r\n\r\n`);
      socket.end(content);
    });
  });
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  const { port } = host.address() as AddressInfo;
  expect(await download(`http://127.0.0.1:${port}/a.mp3`, 1_000_000, 20)).toBe(content.length);
  await new Promise((resolve) => host.close(resolve));
});

it.each([
  ['is larger than allowed', {}, 'too-large', 1000],
  ['is not there', { status: 404 }, 'not-found', 1_000_000],
  ['breaks off', { connection: 'truncated' as const }, 'down', 1_000_000],
  ['never begins', { connection: 'silent' as const }, 'slow', 1_000_000],
  ['leads elsewhere', { status: 302, headers: { location: 'file:///etc/passwd' } }, 'broken', 1_000_000],
])('says that the file %s', async (_, fault, kind, maxBytes) => {
  if (Object.keys(fault).length > 0) stubs.fail('/audio/*', fault);
  await expect(download(`${stubs.url}/audio/12-seconds.mp3`, maxBytes)).rejects.toMatchObject({ kind });
});

it('reads nothing from private networks, also not by a redirect', async () => {
  const closed = createFetcher({ allowPrivate: false, userAgent: 'Earmark/0' });
  for (const address of [stubs.url, stubs.url.replace('127.0.0.1', 'localhost')])
    await expect(download(`${address}/audio/1.wav`, 1000, 0, closed)).rejects.toMatchObject({
      kind: 'address-refused',
    });
  await closed.close();
  stubs.fail('/audio/1.wav', { status: 302, headers: { location: '/audio/2-seconds.mp3' } });
  expect(await download(`${stubs.url}/audio/1.wav`)).toBe(8064);
  stubs.fail('/audio/1.wav', null);
});
