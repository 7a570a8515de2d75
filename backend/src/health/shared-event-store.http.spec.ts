import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { DashboardEpisode, EpisodePage } from '@earmark/contracts/episodes';
import type { ProjectionList } from '@earmark/contracts/projections';
import { projectors, verify } from '@earmark/projections/runner';
import { startSharedEventStore, type SharedEventStore } from '@earmark/projections/testing';
import { runCommand } from '../command-line.ts';
import { readConfig } from '../config.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let store: SharedEventStore;
let app: RunningApp;
let admin: Caller;
beforeAll(async () => {
  store = await startSharedEventStore();
  app = await startApp({ EVENTSTORE_URL: store.url });
  await app.services.sampleLibrary.load(() => undefined);
  admin = await app.signIn('admin');
});
afterAll(async () => {
  await app.stop();
  await store.close();
});

const projections = async () => (await admin('GET', '/api/admin/projections')).body as ProjectionList;
const categoryNames = async () =>
  ((await admin('GET', '/api/admin/entity-types')).body as { name: string }[]).map(({ name }) => name);
const addCategory = async (name: string) => admin('POST', '/api/admin/entity-types', { name });

async function until<Value>(read: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
  let value = await read();
  for (const end = Date.now() + 60_000; Date.now() < end && !isSo(value); value = await read())
    await new Promise((resolve) => setTimeout(resolve, 50));

  return value;
}

it('goes on beside another application on the same server, and counts its events', async () => {
  for (let index = 0; index < 3; index++)
    await store.write(`orders-${randomUUID()}`, { id: randomUUID(), type: 'OrderPlaced', data: {}, metadata: 'none' });

  expect(await addCategory('lighthouse_keepers')).toMatchObject({ status: 201 });
  expect(await categoryNames()).toContain('lighthouse_keepers');
  expect((await projections()).foreignEvents).toEqual({ count: 3, isMore: false });
  expect(await app.visitor('GET', '/health/ready')).toMatchObject({ status: 200, body: { waitingFor: [] } });
  expect((await app.visitor('GET', '/metrics')).body).toMatch(/^earmark_log_foreign_events 3$/m);
});

it('stops only the projections that need a malformed event, and says where and why', async () => {
  const id = randomUUID();
  const stream = `series-${randomUUID()}`;
  await store.write(stream, { id, type: 'FeedMoved', data: { to: 'x' }, metadata: '{"at":"today"}' });
  const { projections: views } = await until(projections, (list) =>
    list.projections.some(({ state }) => state === 'stopped'),
  );

  expect(views.filter(({ state }) => state === 'stopped')).toMatchObject([
    {
      name: 'catalogue',
      failure: {
        eventId: id,
        type: 'FeedMoved',
        stream,
        data: { to: 'x' },
        message: expect.stringMatching(/^the event FeedMoved is malformed: its metadata do not match their schema: /),
      },
    },
  ]);
  expect(await addCategory('bridges')).toMatchObject({ status: 201 });
  expect(await categoryNames()).toContain('bridges');
  expect(await app.visitor('GET', '/health/ready')).toMatchObject({
    status: 503,
    body: { waitingFor: [expect.stringMatching(/^catalogue, which has stopped at event \d+ \(FeedMoved\): /)] },
  });
  expect((await app.visitor('GET', '/metrics')).body).toContain('earmark_projection_failed{projection="catalogue"} 1');
  expect(await admin('GET', '/api/history')).toMatchObject({ status: 200 });
});

it('compares and rebuilds the tables up to there', async () => {
  const { log, pool } = app.services;
  const comparisons = await verify({ log, pool, projectors });
  expect(comparisons.filter(({ differences }) => differences > 0)).toEqual([]);

  expect(await admin('POST', '/api/admin/projections/catalogue/rebuild')).toMatchObject({ status: 202 });
  const { projections: views } = await until(projections, (list) =>
    list.projections.every(
      // For a moment after the rebuild it goes on from where it was, until it meets the event again.
      ({ name, outcome, state }) => name !== 'catalogue' || (outcome !== null && state === 'stopped'),
    ),
  );
  expect(views.find(({ name }) => name === 'catalogue')).toMatchObject({
    state: 'stopped',
    outcome: expect.stringMatching(/^catalogue failed at FeedMoved \d+: the event FeedMoved is malformed: /),
  });
});

it.each([
  ['backup', [join(tmpdir(), 'earmark-never-written.jsonl')]],
  ['verify', []],
  ['rebuild', ['all']],
])('ends %s with a sentence', async (command, args) => {
  const lines: string[] = [];
  const written = [jest.spyOn(console, 'log'), jest.spyOn(console, 'error')];
  for (const spy of written) spy.mockImplementation((line: string) => void lines.push(line));
  const { databaseUrl } = app.services;
  const config = readConfig({ EVENTSTORE_URL: store.url });
  const code = await runCommand([command, ...args], config, async () => databaseUrl).catch((error: Error) => {
    lines.push(error.message);
    return 1;
  });
  for (const spy of written) spy.mockRestore();

  expect(code).not.toBe(0);
  expect(lines.join('\n')).toMatch(/FeedMoved.* is malformed: its metadata do not match their schema: /);
});

it('lists what else happened in a stream that holds a malformed event', async () => {
  const [episode] = (await app.visitor('GET', '/api/dashboard/recent-episodes')).body as DashboardEpisode[];
  const path = `/api/podcasts/${episode!.podcastSlug}/${episode!.slug}`;
  const { version, transcript } = (await admin('GET', path)).body as EpisodePage;
  const [first, ...others] = transcript;
  const segments = [{ ...first!, text: 'Rewritten.' }, ...others];
  const saved = await admin(
    'PUT',
    `/api/episodes/${episode!.id}/transcript`,
    { segments },
    { 'if-match': `"${version}"` },
  );
  await store.write(`transcript-${episode!.id}`, {
    id: randomUUID(),
    type: 'SegmentEdited',
    data: {},
    metadata: 'none',
  });
  const { status, body } = await admin('GET', '/api/history');

  expect(saved).toMatchObject({ status: 200 });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { changes: expect.arrayContaining([expect.objectContaining({ type: 'SegmentEdited' })]) },
  });
});
