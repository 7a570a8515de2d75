import { setImmediate as turns } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Places, type PlacesOptions } from './places.ts';

const many = { atOnce: 3, perCaller: 2, waiting: 3, waitingPerCaller: 2, patienceMs: null, busy: 'Too many sing.' };

it('gives a free place to the caller who holds the fewest, whoever waited first', async () => {
  const { sing, order } = singers({ ...many, atOnce: 2 });
  const [first] = [sing('greedy'), sing('greedy'), sing('greedy'), sing('other')];
  first.stop();
  await first.done;
  await turns();

  expect(order).toEqual(['greedy', 'greedy', 'other']);
});

it('refuses what a caller asks beyond its own limits as its own, and beyond those of all as busy', async () => {
  const { sing } = singers(many);
  for (const caller of ['greedy', 'greedy', 'greedy', 'greedy', 'other', 'another']) sing(caller);

  await expect(sing('greedy').done).rejects.toMatchObject({ code: 'too-many-calls' });
  await expect(sing('another').done).rejects.toMatchObject({
    code: 'busy',
    message: 'Too many sing.',
    extra: { retryAfterSeconds: 5 },
  });
});

it('lets somebody who leaves out of the queue, and nobody wait longer than its patience', async () => {
  const { sing, order } = singers({ ...many, atOnce: 1, patienceMs: 1 });
  const gone = new AbortController();
  const held = sing('one');
  const leaving = sing('two', gone.signal);
  gone.abort(new Error('has left'));

  await expect(leaving.done).rejects.toThrow('has left');
  await expect(sing('three').done).rejects.toMatchObject({ code: 'busy' });
  held.stop();
  await held.done;
  expect(order).toEqual(['one']);
});

function singers(options: PlacesOptions) {
  const places = new Places(options);
  const order: string[] = [];
  const sing = (caller: string, left: AbortSignal | null = null) => {
    let stop = () => {};
    const silence = new Promise<void>((resolve) => (stop = resolve));
    const work = async () => {
      order.push(caller);
      await silence;
    };
    const done = places.take(caller, work, left);
    // Those that go on are left alone.
    done.catch(() => undefined);

    return { done, stop: () => stop() };
  };

  return { sing, order };
}
