import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAccountsApp, type AccountsApp } from '../testing/accounts-app.ts';
import { Browser } from '../testing/browser.ts';

let app: AccountsApp;
const visitor = () => new Browser(app.url);

beforeAll(async () => {
  app = await startAccountsApp();
  await app.accounts.create({ username: 'Ada', password: 'correct horse', role: 'admin' });
  await app.accounts.create({ username: 'gone', password: 'correct horse', role: 'admin' });
  await app.pool.query(`update app.account set disabled_at = now() where username = 'gone'`);
});
afterAll(() => app.close());

describe('log-in', () => {
  it('answers with the user and never with the password or its hash', async () => {
    const answer = await visitor().login('ada', 'correct horse');

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ user: { username: 'ada', role: 'admin' } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('takes the user name in any case', async () => {
    expect((await visitor().login(' ADA ', 'correct horse')).status).toBe(200);
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const [cookie = ''] = (await visitor().login('ada', 'correct horse')).headers.getSetCookie();

    expect(cookie).toMatch(/^earmark\.sid=/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).toMatch(/; HttpOnly(;|$)/);
    expect(cookie).toMatch(/; SameSite=Lax(;|$)/);
    expect(cookie).not.toMatch(/Secure/);
    expect(cookie).toMatch(/; Expires=/);
  });

  it('gives the same answer for a wrong password, an unknown user and a disabled account', async () => {
    const answers = [
      await visitor().login('ada', 'wrong'),
      await visitor().login('nobody', 'correct horse'),
      await visitor().login('gone', 'correct horse'),
      await visitor().login('nobody\0', 'correct horse'),
    ];

    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.text).toBe(answers[0]?.text);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(answers[0]?.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answers[0]?.body).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      detail: 'The user name or password is wrong.',
      code: 'wrong-password',
    });
  });

  it('names the field that is missing or malformed', async () => {
    const missing = await visitor().call('POST', '/api/auth/login', { username: 'ada' });
    const empty = await visitor().login('', 'x');
    const nothing = await visitor().call('POST', '/api/auth/login');

    expect([missing, empty, nothing].map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [400, 'invalid']),
    );
    expect(missing.body.detail).toBe('The field "password" is missing.');
    expect(empty.body.detail).toMatch(/^The field "username" is not valid: .*\.$/);
    expect(nothing.body.detail).toBe('The field "username" is missing (and 1 more).');
  });

  it('issues a new session id, so that a planted one is useless', async () => {
    const browser = visitor();
    await browser.login('ada', 'correct horse');
    const planted = browser.sessionCookie;
    await browser.login('ada', 'correct horse');

    expect(browser.sessionCookie).not.toBe(planted);
    const thief = await visitor().call('GET', '/api/auth/me', undefined, { cookie: planted });
    expect(thief.body).toEqual({ user: null });
  });

  it('does not accept a session id that the visitor made up', async () => {
    const browser = visitor();
    const made = 'earmark.sid=s%3Aplanted.signature';
    await browser.login('ada', 'correct horse', { cookie: made });

    expect(browser.sessionCookie).not.toContain('planted');
    expect((await visitor().call('GET', '/api/auth/me', undefined, { cookie: made })).body).toEqual({ user: null });
  });

  it('is refused when another site sends it', async () => {
    const answer = await visitor().login('ada', 'correct horse', { origin: 'https://evil.example' });

    expect([answer.status, answer.body.code]).toEqual([403, 'cross-site']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('a session', () => {
  it('says who is signed in, and null for a visitor, who gets no cookie', async () => {
    const browser = visitor();
    const before = await browser.call('GET', '/api/auth/me');
    await browser.login('ada', 'correct horse');
    const after = await browser.call('GET', '/api/auth/me');

    expect(before.body).toEqual({ user: null });
    expect(before.headers.getSetCookie()).toEqual([]);
    expect(after.body).toEqual({ user: { username: 'ada', role: 'admin' } });
    expect(after.headers.getSetCookie()).toHaveLength(1);
  });

  it.each([
    ['29 days 22 hours', true],
    // Writing on every call would make every answer wait for the disk.
    ['29 days 23 hours 30 minutes', false],
  ])('is extended to thirty days by a call, at most once an hour: %s left', async (left, isMoved) => {
    const browser = visitor();
    await browser.login('ada', 'correct horse');
    const sid = decodeURIComponent(browser.sessionCookie).replace(/^earmark\.sid=s:(.*)\.[^.]*$/, '$1');
    await app.pool.query('update app.session set expire = now() + $2::interval where sid = $1', [sid, left]);
    await browser.call('GET', '/api/auth/me');
    const { rows } = await app.pool.query(
      `select expire > now() + interval '29 days 23 hours 50 minutes' as "isMoved" from app.session where sid = $1`,
      [sid],
    );

    expect(rows).toEqual([{ isMoved }]);
  });

  it('ends with log-out, for a copy of the cookie, too', async () => {
    const browser = visitor();
    await browser.login('ada', 'correct horse');
    const copy = browser.sessionCookie;
    const answer = await browser.call('POST', '/api/auth/logout');

    expect([answer.status, answer.body]).toEqual([200, { user: null }]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^earmark\.sid=;.*Expires=Thu, 01 Jan 1970/);
    expect((await visitor().call('GET', '/api/auth/me', undefined, { cookie: copy })).body).toEqual({ user: null });
  });

  it('lets a visitor log out, too', async () => {
    expect((await visitor().call('POST', '/api/auth/logout')).status).toBe(200);
  });

  it('ends in every browser of the account, and of no other, after log-out everywhere', async () => {
    await app.accounts.create({ username: 'cy', password: 'teal otter one', role: 'reader' });
    const [here, there, other] = [visitor(), visitor(), visitor()];
    await here.login('cy', 'teal otter one');
    await there.login('cy', 'teal otter one');
    await other.login('ada', 'correct horse');
    const answer = await here.call('POST', '/api/auth/logout-everywhere');
    const users = await Promise.all([here, there, other].map((browser) => browser.call('GET', '/api/auth/me')));

    expect([answer.status, answer.body]).toEqual([200, { user: null }]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^earmark\.sid=;/);
    expect(users.map(({ body }) => body)).toEqual([
      { user: null },
      { user: null },
      { user: { username: 'ada', role: 'admin' } },
    ]);
    expect((await there.login('cy', 'teal otter one')).status).toBe(200);
  });

  it('lets a visitor log out everywhere, but refuses another site', async () => {
    const foreign = { origin: 'https://evil.example' };

    expect((await visitor().call('POST', '/api/auth/logout-everywhere')).status).toBe(200);
    expect((await visitor().call('POST', '/api/auth/logout-everywhere', undefined, foreign)).status).toBe(403);
  });

  it('ends once the password is changed or the account disabled', async () => {
    await app.accounts.create({ username: 'eve', password: 'teal otter one', role: 'reader' });
    const browser = visitor();
    await browser.login('eve', 'teal otter one');
    await app.accounts.setPassword('eve', 'teal otter two');
    const changed = await browser.call('GET', '/api/auth/me');
    await browser.login('eve', 'teal otter two');
    await app.pool.query(`update app.account set disabled_at = now() where username = 'eve'`);
    const disabled = await browser.call('GET', '/api/auth/me');

    expect([changed.body, disabled.body]).toEqual([{ user: null }, { user: null }]);
  });

  it('has a Secure cookie on https', async () => {
    const secure = await startAccountsApp([], { secure: true, behindProxy: true });
    await secure.accounts.create({ username: 'ada', password: 'teal otter x', role: 'admin' });
    const answer = await new Browser(secure.url).login('ada', 'teal otter x', { 'x-forwarded-proto': 'https' });
    await secure.close();

    expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure(;|$)/);
  });
});

describe('changing the password', () => {
  const change = (browser: Browser, current: unknown, next: unknown, headers = {}) =>
    browser.call('POST', '/api/auth/password', { current, next }, headers);

  it('takes effect at once: this browser stays signed in, under a new session, and all others are signed out', async () => {
    await app.accounts.create({ username: 'kim', password: 'teal otter one', role: 'reader' });
    const [here, there] = [visitor(), visitor()];
    await here.login('kim', 'teal otter one');
    await there.login('kim', 'teal otter one');
    const before = here.sessionCookie;
    const answer = await change(here, 'teal otter one', 'teal otter two');

    expect([answer.status, answer.body]).toEqual([200, { user: { username: 'kim', role: 'reader' } }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(here.sessionCookie).not.toBe(before);
    expect((await here.call('GET', '/api/auth/me')).body).toEqual(answer.body);
    const copy = await visitor().call('GET', '/api/auth/me', undefined, { cookie: before });
    expect(copy.body).toEqual({ user: null });
    expect((await there.call('GET', '/api/auth/me')).body).toEqual({ user: null });
    expect((await visitor().login('kim', 'teal otter one')).status).toBe(401);
    expect((await visitor().login('kim', 'teal otter two')).status).toBe(200);
  });

  it('needs the current password, and a different, acceptable new one', async () => {
    await app.accounts.create({ username: 'lee', password: 'teal otter one', role: 'analyst' });
    const lee = visitor();
    await lee.login('lee', 'teal otter one');
    const answers = [
      await change(lee, 'wrong', 'teal otter two'),
      await change(lee, 'teal otter one', 'teal otter one'),
      await change(lee, 'teal otter one', ''),
      await change(lee, 'teal otter one', 'x'.repeat(1001)),
      await change(lee, 'teal otter one', 'password1234'),
      await change(lee, undefined, 'teal otter two'),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'wrong-current-password'],
      ...Array.from({ length: 5 }, () => [400, 'invalid']),
    ]);
    expect(answers.slice(0, 2).map(({ body }) => body.detail)).toEqual([
      'The current password is wrong.',
      'The new password is the same as the current one. Choose a different one.',
    ]);
    expect((await lee.call('GET', '/api/auth/me')).body).toEqual({ user: { username: 'lee', role: 'analyst' } });
    expect((await visitor().login('lee', 'teal otter one')).status).toBe(200);
  });

  it('requires a signed-in account, and refuses another site', async () => {
    expect((await change(visitor(), 'teal otter one', 'teal otter two')).status).toBe(401);
    const ada = visitor();
    await ada.login('ada', 'correct horse');
    expect((await change(ada, 'correct horse', 'teal otter two', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await visitor().login('ada', 'correct horse')).status).toBe(200);
  });

  it('limits guesses, here and at log-in together', async () => {
    await app.accounts.create({ username: 'max', password: 'teal otter right', role: 'reader' });
    const max = visitor();
    await max.login('max', 'teal otter right');
    for (let guess = 0; guess < 10; guess++) expect((await change(max, `guess ${guess}`, 'new')).status).toBe(403);
    const refused = await change(max, 'teal otter right', 'new');

    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-attempts']);
    expect((await visitor().login('max', 'teal otter right')).status).toBe(429);
  });
});

describe('failed log-ins', () => {
  it('are refused after ten for one user name, with the time to wait, while others may still sign in', async () => {
    await app.accounts.create({ username: 'bob', password: 'teal otter right', role: 'reader' });
    const failures = await Promise.all(Array.from({ length: 12 }, () => visitor().login('bob', 'wrong')));
    const refused = await visitor().login('BOB', 'teal otter right');

    expect(failures.filter(({ status }) => status === 401)).toHaveLength(10);
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-attempts']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await visitor().login('ada', 'correct horse')).status).toBe(200);
  });
});
