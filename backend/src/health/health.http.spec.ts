import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { event } from '@earmark/projections/testing';
import { until } from '../kit/process/process.fixture.ts';
import { startApp, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ DATA_DIR: tmpdir() });
});
afterAll(async () => app.stop());

it('is live and ready when everything is there', async () => {
  expect(await app.visitor('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await app.visitor('GET', '/health/ready')).toMatchObject({
    status: 200,
    body: { status: 'ready', waitingFor: [] },
  });
});

it('is not ready, and says why, when the disk is full', async () => {
  const { leastFreeBytes } = app.readiness;
  app.readiness.leastFreeBytes = Infinity;
  expect(await app.visitor('GET', '/health/ready')).toMatchObject({
    status: 503,
    body: { waitingFor: [expect.stringMatching(/^free space on the disk, which is full \(\d+ MB left\)$/)] },
  });
  app.readiness.leastFreeBytes = leastFreeBytes;
});

it('is not ready, and says why, when the tables were built from another log', async () => {
  const { checkpoints, pool } = app.services;
  const move = async (by: number) => {
    await pool.query(`update read.projection set position = position + $1 where name = 'catalogue'`, [by]);
    await until(async () => {
      const [known, stored] = [checkpoints.all, await checkpoints.list()];
      return known.every(({ position }, index) => position === stored[index]!.position);
    });
  };
  await move(1);
  const { status, body } = await app.visitor('GET', '/health/ready');
  await move(-1);

  expect({ status, body }).toEqual({
    status: 503,
    body: {
      status: 'not ready',
      waitingFor: ['catalogue, whose tables were built from another event log; restore that log, or rebuild them'],
    },
  });
  expect(await app.visitor('GET', '/health/ready')).toMatchObject({ status: 200 });
});

it('reports metrics of the projections in the Prometheus format', async () => {
  const { body, headers } = await app.visitor('GET', '/metrics');
  expect(headers.get('content-type')).toContain('text/plain');
  expect(body).toContain('earmark_projection_lag{projection="mentions"} 0');
  expect(body).toContain('earmark_projection_failed{projection="catalogue"} 0');
});

it('documents its calls from the schemas that validate them', async () => {
  const { body } = await app.visitor('GET', '/api/openapi.json');
  const paths = (body as { paths: Record<string, Record<string, { requestBody?: unknown }>> }).paths;
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/api/podcasts/{podcastName}/{episodeName}',
      '/api/admin/entity-patterns',
      '/health/ready',
    ]),
  );
  expect(JSON.stringify(paths['/api/admin/entity-patterns']!['post']!.requestBody)).toContain('wholeWord');
});

it('answers unknown calls with a problem', async () => {
  expect(await app.visitor('GET', '/api/nothing/here/at/all')).toMatchObject({
    status: 404,
    body: { code: 'not-found', status: 404 },
  });
});

it('is not ready, and says why, when a projection has stopped', async () => {
  // A series that was never added: the catalogue has no row to change.
  const seriesUuid = '11111111-1111-4111-8111-111111111111';
  await app.services.log.append(
    'series-lost',
    [event('SeriesRefreshed', { seriesUuid, from: {}, to: { name: 'x' } })],
    'no-stream',
  );
  for (
    const until = Date.now() + 20_000;
    Date.now() < until && !app.services.checkpoints.all.some(({ name, failure }) => name === 'catalogue' && failure);
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await app.visitor('GET', '/health/ready')).toMatchObject({
    status: 503,
    body: { waitingFor: expect.arrayContaining([expect.stringContaining('catalogue, which has stopped at event')]) },
  });
});
