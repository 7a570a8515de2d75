import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findPodcast } from '../catalogue/catalogue.queries.ts';
import { projectors as all } from '../projectors.ts';
import {
  categories,
  entityNamed,
  episodeAdded,
  event,
  id,
  patternAdded,
  projectedLog,
  record,
  seriesAdded,
  transcriptEvents,
  type ProjectedLog,
} from '../testing.ts';
import { listCheckpoints, listRequests, request, REQUEST_CHANNEL } from './checkpoints.ts';
import { openPostgresLog } from './event-log/postgres-log.ts';
import type { Projector } from './projector.ts';
import { BEGIN_READING } from './reading.ts';
import { Runner } from './runner.ts';
import { verify } from './verify.ts';

/** Three projectors are enough for these tests. */
const projectors = all.filter(({ name }) => ['catalogue', 'mentions', 'vocabulary'].includes(name));

let world: ProjectedLog;
beforeEach(async () => {
  world = await projectedLog(projectors);
});
afterEach(async () => world.close());

it('moves all projectors to one checkpoint, which names the log and its last event', async () => {
  const position = await someLibrary();
  await world.settled();
  const checkpoints = await listCheckpoints(world.pool);
  expect(checkpoints.map(({ name }) => name)).toEqual(['catalogue', 'mentions', 'vocabulary']);
  for (const checkpoint of checkpoints)
    expect(checkpoint).toMatchObject({ position, failure: null, logId: await world.log.id() });
});

it('builds the same rows in a rebuild as event by event', async () => {
  await someLibrary();
  await world.settled();
  await expectVerified();
});

it('stops only the projector that cannot apply an event, reports it, and continues after a retry', async () => {
  await someLibrary();
  await world.settled();
  // The catalogue has no such series: a bug that must not be skipped.
  await record(
    world.log,
    'series-lost',
    event('SeriesRefreshed', { seriesUuid: id('lost'), from: {}, to: { name: 'x' } }),
  );
  const position = await record(world.log, 'vocabulary-main', entityNamed(9, 'Later'));
  await world.settled();
  const [catalogue, mentions, vocabulary] = await listCheckpoints(world.pool);
  expect(catalogue).toMatchObject({
    failure: { type: 'SeriesRefreshed', error: expect.stringContaining('expected 1 row') },
  });
  expect([mentions, vocabulary]).toMatchObject([
    { position, failure: null },
    { position, failure: null },
  ]);
  expect(world.reports.join()).toContain('catalogue stopped at event');

  await world.stopRunner();
  world.startRunner(withHandler('catalogue', { SeriesRefreshed: () => {} }));
  await ask('catalogue', 'retry');
  expect((await listCheckpoints(world.pool))[0]).toMatchObject({ position, failure: null });
});

it('stops the projectors that read such streams at an unknown event type, live and in a rebuild', async () => {
  await someLibrary();
  await world.settled();
  await record(world.log, 'series-odd', event('SeriesTeleported', {}));
  const position = await record(world.log, 'pipelineRun-1', event('PipelineRunStarted', {}));
  await world.settled();
  const failure = { type: 'SeriesTeleported', error: expect.stringContaining('no code handles events') };
  const expected = [{ failure }, { failure }, { position, failure: null }];
  expect(await listCheckpoints(world.pool)).toMatchObject(expected);

  await ask('vocabulary', 'rebuild');
  await ask('catalogue', 'rebuild');
  expect((await listRequests(world.pool)).map(({ outcome }) => outcome)).toEqual([
    expect.stringContaining('no code handles events of type SeriesTeleported'),
    null,
    'done',
  ]);
  expect(await listCheckpoints(world.pool)).toMatchObject(expected);
});

it('stops only the projectors that need an event at an unknown version of it', async () => {
  await someLibrary();
  await world.settled();
  const moved = event('FeedMoved', { seriesUuid: id('series'), from: null, to: 'https://example.com/feed' });
  const position = await record(world.log, `series-${id('series')}`, {
    ...moved,
    metadata: { ...moved.metadata, schemaVersion: 9 },
  });
  await world.settled();
  const failure = { type: 'FeedMoved', error: 'no code handles events of type FeedMoved version 9' };
  const passed = { position, failure: null };
  expect(await listCheckpoints(world.pool)).toMatchObject([{ failure }, passed, passed]);
});

it('stops only the projectors that need an event at malformed data', async () => {
  await someLibrary();
  await world.settled();
  await record(world.log, 'vocabulary-main', event('EntityNamed', { entityId: 'no uuid' }));
  await world.settled();
  const failed = (await listCheckpoints(world.pool)).filter(({ failure }) => failure).map(({ name }) => name);
  expect(failed).toEqual(['vocabulary']);
});

it('rebuilds beside the live tables on request', async () => {
  await someLibrary();
  await world.settled();
  await world.pool.query(`update read.catalogue_series set name = 'damaged'`);
  await ask('catalogue', 'rebuild');
  expect(await findPodcast(world.pool, 'NightShift')).toMatchObject({ name: 'Night Shift', totalEpisodes: 2 });
  await record(world.log, `series-${id('series', 2)}`, seriesAdded(2, 'Day Shift'));
  await world.settled();
  expect(await findPodcast(world.pool, 'dayshift')).toMatchObject({ name: 'Day Shift' });
});

it.each([
  ['as pages do', BEGIN_READING],
  ['in another way', 'begin'],
])('advances the live tables while a reader holds those that a rebuild replaces, %s', async (_, begin) => {
  await someLibrary();
  await world.settled();
  const reader = await world.pool.connect();
  try {
    await reader.query(begin);
    await reader.query('select from read.catalogue_series');
    await request(world.pool, ['catalogue'], 'rebuild');
    await eventually(isSwapWaiting);
    const position = await record(world.log, 'vocabulary-main', entityNamed(9, 'Later'));
    await eventually(async () => (await listCheckpoints(world.pool)).every((one) => one.position === position));
    await eventually(isSwapWaiting);
  } finally {
    await reader.query('commit');
    reader.release();
  }
  await eventually(async () => (await listRequests(world.pool)).every(({ request }) => request === null));
  expect((await listRequests(world.pool)).find(({ name }) => name === 'catalogue')?.outcome).toBe('done');
});

it('leaves the old tables serving when a rebuild fails', async () => {
  await someLibrary();
  await world.settled();
  await world.stopRunner();
  const broken = withHandler('catalogue', {
    SeriesAdded: () => {
      throw new Error('no luck');
    },
  });
  world.startRunner(broken);
  await ask('catalogue', 'rebuild');
  const { rows } = await world.pool.query(`select outcome from read.projection where name = 'catalogue'`);
  expect(rows).toEqual([{ outcome: expect.stringContaining('no luck') }]);
  expect(await findPodcast(world.pool, 'NightShift')).toMatchObject({ totalEpisodes: 2 });
});

it('rebuilds when the code has a different version, and drops tables that no longer exist in it', async () => {
  await someLibrary();
  await world.settled();
  await world.stopRunner();
  await world.pool.query('create table read.catalogue_forgotten (x integer)');
  // As if a view of this version had been a table in the last one.
  await world.pool.query('drop view read.catalogue_series');
  await world.pool.query('alter table read.catalogue_all_series rename to catalogue_series');
  const next = projectors.map((one) => (one.name === 'catalogue' ? { ...one, version: one.version + 1 } : one));
  world.startRunner(next);
  const wanted = next.find(({ name }) => name === 'catalogue')!.version;
  await eventually(async () =>
    (await listCheckpoints(world.pool)).some(({ name, version }) => name === 'catalogue' && version === wanted),
  );
  const { rows } = await world.pool.query(`select to_regclass('read.catalogue_forgotten') as gone`);
  expect(rows).toEqual([{ gone: null }]);
  expect(await findPodcast(world.pool, 'NightShift')).toMatchObject({ totalEpisodes: 2 });
});

it('sets aside a projector that cannot be built, reports it, and builds the others', async () => {
  await someLibrary();
  await world.settled();
  await world.stopRunner();
  await world.pool.query('delete from read.projection');
  const no = () => {
    throw new Error('no luck');
  };
  world.startRunner(withHandler('catalogue', { SeriesAdded: no }));
  await eventually(async () => (await listCheckpoints(world.pool)).length === 3);
  const position = await record(world.log, 'vocabulary-main', entityNamed(9, 'Later'));
  await eventually(
    async () => (await listCheckpoints(world.pool)).filter((one) => one.position === position).length === 2,
  );
  const [catalogue] = await listCheckpoints(world.pool);
  expect(catalogue).toMatchObject({
    name: 'catalogue',
    version: 0,
    failure: { type: 'SeriesAdded', error: 'no luck' },
  });
});

it('refuses the tables of another log and offers a rebuild, which works', async () => {
  await someLibrary();
  await world.settled();
  await world.stopRunner();
  const another = '00000000-0000-4000-8000-000000000009';
  await world.pool.query(`update read.projection set log_id = $1`, [another]);
  world.startRunner();
  await eventually(() => world.reports.some((line) => line.includes('built from another event log')));
  await world.pool.query(`update read.projection set request = 'rebuild'`);
  await eventually(async () => (await listCheckpoints(world.pool)).every(({ logId }) => logId !== another));
});

it('lets one runner work while another stands by and takes over', async () => {
  await someLibrary();
  await world.settled();
  const otherLog = await openPostgresLog({ connectionString: world.url });
  const standby = new Runner({ log: otherLog, databaseUrl: world.url, projectors });
  standby.start();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(standby.state).toBe('standby');
  await world.stopRunner();
  await record(world.log, 'vocabulary-main', entityNamed(9, 'Later'));
  await world.settled();
  expect(standby.state).toBe('live');
  await standby.stop();
  await otherLog.close();
});

it('finds a damaged row in verify', async () => {
  await someLibrary();
  await world.settled();
  await world.pool.query(
    `update read.mentions_mention set spans = '{1,2}' where segment_id = (select min(segment_id::text)::uuid from read.mentions_mention)`,
  );
  const comparisons = await verify({ log: world.log, pool: world.pool, projectors });
  expect(comparisons.filter(({ differences }) => differences > 0)).toMatchObject([
    { table: 'mentions_mention', differences: 2, examples: [expect.any(String), expect.any(String)] },
  ]);
});

async function someLibrary(): Promise<bigint> {
  const { log } = world;
  await record(log, 'vocabulary-main', ...categories(), entityNamed(1, 'York'), patternAdded(1, 'York'));
  await record(log, `series-${id('series')}`, seriesAdded());
  await record(log, `episode-${id('episode')}`, episodeAdded());
  await record(log, `episode-${id('episode', 2)}`, episodeAdded(2, 'Pilot'));
  await record(log, `transcript-${id('episode')}`, ...transcriptEvents(1, ['Ada: York.', 'Bea: No.', 'Ada: York!'], 8));
  await record(log, `transcript-${id('episode')}`, ...transcriptEvents(1, ['Ada: York.', 'Bea: York?'], 8, 2));

  return record(log, 'vocabulary-main', patternAdded(2, 'Yorkshire', { entity: 1 }));
}

const withHandler = (name: string, on: Projector['on']): Projector[] =>
  projectors.map((one) => (one.name === name ? { ...one, on: { ...one.on, ...on } } : one));

async function ask(name: string, what: 'rebuild' | 'retry'): Promise<void> {
  await world.pool.query('update read.projection set request = $2, outcome = null where name = $1', [name, what]);
  await world.pool.query(`select pg_notify($1, '')`, [REQUEST_CHANNEL]);
  await eventually(async () => {
    const { rows } = await world.pool.query<{ outcome: string | null }>(
      'select outcome from read.projection where name = $1',
      [name],
    );
    return rows[0]?.outcome !== null;
  });
}

async function isSwapWaiting(): Promise<boolean> {
  const { rowCount } = await world.pool.query(
    `select from pg_locks l join pg_database d on d.oid = l.database where not l.granted and d.datname = current_database()`,
  );

  return rowCount !== 0;
}

async function expectVerified(): Promise<void> {
  const comparisons = await verify({ log: world.log, pool: world.pool, projectors });
  expect(comparisons.filter(({ differences }) => differences > 0)).toEqual([]);
  expect(comparisons.find(({ table }) => table === 'mentions_mention')).toMatchObject({ rows: 2 });
}

async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until;) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the condition was never met: ${world.reports.join('; ')}`);
}
