import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RecountView } from '@earmark/contracts/recounts';
import { Leases } from '../kit/process/lease.ts';
import { analyst, app, list, ready, SOON_MS, start, startRecounts, until, viewOf } from './recounts.fixture.ts';

beforeAll(startRecounts);
afterAll(async () => app.stop());

it('pauses and resumes', async () => {
  const id = await start({});
  await ready(id);
  await app.services.pool.query(`update recount.run set status = 'running' where recount_id = $1`, [id]);
  expect((await analyst('POST', `/api/admin/recounts/${id}/pause`)).body).toMatchObject({ status: 'paused' });
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(409);
  expect((await analyst('POST', `/api/admin/recounts/${id}/resume`)).status).toBe(200);
  await ready(id);
});

it('counts one recount at a time, while the others say that they wait', async () => {
  const { pool, recountsProcess } = app.services;
  const holder = await pool.connect();
  try {
    // The first one cannot store what it has counted.
    await holder.query('begin');
    await holder.query('lock table recount.episode in share mode');
    const ids = [await start({}), await start({}), await start({})];
    await until(async () => {
      await recountsProcess.resume();
      return (await blockedCounts()) > 0;
    });
    await recountsProcess.resume();
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect(await blockedCounts()).toBe(1);
    const { recounts } = await list();
    const shown = new Map(recounts.map(({ id, status, isWaiting }) => [id, { status, isWaiting }]));
    expect(ids.map((id) => shown.get(id))).toEqual([
      { status: 'running', isWaiting: false },
      { status: 'running', isWaiting: true },
      { status: 'running', isWaiting: true },
    ]);
    expect((await viewOf(ids[1]!)).isWaiting).toBe(true);
    await holder.query('rollback');
    for (const id of ids) expect(await ready(id)).toMatchObject({ isWaiting: false });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

it('resumes unfinished recounts at start, and begins again where nothing was kept', async () => {
  const id = await start({});
  await ready(id);
  await app.services.pool.query('delete from recount.episode where recount_id = $1', [id]);
  await app.services.pool.query('delete from recount.run where recount_id = $1', [id]);
  await app.services.recountsProcess.resume();
  expect((await ready(id)).after).toMatchObject({ episodes: 3 });
});

it('leaves a recount alone while another process counts one, and takes it over when that one ends', async () => {
  const id = await start({});
  await ready(id);
  const { pool, recountsProcess, databaseUrl } = app.services;
  const other = new Leases(databaseUrl, () => {});
  const ended = new AbortController();
  const counting = new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()));
  let held: Promise<boolean> = Promise.resolve(false);
  await new Promise<void>((resolve) => {
    held = other.tryHold('recount', async () => {
      resolve();
      await counting;
    });
  });
  try {
    await pool.query('delete from recount.episode where recount_id = $1', [id]);
    await pool.query(`update recount.run set status = 'running' where recount_id = $1`, [id]);
    await recountsProcess.resume();
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect((await viewOf(id)).status).toBe('running');
  } finally {
    // With its connection, as when a process is killed.
    await other.close();
    ended.abort();
    await held;
  }
  await until(async () => {
    await recountsProcess.resume();
    return (await viewOf(id)).status === 'ready';
  });
});

it('sends the progress of recounts to viewers until none is being counted', async () => {
  const id = await start({});
  await ready(id);
  const { pool } = app.services;
  // Only its rows say so; no process counts it.
  await pool.query(`update recount.run set status = 'running', done = 1, total = 4 where recount_id = $1`, [id]);
  const [early, late] = [await watch(), await watch()];
  await until(async () => early.shown().length === 1 && late.shown().length === 1);
  expect(early.shown()[0]).toMatchObject({ id, status: 'running', progress: { percent: 25 } });
  await pool.query('update recount.run set done = 2 where recount_id = $1', [id]);
  await until(async () => early.shown().length === 2);
  await pool.query(`update recount.run set status = 'ready', done = 4 where recount_id = $1`, [id]);
  await Promise.all([early.ended, late.ended]);
  expect(early.shown()).toEqual([
    expect.objectContaining({ status: 'running' }),
    expect.objectContaining({ status: 'running', progress: expect.objectContaining({ percent: 50 }) }),
    expect.objectContaining({ status: 'ready', after: expect.any(Object) }),
  ]);
  expect(early.text()).toMatch(/event: complete\ndata: \{\}\n\n$/);
  expect(late.shown().at(-1)).toEqual(early.shown().at(-1));
  const nothing = await watch();
  await nothing.ended;
  expect(nothing.shown()).toEqual([]);
  expect((await app.visitor('GET', '/api/admin/recounts/progress')).status).toBe(401);
});

/** How many recounts wait for a lock of a table. */
async function blockedCounts(): Promise<number> {
  const { rows } = await app.services.pool.query<{ blocked: number }>(
    `select count(*)::integer as blocked from pg_stat_activity
     where datname = current_database() and application_name = 'earmark recounts' and wait_event_type = 'Lock'`,
  );

  return rows[0]!.blocked;
}
async function watch() {
  const login = { username: 'analyst', password: 'correct horse battery' };
  const { headers } = await app.visitor('POST', '/api/auth/login', login);
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0]!;
  const response = await fetch(`${app.url}/api/admin/recounts/progress`, { headers: { cookie } });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  };

  return {
    ended: read(),
    text: () => text,
    shown: () =>
      text.split('\n\n').flatMap((block) => {
        const [, data] = /^data: (\{"id".*\})$/m.exec(block) ?? [];
        return data === undefined ? [] : [JSON.parse(data) as RecountView];
      }),
  };
}
