import { afterEach, expect, it } from '@jest/globals';
import { startApp, type RunningApp } from './testing/running-app.ts';

let app: RunningApp;
afterEach(async () => app.stop());

it.each([
  ['1', 'max-age=31536000'],
  ['0', null],
])('with TRUST_PROXY=%s, a call by https through the proxy is answered with HSTS %j', async (proxies, expected) => {
  app = await startApp({ TRUST_PROXY: proxies });
  const over = async (protocol: string, path: string) =>
    (await app.visitor('GET', path, undefined, { 'x-forwarded-proto': protocol })).headers;

  for (const path of ['/api/auth/me', '/health/live', '/api/nothing'])
    expect((await over('https', path)).get('strict-transport-security')).toBe(expected);
  expect((await over('http', '/api/auth/me')).get('strict-transport-security')).toBeNull();
  for (const path of ['/api/admin/entity-types', '/API/Admin/nothing'])
    expect((await over('http', path)).get('cache-control')).toBe('no-store');
});

it.each([
  ['1', 401, 'wrong-password'],
  // Anybody can send the header, so it is not trusted without a proxy.
  ['0', 403, 'cross-site'],
])(
  'with TRUST_PROXY=%s, a log-in from a page at the address of the proxy is answered with %d',
  async (proxies, status, code) => {
    app = await startApp({ TRUST_PROXY: proxies });
    const answer = await app.visitor(
      'POST',
      '/api/auth/login',
      { username: 'nobody', password: 'x' },
      { origin: 'https://earmark.example', 'x-forwarded-host': 'earmark.example' },
    );
    expect(answer).toMatchObject({ status, body: { code } });
  },
);
