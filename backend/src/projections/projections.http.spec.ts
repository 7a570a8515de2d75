import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ProjectionList, ProjectionView } from '@earmark/contracts/projections';
import { event, id, record } from '@earmark/projections/testing';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

const PATH = '/api/admin/projections';
const PATIENCE_MS = 40_000;

let app: RunningApp;
let analyst: Caller;

beforeAll(async () => {
  app = await startApp();
  analyst = await app.signIn('analyst');
  await app.services.sampleLibrary.load(() => undefined);
});
afterAll(async () => app.stop());

const list = async () => ((await analyst('GET', PATH)).body as ProjectionList).projections;
const find = async (name: string) => (await list()).find((one) => one.name === name)!;

async function eventually(name: string, isSo: (view: ProjectionView) => boolean): Promise<ProjectionView> {
  let view = await find(name);
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until && !isSo(view); view = await find(name))
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(view).toEqual(expect.objectContaining({ name }));
  expect([view, isSo(view)]).toEqual([view, true]);

  return view;
}

it('reports the position and the number of rows of each', async () => {
  const catalogue = await eventually('catalogue', ({ state }) => state === 'live');
  const head = (await app.services.log.head()).toString();

  expect(catalogue).toMatchObject({ position: head, head, lag: 0, lagIsMore: false, failure: null, progress: null });
  expect(catalogue.builtVersion).toBe(catalogue.version);
  const { rows } = await app.services.pool.query('select count(*)::integer as rows from read.catalogue_all_episode');
  expect(catalogue.tables).toContainEqual({ name: 'catalogue_all_episode', rows: rows[0].rows, isEstimate: false });
  expect((await list()).map(({ name }) => name)).toContain('mentions');
});

it('reports their speed', async () => {
  await record(app.services.log, 'library-speed', event('SampleLibraryLoaded', { series: 0, episodes: 0 }));
  await eventually('mentions', ({ eventsPerSecond, lag }) => eventsPerSecond > 0 && lag === 0);
});

it('rebuilds one beside its live tables while reading goes on', async () => {
  await app.services.pool.query(`update read.mentions_series set mentions = -1`);
  const { status, body } = await analyst('POST', `${PATH}/mentions/rebuild`);
  expect({ status, body }).toMatchObject({
    status: 202,
    body: { name: 'mentions', state: 'rebuilding', outcome: null },
  });
  const read: number[] = [];
  const rebuilt = await eventually('mentions', ({ outcome }) => {
    void app.visitor('GET', '/api/dashboard/recent-episodes').then((answer) => read.push(answer.status));
    return outcome !== null;
  });

  expect(rebuilt).toMatchObject({ state: 'live', outcome: 'done', progress: null });
  const { rows } = await app.services.pool.query('select 1 from read.mentions_series where mentions < 0');
  expect(rows).toEqual([]);
  expect([...new Set(read)]).toEqual([200]);
});

it('shows the event at which one has stopped, with its data, and continues after a repair', async () => {
  const seriesUuid = id('lost');
  const data = { seriesUuid, from: { name: 'x' }, to: { name: 'y' } };
  const position = await record(app.services.log, 'series-lost', event('SeriesRefreshed', data));
  const later = await record(
    app.services.log,
    'library-later',
    event('SampleLibraryLoaded', { series: 0, episodes: 0 }),
  );

  const stopped = await eventually('catalogue', ({ state }) => state === 'stopped');
  expect(stopped).toMatchObject({
    lag: 2,
    failure: {
      type: 'SeriesRefreshed',
      stream: 'series-lost',
      position: position.toString(),
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      data,
      message: expect.stringContaining('expected 1 row'),
    },
  });
  // The others are not held up.
  await eventually('mentions', ({ state, position: at }) => state === 'live' && at === later.toString());

  await analyst('POST', `${PATH}/catalogue/retry`);
  expect(await eventually('catalogue', ({ outcome }) => outcome !== null)).toMatchObject({
    state: 'stopped',
    outcome: 'still failing',
  });
  await app.services.pool.query(
    `insert into read.catalogue_all_series
       (series_uuid, slug, name, explicit, categories, is_followed, added_at, episode_count, is_removed)
     values ($1, 'Lost', 'x', false, '{}', false, now(), 0, false)`,
    [seriesUuid],
  );
  expect(await analyst('POST', `${PATH}/catalogue/retry`)).toMatchObject({ status: 202 });
  expect(await eventually('catalogue', ({ state }) => state === 'live')).toMatchObject({
    position: later.toString(),
    failure: null,
  });
});

it('refuses invalid requests, and callers without the role', async () => {
  expect(await analyst('POST', `${PATH}/nobody/rebuild`)).toMatchObject({ status: 404 });
  expect(await analyst('POST', `${PATH}/mentions/retry`)).toMatchObject({
    status: 409,
    body: { code: 'projection-running' },
  });
  const reader = await app.signIn('reader');
  for (const [caller, status] of [
    [reader, 403],
    [app.visitor, 401],
  ] as const) {
    expect(await caller('GET', PATH)).toMatchObject({ status });
    expect(await caller('POST', `${PATH}/mentions/rebuild`)).toMatchObject({ status });
  }
});
