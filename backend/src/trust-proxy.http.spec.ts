import { afterEach, expect, it } from '@jest/globals';
import { startApp, type RunningApp } from './testing/running-app.ts';

let app: RunningApp;
afterEach(async () => app.stop());

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
