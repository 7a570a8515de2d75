import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import pg from 'pg';
import { atOneMoment } from './kit/snapshot.ts';
import { EntityManager } from './testing/entity-manager.ts';
import type { Answer } from './testing/running-app.ts';

const TRIES = 200;

let world: EntityManager;
let entityId: string;
let database: pg.Client;
beforeAll(async () => {
  world = await EntityManager.start();
  await world.nextEpisode();
  const { body } = await world.admin('GET', `/api/podcasts/${await podcast()}/${world.episodeUuid}`);
  entityId = (body as EpisodePage).entityMentions[0]!.entity.id;
  database = new pg.Client({ connectionString: world.app.services.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await world.app.stop();
});

it('ends what callers who left have asked for, so that others are answered', async () => {
  await whileLocked('read.mentions_decision, read.subjects_event', async () => {
    const gone = new AbortController();
    // Two of the breakdowns are being worked out and eight wait: none is refused.
    const calls = Array.from({ length: 30 }, async (_, index) =>
      world.app.visitor('GET', index % 3 ? `/api/history?entityId=${entityId}` : why(), undefined, {}, gone.signal),
    );
    const ended = Promise.allSettled(calls);
    await until(async () => (await waitingReads()) > 1);
    gone.abort();
    await ended;

    expect(await world.app.visitor('GET', '/api/dashboard/recent-episodes')).toMatchObject({ status: 200 });
    await until(async () => (await waitingReads()) === 0);
  });
  expect(world.app.reports).toEqual([]);
});

it('refuses the many calls of one visitor, not those of somebody else, in one line of the log', async () => {
  let mine: Promise<Answer[]>;
  let theirs: Promise<Answer>;
  await whileLocked('read.mentions_decision', async () => {
    mine = Promise.all(Array.from({ length: 30 }, async () => world.app.visitor('GET', why())));
    await until(async () => (await waitingReads()) === 2);
    theirs = world.admin('GET', why());
    await until(async () => (await waitingReads()) === 3);
  });
  const refused = (await mine!).filter(({ status }) => status !== 200);
  expect((await theirs!).status).toBe(200);
  // Two are answered at once and ten wait.
  expect(refused.length).toBeGreaterThanOrEqual(18);
  expect(refused[0]).toMatchObject({ status: 429, body: { code: 'too-many-calls' } });
  expect(refused[0]!.headers.get('retry-after')).toBe('5');
  expect(world.app.reports).toEqual([expect.stringMatching(/^too-many-calls 429 GET .*\/why: [^\n]*$/)]);
});

it('answers busy when a statement is ended at its limit, in one line of the log', async () => {
  world.app.reports.length = 0;
  let answer: Promise<Answer>;
  await whileLocked('read.mentions_decision', async () => {
    // The breakdown everywhere is remembered.
    answer = world.app.visitor('GET', `${why()}?episode=${world.episodeUuid}`);
    await until(async () => (await waitingReads()) === 1);
    // As Postgres does by itself at the limit of time.
    await database.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'earmark' and wait_event_type = 'Lock'`,
    );
    expect(await answer).toMatchObject({ status: 503, body: { code: 'busy' } });
  });
  expect((await answer!).headers.get('retry-after')).toMatch(/^\d+$/);
  expect(world.app.reports).toEqual([expect.stringMatching(/^busy 503 GET .*\/why: [^\n]*$/)]);
  expect(await world.app.visitor('GET', why())).toMatchObject({ status: 200 });
});

it('limits the time of every statement, most of all of those of a page, for that page only', async () => {
  const pool = new pg.Pool({ connectionString: world.app.services.databaseUrl, max: 1 });
  const limitOf = async (db: Pick<pg.Pool, 'query'>) =>
    (await db.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`)).rows[0]!.limit;
  try {
    expect(await atOneMoment(pool, async (db) => limitOf(db))).toMatch(/^[1-9]\d?s$/);
    expect(await limitOf(pool)).toBe('0');
    expect(await limitOf(world.app.services.pool)).toBe('1min');
  } finally {
    await pool.end();
  }
});

it('lets one visitor open a hundred feeds and no more, until some are closed', async () => {
  const gone = new AbortController();
  const open = async () => fetch(`${world.app.url}/api/events`, { signal: gone.signal });
  const feeds = await Promise.all(Array.from({ length: 100 }, async () => open()));
  expect(feeds.every(({ status }) => status === 200)).toBe(true);

  expect(await world.app.visitor('GET', '/api/events')).toMatchObject({
    status: 429,
    body: { code: 'too-many-calls' },
  });
  expect(await world.app.visitor('GET', '/api/dashboard/recent-episodes')).toMatchObject({ status: 200 });
  gone.abort();
  await until(async () => world.app.feed.subscribers === 0);
  const again = await fetch(`${world.app.url}/api/events`);
  expect(again.status).toBe(200);
  await again.body!.cancel();
});

async function podcast(): Promise<string> {
  const { body } = await world.admin('GET', '/api/dashboard/podcast-series');

  return (body as { id: string }[])[0]!.id;
}

const why = (): string => `/api/entities/${entityId}/why`;

/** Statements that read these tables do not end before the work does. */
async function whileLocked(tables: string, work: () => Promise<void>): Promise<void> {
  await database.query(`begin; lock table ${tables} in access exclusive mode`);
  try {
    await work();
  } finally {
    await database.query('rollback');
  }
}

async function waitingReads(): Promise<number> {
  // Otherwise a transaction sees the same activity all the time.
  await database.query('select pg_stat_clear_snapshot()');
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name = 'earmark' and wait_event_type = 'Lock'`,
  );

  return rows[0]!.count;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries === TRIES) throw new Error(`${await waitingReads()} reads wait`);
    await pause(50);
  }
}
