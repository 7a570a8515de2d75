import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Context } from '@earmark/contracts/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import { AnyContentType, HasEffects, Public, Roles } from '../kit/auth/access.decorators.ts';
import { By, Viewer } from '../kit/auth/by.decorators.ts';
import type { SignedIn } from '../kit/auth/signed-in.ts';
import { startAccountsApp, type AccountsApp } from '../testing/accounts-app.ts';
import { Browser, type Answer, type CallHeaders } from '../testing/browser.ts';

const Numbered = z.object({ n: z.number() });

@Controller('api')
class Routes {
  @Get('open')
  open(@Viewer() viewer: SignedIn | null) {
    return { viewer };
  }

  @Post('closed')
  @HttpCode(200)
  closed(@Body({ schema: Numbered }) body: z.infer<typeof Numbered>, @By() by: Context) {
    return { body, by };
  }

  @Delete('closed')
  remove() {
    return {};
  }

  @Post('analysts')
  @HttpCode(200)
  @Roles('analyst')
  analysts() {
    return {};
  }

  @Post('open')
  @HttpCode(200)
  @Public()
  openPost() {
    return {};
  }

  @Post('file')
  @HttpCode(200)
  @AnyContentType()
  file(@Body() body: unknown) {
    return { text: Buffer.isBuffer(body) ? body.toString() : null };
  }

  @Get('start')
  @HasEffects()
  start() {
    return {};
  }

  @Get('admin/secret')
  secret() {
    return {};
  }
}

let app: AccountsApp;
const signedIn = new Map<string, Browser>();

beforeAll(async () => {
  app = await startAccountsApp([Routes], { behindProxy: true });
  for (const role of ['admin', 'analyst', 'reader'] as const) {
    await app.accounts.create({ username: role, password: 'teal otters swim', role });
    const browser = new Browser(app.url);
    await browser.login(role, 'teal otters swim');
    signedIn.set(role, browser);
  }
});
afterAll(() => app.close());

describe('access', () => {
  it.each([
    ['GET', '/api/open', [200, 200, 200, 200]],
    ['GET', '/api/admin/secret', [401, 403, 403, 200]],
    ['HEAD', '/api/admin/secret', [401, 403, 403, 200]],
    ['GET', '/API/Admin/secret/', [401, 403, 403, 200]],
    ['DELETE', '/api/closed', [401, 403, 403, 200]],
    ['POST', '/api/analysts', [401, 403, 200, 200]],
    ['POST', '/api/open', [200, 200, 200, 200]],
    ['GET', '/api/start', [401, 403, 403, 200]],
  ])('answers %s %s to visitor, reader, analyst, admin with %j', async (method, path, statuses) => {
    const answers = [];
    for (const who of ['visitor', 'reader', 'analyst', 'admin'])
      answers.push(await as(who).call(method, path, undefined, { origin: app.url }));

    expect(answers.map(({ status }) => status)).toEqual(statuses);
  });

  it('says which sign-in or role is missing', async () => {
    const visitor = await as('visitor').call('GET', '/api/admin/secret');
    const reader = await as('reader').call('POST', '/api/analysts');

    expect(visitor.body).toMatchObject({ code: 'not-signed-in', detail: 'Sign in to do this.' });
    expect(reader.body).toMatchObject({
      code: 'role-missing',
      detail: 'This needs the role analyst or admin, but reader has the role reader.',
    });
  });

  it('is checked before the body: site, then account, then role, then size, then schema', async () => {
    const large = `{"n": "${'x'.repeat(11_000_000)}"}`;
    const elsewhere = { origin: 'https://evil.example' };
    const outcomes = [
      await as('visitor').call('POST', '/api/closed', large, elsewhere),
      await as('visitor').call('POST', '/api/closed', large),
      await as('reader').call('POST', '/api/closed', large),
      await as('admin').call('POST', '/api/closed', large),
      await as('admin').call('POST', '/api/closed', '{"n": '),
      await as('admin').call('POST', '/api/closed', { n: 'x' }),
    ];

    expect(outcomes.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'cross-site'],
      [401, 'not-signed-in'],
      [403, 'role-missing'],
      [413, 'too-large'],
      [400, 'invalid'],
      [400, 'invalid'],
    ]);
  });

  it('answers an unknown route as a problem', async () => {
    const answer = await as('visitor').call('GET', '/api/nothing?x=1');

    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'not-found', detail: 'There is nothing at GET /api/nothing.' });
  });
});

describe('a call with effects', () => {
  const from = (headers: CallHeaders) => post({ origin: null, ...headers });

  it('passes when a page of this site sends it', async () => {
    expect(await statusOf(from({ 'sec-fetch-site': 'same-origin' }))).toBe(200);
    expect(await statusOf(from({ 'sec-fetch-site': 'none' }))).toBe(200);
    expect(await statusOf(from({ origin: app.url }))).toBe(200);
    expect(await statusOf(from({ 'sec-fetch-site': 'same-origin', origin: app.url }))).toBe(200);
    expect(await statusOf(from({ origin: 'https://earmark.example', 'x-forwarded-host': 'Earmark.example:443' }))).toBe(
      200,
    );
    expect(await statusOf(from({ referer: `${app.url}/admin` }))).toBe(200);
  });

  it('is refused from another site, and with cookies but no origin', async () => {
    const refused: CallHeaders[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: app.url },
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'none', origin: 'https://evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://earmark.example.evil.example', 'x-forwarded-host': 'earmark.example' },
      { origin: 'http://earmark.example:8080', 'x-forwarded-host': 'earmark.example' },
      { referer: 'https://evil.example/form' },
      {},
    ];

    for (const headers of refused) expect((await from(headers)).body.code).toBe('cross-site');
  });

  it('passes without cookies and without those headers, since no browser sent it', async () => {
    const call = as('visitor').call('POST', '/api/open', {}, { origin: null });

    expect(await statusOf(call)).toBe(200);
  });

  it('is refused as a form, which other sites can send', async () => {
    const form = await post({ 'content-type': 'application/x-www-form-urlencoded' });
    const text = await post({ 'content-type': 'text/plain; charset=application/json' });

    expect([form, text].map(({ status, body }) => [status, body.detail])).toEqual([
      [403, 'Send the body as application/json.'],
      [403, 'Send the body as application/json.'],
    ]);
    expect(await statusOf(post({ 'content-type': 'application/json; charset=utf-8' }))).toBe(200);
  });

  it('may have any content type where the route says so, but not from another site', async () => {
    const file = (headers: CallHeaders) =>
      as('admin').call('POST', '/api/file', 'WEBVTT', { 'content-type': 'text/vtt', ...headers });

    expect((await file({})).body).toEqual({ text: 'WEBVTT' });
    expect((await file({ 'content-type': 'multipart/form-data; boundary=b' })).body).toEqual({ text: null });
    expect((await file({ origin: 'https://evil.example' })).status).toBe(403);
  });

  it('is checked when it is a GET that starts something', async () => {
    const start = (headers: CallHeaders) => as('admin').call('GET', '/api/start', undefined, headers);

    expect(await statusOf(start({ 'sec-fetch-site': 'cross-site' }))).toBe(403);
    expect(await statusOf(start({}))).toBe(403);
    expect(await statusOf(start({ 'sec-fetch-site': 'same-origin' }))).toBe(200);
  });
});

describe('a body', () => {
  const send = (who: string, path: string, body: Uint8Array | string, headers: Record<string, string> = {}) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: {
        origin: app.url,
        'content-type': 'application/json',
        cookie: as(who).sessionCookie,
        ...headers,
      },
      body,
    });
  const problem = async (answer: Promise<Response>) => {
    const { status, body } = await answer.then(async (it) => ({ status: it.status, body: await it.json() }));
    return [status, z.object({ detail: z.string() }).parse(body).detail];
  };
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
  const gzip = { 'content-encoding': 'gzip' };

  it('from everybody has a few kB and is not compressed', async () => {
    expect(await problem(send('visitor', '/api/open', `{"n": "${'x'.repeat(20_000)}"}`))).toEqual([
      413,
      'The request is too large: this call takes at most 16 kB.',
    ]);
    expect(await problem(send('visitor', '/api/open', gzipSync(deep), gzip))).toEqual([
      400,
      'The encoding of the body is not supported. Send UTF-8, uncompressed.',
    ]);
    expect((await send('visitor', '/api/open', '{"n": 1}')).status).toBe(200);
  });

  it('is refused before it is parsed when it is nested too deeply, compressed or not', async () => {
    const refused = [400, 'The JSON is nested more than 64 levels deep.'];
    expect(await problem(send('visitor', '/api/open', '['.repeat(10_000)))).toEqual(refused);
    expect(await problem(send('admin', '/api/closed', deep))).toEqual(refused);
    expect(await problem(send('admin', '/api/closed', gzipSync(deep), gzip))).toEqual(refused);
    const surrogate = `${'{"a":'.repeat(5_000)}"\\ud800"${'}'.repeat(5_000)}`;
    expect(await problem(send('admin', '/api/closed', surrogate))).toEqual(refused);
  });

  it('has its limit after decompression', async () => {
    const bomb = gzipSync(`{"n": "${'x'.repeat(11_000_000)}"}`);
    expect(await problem(send('admin', '/api/closed', bomb, gzip))).toEqual([413, expect.stringContaining('10 MB')]);
    const known = await send('admin', '/api/closed', brotliCompressSync('{"n": 1}'), { 'content-encoding': 'br' });
    expect(await known.json()).toMatchObject({ body: { n: 1 } });
  });

  it.each(['br', 'gzip', 'deflate'])('of junk in %s is refused', async (encoding) => {
    expect(await problem(send('admin', '/api/closed', 'junk', { 'content-encoding': encoding }))).toEqual([
      400,
      'The body could not be decompressed.',
    ]);
  });

  it.each(['1', 'null', '"x"', '{"n":'])('of %s is not valid JSON for a call', async (body) => {
    expect(await problem(send('admin', '/api/closed', body))).toEqual([400, 'The body is not valid JSON.']);
  });

  it('must be UTF-8', async () => {
    const type = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` });
    expect((await send('admin', '/api/closed', '{"n": 1}', type('latin1'))).status).toBe(400);
    expect((await send('admin', '/api/closed', '{"n": 1}', type('"UTF-8"'))).status).toBe(200);
  });
});

describe('the context of a change', () => {
  it('records the actor, the reason and a new correlation id, whichever the caller sends', async () => {
    const theirs = '0197a000-0000-7000-8000-000000000001';
    const reason = 'the guest’s name is Zoë';
    const { body } = await post({ 'x-correlation-id': theirs, 'x-reason': encodeURIComponent(reason) });
    const account = await app.accounts.findByUsername('admin');

    expect(body.by).toEqual({
      actor: { kind: 'account', id: account?.id, name: 'admin', role: 'admin' },
      correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reason,
    });
    expect(body.by).not.toMatchObject({ correlationId: theirs });
  });

  it('has no reason when the caller sends a blank one', async () => {
    expect((await post({ 'x-reason': '  ' })).body.by).toMatchObject({ reason: null });
  });

  it('takes a reason literally when it is not percent-encoded', async () => {
    expect((await post({ 'x-reason': '100% sure' })).body.by).toMatchObject({ reason: '100% sure' });
  });

  it('refuses a reason that is too long', async () => {
    expect(await statusOf(post({ 'x-reason': 'x'.repeat(1001) }))).toBe(400);
  });
});

const as = (who: string): Browser => signedIn.get(who) ?? new Browser(app.url);
const post = (headers: CallHeaders): Promise<Answer> => as('admin').call('POST', '/api/closed', { n: 1 }, headers);
const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status;
