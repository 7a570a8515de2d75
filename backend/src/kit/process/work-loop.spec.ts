import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { deferred, processDatabase, until, type ProcessDatabase } from './process.fixture.ts';
import { WorkLoop } from './work-loop.ts';

let database: ProcessDatabase;
const loops: WorkLoop[] = [];
beforeEach(async () => {
  database = await processDatabase();
});
afterEach(async () => {
  await Promise.all(loops.splice(0).map(async (loop) => loop.stop()));
  await database.close();
});

it('does one piece at a time on all servers together, in order, where the work is exclusive', async () => {
  const work = pieces(['a', 'b', 'c', 'd']);
  const servers = [serve(work), serve(work)];
  for (const expected of ['a', 'b', 'c', 'd']) {
    await until(() => work.running.size > 0);
    // Both servers look, and find that one piece is being done.
    await Promise.all(servers.map(async (loop) => loop.lookNow()));
    expect([...work.running.keys()]).toEqual([expected]);
    work.finish(expected);
  }
  expect(work.most).toBe(1);
});

it('lets another server go on with exclusive work when the one that does it is cut off', async () => {
  const work = pieces(['a']);
  serve(work);
  serve(work);
  await until(() => work.begun === 1);
  await database.cutConnections();
  await until(() => work.begun === 2);
  expect(work.running.size).toBe(1);
  work.finish('a');
  await until(() => work.open.length === 0);
});

it('goes on to the next piece while an exclusive one waits for its next attempt', async () => {
  const work = pieces(['failing', 'fine']);
  serve(work);
  await until(() => work.running.has('failing'));
  work.fail('failing');
  await until(() => work.running.has('fine'));
  work.finish('fine');
  await until(() => work.done.length === 1);
  expect(work.done).toEqual(['fine']);
  expect(database.reports[0]).toBe('piece failing: it failed; trying again in 1 s');
});

function serve(work: ReturnType<typeof pieces>): WorkLoop {
  const loop = new WorkLoop({
    name: 'piece',
    leases: database.server(),
    report: (line) => database.reports.push(line),
    list: async () => [...work.open],
    run: work.run,
    isExclusive: true,
    lookMs: 20,
  });
  loop.start();
  loops.push(loop);

  return loop;
}

/** Work that ends when it is told to, or when its signal is aborted. */
function pieces(open: string[]) {
  const running = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const work = {
    open,
    running,
    begun: 0,
    /** At once. */
    most: 0,
    done: [] as string[],
    run: async (id: string, signal: AbortSignal) => {
      if (!open.includes(id)) return;
      work.begun += 1;
      const { promise, resolve, reject } = deferred<void>();
      signal.addEventListener('abort', () => reject(new Error('cut off')));
      running.set(id, { resolve, reject });
      work.most = Math.max(work.most, running.size);
      await promise.finally(() => running.delete(id));
    },
    finish: (id: string) => {
      open.splice(open.indexOf(id), 1);
      work.done.push(id);
      running.get(id)!.resolve();
      running.delete(id);
    },
    fail: (id: string) => running.get(id)!.reject(new Error('it failed')),
  };

  return work;
}
