import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type RunningApp } from '../testing/running-app.ts';
import { cookieOf, follow } from './live-feed.fixture.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app.stop());

it('ends when a reader’s role changes, who then reconnects with the new one', async () => {
  app.feed.heartbeatMs = 20;
  const reader = await follow(app, { cookie: await cookieOf(app, 'analyst') });
  await expect(
    Promise.race([reader.until(1), new Promise((resolve) => setTimeout(resolve, 200, 'open'))]),
  ).resolves.toBe('open');
  await app.services.pool.query(`update app.account set role = 'reader' where username = 'analyst'`);
  await expect(reader.until(1)).rejects.toThrow('the feed ended');
  app.feed.heartbeatMs = 15_000;
});

describe('ends at once for somebody who', () => {
  const set = (change: string) => app.services.pool.query(`update app.session set ${change}`);
  it.each<[string, (cookie: string) => Promise<unknown>]>([
    ['signs out', async (cookie) => app.visitor('POST', '/api/auth/logout', {}, { cookie })],
    [
      'signs out everywhere from another window',
      async () => (await app.signIn('admin'))('POST', '/api/auth/logout-everywhere', {}),
    ],
    ['has been idle too long', async () => set('expire = now()')],
    ['signed in ninety days ago', async () => set(`started_at = now() - interval '90 days'`)],
  ])('%s', async (_, end) => {
    const cookie = await cookieOf(app, 'admin');
    const [reader, visitor] = [await follow(app, { cookie }), await follow(app)];
    await end(cookie);

    await expect(reader.until(1)).rejects.toThrow('the feed ended');
    expect((await app.visitor('GET', '/api/auth/me', undefined, { cookie })).body).toEqual({ user: null });
    await expect(
      Promise.race([visitor.until(1), new Promise((resolve) => setImmediate(resolve, 'open'))]),
    ).resolves.toBe('open');
    visitor.stop();
  });
});
