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
    await app.accounts.create({ username: role, password: 'x', role });
    const browser = new Browser(app.url);
    await browser.login(role, 'x');
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

describe('the context of a change', () => {
  it('records the actor, the correlation id and the reason', async () => {
    const correlationId = '0197A000-0000-7000-8000-000000000001';
    const reason = 'the guest’s name is Zoë';
    const { body } = await post({ 'x-correlation-id': correlationId, 'x-reason': encodeURIComponent(reason) });
    const account = await app.accounts.findByUsername('admin');

    expect(body.by).toEqual({
      actor: { kind: 'account', id: account?.id, name: 'admin', role: 'admin' },
      correlationId: correlationId.toLowerCase(),
      reason,
    });
  });

  it('gets a new correlation id and no reason when the caller sends nothing usable', async () => {
    const { body } = await post({ 'x-correlation-id': 'mine', 'x-reason': '  ' });

    expect(body.by).toMatchObject({ correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/), reason: null });
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
