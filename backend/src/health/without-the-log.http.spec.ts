import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { DashboardEpisode } from '@earmark/contracts/episodes';
import type { ProjectionList } from '@earmark/contracts/projections';
import type { PatternPage } from '@earmark/contracts/vocabulary';
import { startSharedEventStore, type SharedEventStore } from '@earmark/projections/testing';
import { runCommand } from '../command-line.ts';
import { readConfig } from '../config.ts';
import { startServer } from '../server.ts';
import { until } from '../kit/process/process.fixture.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v Ada>Hello from the lighthouse.\n';

let store: SharedEventStore;
let app: RunningApp;
let admin: Caller;
let folder: string;
beforeAll(async () => {
  store = await startSharedEventStore();
  app = await startApp({ EVENTSTORE_URL: store.url });
  await app.services.sampleLibrary.load(() => undefined);
  admin = await app.signIn('admin');
  folder = await mkdtemp(join(tmpdir(), 'earmark-spec-'));
  while (!(await app.services.checkpoints.passed(await app.services.log.head())));
});
afterEach(async () => {
  await store.proxy.up();
  await until(async () => (await app.visitor('GET', '/health/ready')).status === 200);
});
afterAll(async () => {
  await app.stop();
  await store.close();
  await rm(folder, { recursive: true });
});

it('answers from the tables, and says what it waits for', async () => {
  const [episode] = (await app.visitor('GET', '/api/dashboard/recent-episodes')).body as DashboardEpisode[];
  const podcast = `/api/podcasts/${episode!.podcastSlug}`;
  const page = `${podcast}/${episode!.slug}`;
  const reads = [
    '/api/dashboard/recent-episodes',
    '/api/podcasts/search?q=the',
    podcast,
    page,
    `${page}/transcript.vtt`,
    `${page}/transcript.json`,
    '/api/export/mentions?form=csv',
  ];
  await store.proxy.down();

  for (const path of reads) expect([path, (await app.visitor('GET', path)).status]).toEqual([path, 200]);
  expect(await admin('GET', '/api/admin/entity-types')).toMatchObject({ status: 200 });
  expect(await app.visitor('GET', '/health/ready')).toMatchObject({
    status: 503,
    body: { status: 'not ready', waitingFor: ['the event log, which does not answer'] },
  });
  const { status, body } = await app.visitor('GET', '/metrics');
  expect(status).toBe(200);
  expect(body).toMatch(/^earmark_log_up 0$/m);
  expect(body).toContain('earmark_projection_failed{projection="catalogue"} 0');
  expect(body).toContain('process_cpu_seconds_total');
});

it('shows of the projections what the tables know', async () => {
  const [known] = ((await admin('GET', '/api/admin/projections')).body as ProjectionList).projections;
  expect(known).toMatchObject({ state: 'live', head: known!.position, lag: 0 });
  await store.proxy.down();
  const { status, body } = await admin('GET', '/api/admin/projections');
  expect(status).toBe(200);
  const { projections, foreignEvents } = body as ProjectionList;
  expect(foreignEvents).toBeNull();
  expect(projections[0]).toEqual({
    ...known,
    state: 'unknown',
    head: null,
    lag: null,
    eventsPerSecond: expect.any(Number),
  });
});

it('refuses writes, and reads of history, in a sentence of their own, without a stack per call', async () => {
  await store.proxy.down();
  const lines = app.reports.length;
  for (let call = 0; call < 5; call++) {
    expect(await admin('POST', '/api/admin/entity-types', { name: 'bridges' })).toMatchObject({
      status: 503,
      body: { code: 'log-down', detail: expect.stringContaining('nothing was saved') },
    });
    expect(await admin('GET', '/api/history')).toMatchObject({
      status: 503,
      body: { code: 'log-down', detail: expect.not.stringContaining('saved') },
    });
  }
  const reported = app.reports.slice(lines).filter((line) => line.startsWith('log-down '));

  expect(reported).toHaveLength(1);
  expect(reported[0]).toMatch(
    /^log-down 503 \w+ \/api\/\S+: the event log at esdb:\/\/127\.0\.0\.1:\d+ does not answer: [^\n]+$/,
  );
});

it('does not say that nothing was saved when the log goes down after it has stored the change', async () => {
  const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string }[];
  const { log, checkpoints } = app.services;
  const { patienceMs } = checkpoints;
  checkpoints.patienceMs = 100;
  const append = log.append.bind(log);
  jest.spyOn(log, 'append').mockImplementationOnce(async (...appended) => {
    const stored = await append(...appended);
    await store.proxy.down();

    return stored;
  });
  const answer = await admin('POST', '/api/admin/entity-patterns', { name: 'Eddystone', entityTypeId: types[0]!.id });
  checkpoints.patienceMs = patienceMs;
  await store.proxy.up();

  expect(answer).toMatchObject({
    status: 503,
    body: { code: 'maybe-saved', detail: 'All or part of it was saved before an outage. Reload before you try again.' },
  });
  await until(async () => {
    const { body } = await admin('GET', '/api/admin/entity-patterns?q=Eddystone');

    return (body as PatternPage).patterns?.map(({ name }) => name).join() === 'Eddystone';
  });
});

it('lets a start wait for the log while it serves reads', async () => {
  await store.proxy.down();
  const announced: string[] = [];
  const config = readConfig({ PORT: '0', SAMPLE_LIBRARY: 'off', EVENTSTORE_URL: store.url });
  const server = await startServer(
    config,
    app.services.databaseUrl,
    (line) => announced.push(line),
    () => true,
  );
  try {
    expect(announced).toEqual([
      expect.stringMatching(
        /^the event log at esdb:.* does not answer: .*\. Until it does, pages show what the tables hold /,
      ),
    ]);
    expect((await fetch(`${server.url}/api/dashboard/recent-episodes`)).status).toBe(200);
    const ready = await fetch(`${server.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ waitingFor: expect.arrayContaining(['the event log, which does not answer']) }),
    ]);
    await store.proxy.up();
    await server.prepared;

    await until(async () => (await fetch(`${server.url}/health/ready`)).status === 200);
    expect(announced.at(-1)).toBe('The event log answers.');
  } finally {
    await server.stop();
  }
});

it('lets an import wait for the log, and exit with 2 when a part was done', async () => {
  const lines: string[] = [];
  const written = [jest.spyOn(console, 'log'), jest.spyOn(console, 'error')];
  for (const spy of written) spy.mockImplementation((line: string) => void lines.push(line));
  const file = join(folder, 'lighthouse.vtt');
  await writeFile(file, VTT);
  const earmark = (patienceMs: number, ...words: string[]) =>
    runCommand(
      words,
      readConfig({ EVENTSTORE_URL: store.url, FETCH_ALLOW_PRIVATE: 'true' }),
      async () => app.services.databaseUrl,
      undefined,
      patienceMs,
    );
  try {
    await store.proxy.down();
    await expect(earmark(100, 'import', file)).rejects.toMatchObject({ name: 'LogUnavailable' });
    const waiting = earmark(60_000, 'import', file);
    await until(async () => lines.some((line) => line.endsWith('; waiting for it for up to 60 seconds')));
    await store.proxy.up();
    expect(await waiting).toBe(0);

    // The log goes down between the first source and the second, whose feed is asked for here.
    const feeds = createServer((_, response) => {
      void store.proxy.down().then(() => response.end(FEED));
    }).listen(0, '127.0.0.1');
    await once(feeds, 'listening');
    await writeFile(file, VTT.replace('Hello', 'Goodbye'));
    const feed = `http://127.0.0.1:${(feeds.address() as AddressInfo).port}/feed.xml`;
    expect(await earmark(100, 'import', file, feed)).toBe(2);
    expect(lines.at(-1)).toMatch(/ What was recorded is kept; run the same command again to continue\.$/);
    feeds.close();
  } finally {
    for (const spy of written) spy.mockRestore();
  }
});

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Lamps</title>
<item><title>One</title><guid>1</guid><enclosure url="https://example.com/1.mp3" type="audio/mpeg" length="1"/></item>
</channel></rss>`;
