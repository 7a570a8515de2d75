import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Rejected } from '../rejected.ts';
import { JobExceeded, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const WORKER_JOB = new URL('../../../dist/kit/process/worker-job.js', import.meta.url).href;

let folder: string;
let file: URL;
const pools: WorkerPool<string, string>[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-pool-'));
  const path = join(folder, 'echo.mjs');
  writeFileSync(
    path,
    `import { workerData } from 'node:worker_threads';
     import { setTimeout } from 'node:timers/promises';
     import { workerJob } from '${WORKER_JOB}';
     let cancelled = 0;
     export default workerJob(async (job, signal) => {
       if (job === 'end') process.exit(1);
       if (job === 'hang') await new Promise(() => setInterval(() => {}, 1000));
       if (job === 'wait') await setTimeout(60_000, null, { signal }).finally(() => (cancelled += 1));
       if (job === 'spin') for (;;);
       if (job === 'grow') for (const list = []; ; list.push(new Array(1000).fill(job)));
       if (job === 'refuse') throw Object.assign(new Error('too deep'), { name: 'Rejected', code: 'invalid' });
       if (job === 'fail') throw Object.assign(new Error('no log'), { name: 'LogUnavailable', code: '42P01' });
       if (job === 'cancelled') return String(cancelled);
       return workerData + job;
     });`,
  );
  file = pathToFileURL(path);
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map(async (pool) => pool.stop()));
  rmSync(folder, { recursive: true });
});

it('does jobs in order and passes errors on', async () => {
  const pool = start();
  const outcomes = await Promise.allSettled(['a', 'fail', 'b'].map(async (job) => pool.run(job)));
  expect(outcomes).toMatchObject([
    { value: 'hello a' },
    { reason: { name: 'LogUnavailable', message: 'no log', code: '42P01' } },
    { value: 'hello b' },
  ]);
});

it('restarts a thread that has exited, also for waiting jobs', async () => {
  const pool = start();
  const outcomes = await Promise.allSettled(['end', 'b'].map(async (job) => pool.run(job)));
  expect(outcomes).toMatchObject([{ reason: { message: expect.stringContaining('exited') } }, { value: 'hello b' }]);
  expect(await pool.run('c')).toBe('hello c');
});

it('fails every job while the file of its thread cannot be loaded, and loads it again for the next', async () => {
  const needsTables = join(folder, 'needs-tables.mjs');
  writeFileSync(
    needsTables,
    `import { readFileSync } from 'node:fs';
     import { workerJob } from '${WORKER_JOB}';
     const tables = readFileSync(new URL('tables.sql', import.meta.url), 'utf8');
     export default workerJob(async (job) => tables + job);`,
  );
  const reports: string[] = [];
  const pool = start({ file: pathToFileURL(needsTables), report: (line) => reports.push(line) });
  const failed = { status: 'rejected', reason: { code: 'ENOENT', message: expect.stringContaining('tables.sql') } };
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map(async (job) => pool.run(job)));
  expect(outcomes).toMatchObject([failed, failed, failed, failed]);
  expect(await Promise.allSettled([pool.run('e')])).toMatchObject([failed]);
  writeFileSync(join(folder, 'tables.sql'), 'create table ');
  expect(await pool.run('f')).toBe('create table f');
  // Each caller has its error, so the pool repeats none of them.
  expect(reports).toEqual([]);
});

it('refuses jobs when too many wait, and lets none wait once the threads are stopped', async () => {
  const pool = start({ mostWaiting: 20 });
  const waiting = Promise.allSettled(Array.from({ length: 21 }, async () => pool.run('wait')));
  await expect(pool.run('late')).rejects.toMatchObject({
    code: 'busy',
    message: 'Too many echoes are in progress.',
    extra: { retryAfterSeconds: 5 },
  });
  await pool.stop();
  expect((await waiting).filter(({ status }) => status === 'rejected')).toHaveLength(21);
});

it('cancels the work when the caller has gone, and continues with the next job', async () => {
  const pool = start();
  const [one, other] = [new AbortController(), new AbortController()];
  const first = pool.run('wait', one.signal);
  const second = pool.run('wait', other.signal);
  const third = pool.run('cancelled');
  one.abort(new Error('the caller has gone'));
  await expect(first).rejects.toThrow('the caller has gone');
  other.abort(new Error('so has the other'));
  await expect(second).rejects.toThrow('so has the other');
  expect(Number(await third)).toBeGreaterThanOrEqual(1);
});

it('ends a thread whose work does not stop', async () => {
  const pool = start();
  const gone = new AbortController();
  const hanging = pool.run('hang', gone.signal);
  const next = pool.run('b');
  gone.abort(new Error('the caller has gone'));
  await expect(hanging).rejects.toThrow('the caller has gone');
  expect(await next).toBe('hello b');
});

it.each(['spin', 'grow'])('replaces a thread that exceeds its limits of time and memory: %s', async (job) => {
  const pool = start({ limits: { heapMb: 32, ms: 2000 } });
  const exceeding = pool.run(job);
  const next = pool.run('b');
  await expect(exceeding).rejects.toBeInstanceOf(JobExceeded);
  expect(await next).toBe('hello b');
});

it('passes a refusal on as one', async () => {
  const refusal = start().run('refuse');
  await expect(refusal).rejects.toBeInstanceOf(Rejected);
  await expect(refusal).rejects.toMatchObject({ code: 'invalid', message: 'too deep' });
});

it('does several jobs side by side when configured to', async () => {
  const pool = start({ jobsPerThread: 2 });
  const gone = new AbortController();
  const first = pool.run('wait', gone.signal);
  expect(await pool.run('b')).toBe('hello b');
  gone.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  while ((await pool.run('cancelled')) !== '1');
});

function start(options: Partial<WorkerPoolOptions> = {}): WorkerPool<string, string> {
  const pool = new WorkerPool<string, string>({
    file,
    settings: 'hello ',
    busy: 'Too many echoes are in progress.',
    report: () => {},
    ...options,
  });
  pools.push(pool);

  return pool;
}
