import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WorkerQueue } from './worker-queue.ts';

let folder: string;
let queue: WorkerQueue<string, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-queue-'));
  const file = join(folder, 'echo.mjs');
  writeFileSync(
    file,
    `import { parentPort, workerData } from 'node:worker_threads';
     parentPort.on('message', (job) => {
       if (job === 'end') process.exit(1);
       if (job === 'wait') return;
       if (job === 'fail') return parentPort.postMessage({ failed: { name: 'LogUnavailable', message: 'no log' } });
       parentPort.postMessage({ done: workerData + job });
     });`,
  );
  queue = new WorkerQueue(pathToFileURL(file), 'hello ');
});
afterAll(async () => {
  await queue.stop();
  rmSync(folder, { recursive: true });
});

it('does jobs in their order and passes on what one throws', async () => {
  const outcomes = await Promise.allSettled(['a', 'fail', 'b'].map(async (job) => queue.run(job)));
  expect(outcomes).toMatchObject([
    { value: 'hello a' },
    { reason: { name: 'LogUnavailable', message: 'no log' } },
    { value: 'hello b' },
  ]);
});

it('starts the thread again when it has ended by itself', async () => {
  await expect(queue.run('end')).rejects.toThrow('the thread has ended');
  expect(await queue.run('c')).toBe('hello c');
});

it('sends away whom it cannot serve soon, and lets nobody wait for a thread that is stopped', async () => {
  const waiting = Promise.allSettled(Array.from({ length: 21 }, async () => queue.run('wait')));
  await expect(queue.run('late')).rejects.toMatchObject({ code: 'busy', extra: { retryAfterSeconds: 5 } });
  await queue.stop();
  expect((await waiting).filter(({ status }) => status === 'rejected')).toHaveLength(21);
});
