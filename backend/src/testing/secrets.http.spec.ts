import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
const said: string[] = [];
/** The password that running-app.ts gives to every account. */
const PASSWORD = 'correct horse battery';
const WRONG = 'tr0ub4dor and three';
const STREAMS = ['stdout', 'stderr'] as const;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => {
  for (const stream of STREAMS)
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      said.push(String(text));
      return true;
    });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => app.stop());

it('keeps passwords and session cookies out of every line, event and answer', async () => {
  const answers = [
    await app.visitor('POST', '/api/auth/login', { username: 'admin', password: WRONG }),
    await app.visitor('POST', '/api/auth/login', { username: 'admin', password: [PASSWORD] }),
    await app.visitor('POST', '/api/auth/login', { username: 'admin', password: PASSWORD }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 400, 200]);
  const cookie = (answers[2]!.headers.get('set-cookie') ?? '').split(';')[0]!;
  const session = decodeURIComponent(cookie.split('=')[1]!);
  const admin = await app.signIn('admin');
  await admin('POST', '/api/admin/entity-types', { name: 'supplement' });
  await admin('POST', '/api/admin/add-series', { url: 'not an address', password: PASSWORD });

  const events: string[] = [];
  for await (const event of app.services.log.readAll({ after: 0n }))
    events.push(JSON.stringify({ data: event.data, metadata: event.metadata }));
  expect(events.length).toBeGreaterThan(7);
  const everything = [...said, ...app.reports, ...events, ...answers.map(({ body }) => JSON.stringify(body))].join(
    '\n',
  );
  for (const secret of [PASSWORD, WRONG, session]) expect(everything).not.toContain(secret);
});
