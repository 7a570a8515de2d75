import { gzipSync, brotliCompressSync } from 'node:zlib';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { createFetcher, type Fetcher, type FetchRequest } from './fetcher.ts';
import { serve, type Loopback } from './loopback.fixture.ts';

let server: Loopback;
let fetcher: Fetcher;
beforeAll(async () => {
  server = await serve((request, response) => (ROUTES[request.url ?? ''] ?? missing)(request, response));
  fetcher = createFetcher({ allowPrivate: true, userAgent: 'Earmark/0 (+test)', totalTimeoutMs: 1500 });
});
afterAll(async () => {
  await fetcher.close();
  await server.close();
});

describe('an answer', () => {
  it('has the body, the address and what a conditional request needs', async () => {
    expect(await get('/plain')).toMatchObject({
      status: 200,
      url: `${server.url}/plain`,
      permanentUrl: `${server.url}/plain`,
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from('hello'),
      etag: '"one"',
      lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT',
      notModified: false,
    });
  });
  it('is decompressed', async () => {
    expect((await get('/gzip')).body.toString()).toBe('hello');
    expect((await get('/brotli')).body.toString()).toBe('hello');
  });
  it('names our agent and what is accepted', async () => {
    const { body } = await get('/echo', { accept: 'text/vtt' });
    expect(JSON.parse(body.toString())).toMatchObject({ 'user-agent': 'Earmark/0 (+test)', accept: 'text/vtt' });
  });
  it('is not modified when the server says so to the etag or date that it gave', async () => {
    expect(await get('/plain', { etag: '"one"' })).toMatchObject({
      status: 304,
      notModified: true,
      body: Buffer.alloc(0),
    });
    expect(await get('/plain', { lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT' })).toMatchObject({ notModified: true });
  });
});

describe('redirects', () => {
  it('move the address for good with 301 and 308 only', async () => {
    expect(await get('/moved')).toMatchObject({ url: `${server.url}/plain`, permanentUrl: `${server.url}/plain` });
    expect(await get('/308')).toMatchObject({ url: `${server.url}/plain`, permanentUrl: `${server.url}/plain` });
    expect(await get('/302')).toMatchObject({ url: `${server.url}/plain`, permanentUrl: `${server.url}/302` });
    expect(await get('/307')).toMatchObject({ url: `${server.url}/plain`, permanentUrl: `${server.url}/307` });
  });
  it('move no further than to the first that is not for good', async () => {
    expect(await get('/301-to-302')).toMatchObject({ url: `${server.url}/plain`, permanentUrl: `${server.url}/302` });
    expect(await get('/302-to-301')).toMatchObject({
      url: `${server.url}/plain`,
      permanentUrl: `${server.url}/302-to-301`,
    });
  });
  it('are followed five times', async () => {
    expect((await get('/hop/5')).body.toString()).toBe('hello');
    await expect(get('/hop/6')).rejects.toMatchObject({ kind: 'too-many-redirects' });
  });
  it('in a circle are refused', async () => {
    await expect(get('/circle')).rejects.toMatchObject({ kind: 'too-many-redirects' });
  });
  it('to nowhere or to a file are refused', async () => {
    await expect(get('/nowhere')).rejects.toMatchObject({ kind: 'broken' });
    await expect(get('/to-file')).rejects.toMatchObject({ kind: 'broken' });
  });
});

describe('an error of the server', () => {
  it.each([
    [401, 'password'],
    [403, 'password'],
    [404, 'not-found'],
    [410, 'gone'],
    [418, 'broken'],
    [429, 'down'],
    [500, 'down'],
    [503, 'down'],
    [304, 'broken'],
  ])('for status %i is «%s»', async (status, kind) => {
    await expect(get(`/status/${status}`)).rejects.toMatchObject({ kind });
  });
  it('says how long the server wants to be left alone', async () => {
    await expect(get('/status/503')).rejects.toMatchObject({ retryAfterSeconds: 120 });
  });
  it('for a body that is too large comes from its length, and else while it streams', async () => {
    await expect(get('/plain', { maxBytes: 4 })).rejects.toMatchObject({ kind: 'too-large' });
    await expect(get('/endless', { maxBytes: 100_000 })).rejects.toMatchObject({ kind: 'too-large' });
  });
  it('for a small body that grows when it is decompressed is too large', async () => {
    await expect(get('/bomb', { maxBytes: 1_000_000 })).rejects.toMatchObject({ kind: 'too-large' });
  });
  it('for a body or headers that do not come to an end is slow', async () => {
    await expect(get('/slow-body')).rejects.toMatchObject({ kind: 'slow' });
    await expect(get('/silent')).rejects.toMatchObject({ kind: 'slow' });
  });
  it('for a body that never ends is slow, also for a caller who may leave and after a garbage collection', async () => {
    const answers = Promise.allSettled([get('/trickle', { signal: new AbortController().signal })]);
    await collectGarbage();
    expect(await answers).toMatchObject([{ reason: { kind: 'slow' } }]);
  });
  it('is the reason of the caller who no longer wants it, as soon as they say so', async () => {
    const [reason, leaving] = [new Error('no longer wanted'), new AbortController()];
    const slow = ['/silent', '/slow-body'].map(async (path) => get(path, { signal: leaving.signal }));
    const answers = Promise.allSettled(slow);
    await get('/plain');
    leaving.abort(reason);
    expect(await answers).toEqual(slow.map(() => ({ status: 'rejected', reason })));
    await expect(get('/plain', { signal: leaving.signal })).rejects.toBe(reason);
  });
  it('for a connection that breaks off or is not taken is down, never not found', async () => {
    await expect(get('/reset')).rejects.toMatchObject({ kind: 'down' });
    await expect(get('/half')).rejects.toMatchObject({ kind: 'down' });
    const gone = await serve(missing);
    await gone.close();
    await expect(fetcher.get(gone.url, { maxBytes: 100 })).rejects.toMatchObject({ kind: 'down' });
    await expect(fetcher.get('http://name.invalid/', { maxBytes: 100 })).rejects.toMatchObject({ kind: 'down' });
  });
  it('for what cannot be decompressed is broken', async () => {
    await expect(get('/no-gzip')).rejects.toMatchObject({ kind: 'broken' });
    await expect(get('/odd-encoding')).rejects.toMatchObject({ kind: 'broken' });
  });
  it('for an address that is not of the web comes before anything is sent', async () => {
    for (const url of [
      'file:///etc/passwd',
      'ftp://example.org/',
      'javascript:alert(1)',
      'data:text/plain,x',
      'example',
      '',
    ])
      await expect(fetcher.get(url, { maxBytes: 100 })).rejects.toMatchObject({ kind: 'address-refused' });
  });
});

describe('private addresses', () => {
  it('are refused as a literal, in any writing, and as a name that leads there', async () => {
    const careful = createFetcher({ allowPrivate: false, userAgent: 'Earmark/0' });
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0'])
      await expect(careful.get(`http://${host}:${server.port}/plain`, { maxBytes: 100 })).rejects.toMatchObject({
        kind: 'address-refused',
      });
    await careful.close();
  });
});

const get = (path: string, options: Partial<FetchRequest> = {}) =>
  fetcher.get(server.url + path, { maxBytes: 1_000_000, ...options });

type Route = (request: IncomingMessage, response: ServerResponse) => void;
const missing: Route = (request, response) => {
  const status = /^\/status\/(\d+)$/.exec(request.url ?? '')?.[1];
  const hops = Number(/^\/hop\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
  if (hops > 0) response.writeHead(302, { location: hops === 1 ? '/plain' : `/hop/${hops - 1}` }).end();
  else response.writeHead(Number(status ?? 404), { 'retry-after': '120' }).end(status === '304' ? undefined : 'sorry');
};
const redirect =
  (status: number, location?: string): Route =>
  (_request, response) =>
    void response.writeHead(status, location === undefined ? {} : { location }).end();
const send =
  (headers: Record<string, string>, body: string | Buffer): Route =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body);

const ROUTES: Record<string, Route> = {
  '/plain': (request, response) => {
    const known = request.headers['if-none-match'] === '"one"' || request.headers['if-modified-since'] !== undefined;
    const headers = { etag: '"one"', 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT', 'content-type': 'text/plain' };
    if (known) response.writeHead(304, headers).end();
    else response.writeHead(200, { ...headers, 'content-length': '5' }).end('hello');
  },
  '/echo': (request, response) => void response.end(JSON.stringify(request.headers)),
  '/gzip': send({ 'content-encoding': 'gzip' }, gzipSync('hello')),
  '/brotli': send({ 'content-encoding': 'br' }, brotliCompressSync('hello')),
  '/no-gzip': send({ 'content-encoding': 'gzip' }, 'hello'),
  '/odd-encoding': send({ 'content-encoding': 'compress' }, 'hello'),
  '/bomb': send({ 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50_000_000))),
  '/moved': redirect(301, '/plain'),
  '/302': redirect(302, '/plain'),
  '/307': redirect(307, '/plain'),
  '/308': redirect(308, '/plain'),
  '/301-to-302': redirect(301, '/302'),
  '/302-to-301': redirect(302, '/moved'),
  '/circle': redirect(302, '/circle'),
  '/nowhere': redirect(302),
  '/to-file': redirect(302, 'file:///etc/passwd'),
  '/endless': (_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(20_000)));
    };
    response.on('drain', more);
    more();
  },
  '/trickle': (_request, response) => {
    const dripping = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(dripping));
  },
  '/slow-body': (_request, response) => void response.writeHead(200).write('begin'),
  '/silent': () => undefined,
  '/reset': (request) => void request.socket.destroy(),
  '/half': (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('begin', () => request.socket.destroy());
  },
};
