import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '@earmark/contracts/accounts';
import type { RevertBatchPlan } from '@earmark/contracts/history';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { Accounts } from '../accounts/accounts.store.ts';
import { CHEAP_SCRYPT, startApp, type Caller, type RunningApp } from './running-app.ts';

interface DocumentedCall {
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly 'x-roles': readonly Role[];
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedCall>>>>;
  readonly tags: readonly { readonly name: string }[];
}

let app: RunningApp;
let document: ApiDocument;
let callers: Record<'visitor' | 'reader' | 'analyst', Caller>;
let routes: string[];
let calls: readonly { readonly route: string; readonly documented: DocumentedCall }[];
beforeAll(async () => {
  app = await startApp();
  callers = { visitor: app.visitor, reader: await app.signIn('reader'), analyst: await app.signIn('analyst') };
  document = (await app.visitor('GET', '/api/openapi.json')).body as ApiDocument;
  calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => ({ route: `${method.toUpperCase()} ${path}`, documented })),
  );
  routes = calls.map(({ route }) => route);
});
afterAll(async () => app.stop());

/** Routes open to everybody. Reads that are not listed here, and everything below /api/admin, are closed. */
const PUBLIC = [
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'GET /api/auth/me',
  'GET /api/dashboard/podcast-series',
  'GET /api/dashboard/recent-episodes',
  'GET /api/podcasts/recent',
  'GET /api/podcasts/search',
  'GET /api/podcasts/{podcastName}',
  'GET /api/podcasts/{podcastName}/search',
  'GET /api/podcasts/{podcastName}/{episodeName}',
  'GET /api/episodes',
  'GET /api/entities',
  'GET /api/entities/{slug}',
  'GET /api/entities/{slug}/mentions',
  'GET /api/search/advanced',
  'GET /api/search/advanced.{form}',
  'GET /api/search/options',
  'GET /api/search/segments',
  'GET /api/search/suggest',
  'GET /api/events',
  'GET /api/history',
];

it('lists every route and who may call it', async () => {
  const found: Record<string, string[]> = { everybody: [], 'who is signed in': [], analysts: [], admins: [] };
  for (const route of routes) found[await openTo(route)]!.push(route);
  expect(found['everybody']!.filter((route) => /^(POST|PUT|PATCH|DELETE)/.test(route)).sort()).toEqual([
    'DELETE /api/ask-{slug}/answers',
    'DELETE /api/ask-{slug}/answers/{id}',
    'POST /api/ask-{slug}/query',
    'POST /api/ask-{slug}/query/stream',
    'POST /api/auth/login',
    'POST /api/auth/logout',
    'POST /api/auth/logout-everywhere',
    // Signed by the service.
    'POST /api/webhooks/replicate',
    'PUT /api/ask-{slug}/answers/{id}/sharing',
  ]);
  expect(PUBLIC.filter((route) => !found['everybody']!.includes(route))).toEqual([]);
  expect(found['everybody']!.filter((route) => route.includes('/api/admin'))).toEqual([]);
  expect(found['who is signed in']!.filter((route) => route.includes('/api/admin'))).toEqual([]);
  for (const [who, list] of Object.entries(found)) expect({ who, list: list.sort() }).toMatchSnapshot();
});

it('documents what every route does and who may call it', async () => {
  const audiences: Record<string, readonly Role[]> = {
    everybody: [],
    'who is signed in': ['reader', 'analyst', 'admin'],
    analysts: ['analyst', 'admin'],
    admins: ['admin'],
  };
  const groups = new Set(document.tags.map(({ name }) => name));
  for (const { route, documented } of calls) {
    const { summary = '', tags, 'x-roles': roles } = documented;
    expect({ route, roles }).toEqual({ route, roles: audiences[await openTo(route)] });
    expect({ route, summary }).toEqual({ route, summary: expect.stringMatching(/^[A-Z].{7,99}[^.]$/) });
    expect(tags.filter((tag) => !groups.has(tag))).toEqual([]);
  }
});

it('documents every parameter', () => {
  const missing = calls.flatMap(({ route, documented }) =>
    (documented.parameters ?? [])
      .filter(({ description = '' }) => !/^\W?[A-Z`].{5,}\.$/.test(description))
      .map(({ name, description }) => ({ route, name, description })),
  );
  expect(missing).toEqual([]);
});

it('lets an account that was disabled, or whose session has expired, do what a visitor may', async () => {
  const { pool } = app.services;
  await new Accounts(pool).create({ username: 'gone', password: 'correct horse battery', role: 'admin' });
  const expired = await app.signIn('admin');
  await pool.query(
    `update app.session set expire = now() - interval '1 minute'
     where sess ->> 'accountId' = (select id::text from app.account where username = 'admin')`,
  );
  const disabled = await app.signIn('gone' as Role);
  await pool.query("update app.account set disabled_at = now() where username = 'gone'");
  for (const route of routes) {
    const isOpen = !(await isClosed(callers.visitor, route));
    for (const [who, caller] of Object.entries({ expired, disabled }))
      expect({ route, who, isOpen: !(await isClosed(caller, route)) }).toEqual({ route, who, isOpen });
  }
});

it('refuses every write from another site, whoever is signed in', async () => {
  const admin = await app.signIn('admin');
  const writes = routes.filter((route) => !route.startsWith('GET '));
  expect(writes.length).toBeGreaterThan(20);
  for (const route of writes)
    for (const headers of ELSEWHERE) {
      const [method = '', path = ''] = route.split(' ');
      const { status, body } = await admin(method, path.replace(/\{\w+\}/g, 'nothing'), {}, headers);
      expect({ route, headers, status, body }).toMatchObject({ route, status: 403, body: { code: 'cross-site' } });
    }
});

describe('what one account may do with what belongs to another', () => {
  let ann: Caller;
  let ben: Caller;
  beforeAll(async () => {
    const accounts = new Accounts(app.services.pool, CHEAP_SCRYPT);
    for (const username of ['ann', 'ben'])
      await accounts.create({ username, password: 'correct horse battery', role: 'analyst' });
    [ann, ben] = [await app.signIn('ann' as Role), await app.signIn('ben' as Role)];
  });

  it('is nothing by its address: no path names a thing of an account', () => {
    const named = routes.filter((route) => route.includes('{'));
    expect(named.length).toBeGreaterThan(20);
    // A new one needs a place in this list, or a test below of what others may do with it.
    expect(named.filter((route) => !OF_THE_SITE.some((path) => route.split(' ')[1]!.startsWith(path)))).toEqual([]);
  });

  it('is not to run a plan of an undo', async () => {
    const added = await ann('POST', '/api/admin/entity-patterns', { name: 'Sark', entityTypeId: LOCATION });
    expect(added.status).toBe(201);
    const choice = { actor: 'ann', from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', dryRun: true };
    const { undoId, will } = (await ann('POST', REVERT_BATCH, choice)).body as RevertBatchPlan;
    expect(will.length).toBeGreaterThan(0);
    const head = await app.services.log.head();
    for (const call of [ben, callers.reader, callers.visitor])
      expect([401, 403]).toContain((await call('POST', REVERT_BATCH, { undoId })).status);
    expect(await app.services.log.head()).toBe(head);
    expect(await ann('POST', REVERT_BATCH, { undoId })).toMatchObject({ status: 200 });
  });

  it('is to go on with a recount, which belongs to the site', async () => {
    const { id } = (await ann('POST', '/api/admin/recounts', {})).body as { id: string };
    expect(await ben('POST', `/api/admin/recounts/${id}/discard`)).toMatchObject({
      status: 200,
      body: { status: 'discarded' },
    });
  });

  it('is not to change a password or to end a session, whatever the body says', async () => {
    const asAnn = { username: 'ann', accountId: await idOf('ann'), sid: 'any' };
    const [current, next] = ['correct horse battery', 'battery horse correct'];
    expect(await ben('POST', '/api/auth/password', { ...asAnn, current, next })).toMatchObject({
      status: 200,
      body: { user: { username: 'ben' } },
    });
    expect((await ann('GET', '/api/auth/me')).body).toEqual({ user: { username: 'ann', role: 'analyst' } });
    expect((await logIn('ann', current)).status).toBe(200);
    expect((await logIn('ann', next)).status).toBe(401);
    expect((await logIn('ben', next)).status).toBe(200);
    for (const path of ['/api/auth/logout', '/api/auth/logout-everywhere']) {
      expect(await ben('POST', path, asAnn)).toMatchObject({ status: 200 });
      expect((await ann('GET', '/api/auth/me')).body).toMatchObject({ user: { username: 'ann' } });
    }
  });
});

const REVERT_BATCH = '/api/admin/history/revert-batch';
const LOCATION = uuidFrom(EARMARK_NAMESPACE, 'location');

/** What everybody reads, and what all analysts or all admins change, whoever made it. */
const OF_THE_SITE = [
  '/api/history/changes/{eventId}',
  '/api/history/entries/{correlationId}',
  '/api/search/advanced.{form}',
  // What others may do with somebody's answer: assistant.http.spec.ts.
  '/api/ask-{slug}/',
  '/api/podcasts/{podcastName}',
  '/api/episodes/{uuid}/',
  '/api/entities/{slug}',
  '/api/admin/{directory}/episodes/{seriesUuid}',
  '/api/admin/transcript-search/',
  '/api/admin/series/{uuid}',
  '/api/admin/splits/',
  '/api/admin/episodes/{uuid}',
  '/api/admin/additions/{id}',
  '/api/admin/integrations/{service}/',
  '/api/admin/entities/{id}/',
  '/api/admin/entity-patterns/{id}',
  '/api/admin/held-patterns/{id}',
  '/api/admin/history/{eventId}/',
  '/api/admin/history/revert-batch/{undoId}',
  '/api/admin/projections/{name}/',
  '/api/admin/recounts/{id}',
  '/api/admin/pipeline/runs/{id}',
  '/api/admin/discovered-entities/{id}/',
  '/api/admin/discovery-batches/{id}/',
  '/api/admin/ignored-names/{id}',
];

const logIn = async (username: string, password: string) =>
  app.visitor('POST', '/api/auth/login', { username, password });

async function idOf(username: string): Promise<string> {
  const { rows } = await app.services.pool.query<{ id: string }>('select id from app.account where username = $1', [
    username,
  ]);

  return rows[0]!.id;
}

const ELSEWHERE: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
];

/**
 * The least role that may call a route. The addresses name nothing, so any other refusal means that the caller was let
 * in.
 */
async function openTo(route: string): Promise<string> {
  if (!(await isClosed(callers.visitor, route))) return 'everybody';
  if (!(await isClosed(callers.reader, route))) return 'who is signed in';

  return (await isClosed(callers.analyst, route)) ? 'admins' : 'analysts';
}

async function isClosed(call: Caller, route: string): Promise<boolean> {
  const [method = '', path = ''] = route.split(' ');
  // A stream that never ends, so its end is not awaited.
  if (path === '/api/events') return false;
  // Invalid on purpose, so that nothing happens when the call is let in. A wrong password also answers 401.
  // The history of one thing is public; that of the whole log is not.
  const isHistory = /^\/api\/history(\/entries.*)?$/.test(path);
  const query = isHistory ? '?episodeUuid=00000000-0000-4000-8000-000000000000' : '';
  const address = path.replace(/\{\w+\}/g, 'nothing') + query;
  const { status, body } = await call(method, address, method === 'GET' ? undefined : {});
  const { code } = (typeof body === 'object' ? body : {}) as { code?: string };

  return status === 403 || (status === 401 && code === 'not-signed-in');
}
