import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { startApp, type RunningApp } from './running-app.ts';
import { openStubs, type Stubs } from './stubs/stubs.ts';

let app: RunningApp;
const said: string[] = [];
/** The password that running-app.ts gives to every account. */
const PASSWORD = 'correct horse battery';
const WRONG = 'tr0ub4dor and three';
const STREAMS = ['stdout', 'stderr'] as const;

let stubs: Stubs;
/** Of services that transcribe, of the language model and of the store of files. */
const KEYS = {
  OPENAI_API_KEY: 'sk-bad-0123456789abcdef',
  REPLICATE_API_TOKEN: 'r8_wrong0123456789',
  REPLICATE_WHISPERX_VERSION: 'version-0123456789',
  HUGGINGFACE_TOKEN: 'hf_0123456789abcdef',
  REPLICATE_WEBHOOK_SECRET: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM=',
  DEEPGRAM_API_KEY: 'deepgram-0123456789',
  ASSEMBLYAI_API_KEY: 'assembly-0123456789',
  AWS_ACCESS_KEY_ID: 'AKIAWRONGWRONGWRONG',
  AWS_SECRET_ACCESS_KEY: 'aws-secret-0123456789',
};

beforeAll(async () => {
  stubs = await openStubs();
  const FILES_URL = `s3://stub-bucket/files?endpoint=${stubs.url}/s3`;
  app = await startApp({ ...stubs.environment, ...KEYS, FILES_URL });
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
afterAll(async () => {
  await app.stop();
  await stubs.close();
});

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

it('keeps the keys of services out of every line and answer, also where the services repeat them', async () => {
  const admin = await app.signIn('admin');
  const listed = await admin('GET', '/api/admin/integrations');
  const services = (listed.body as { service: string }[]).map(({ service }) => service);
  const asked = services.filter((service) => /^(speech-|files|language-model)/.test(service));
  const answers = [listed];
  for (const service of asked) answers.push(await admin('POST', `/api/admin/integrations/${service}/check`));
  expect(
    answers.flatMap(({ body }) => body).filter((view) => (view as { reachable: boolean }).reachable === false),
  ).toHaveLength(6);
  const everything = [...said, ...app.reports, ...answers.map(({ body }) => JSON.stringify(body))].join('\n');
  for (const key of Object.values(KEYS)) expect(everything).not.toContain(key);
});
