import { expect, it } from '@jest/globals';
import { deferred } from './process.fixture.ts';
import { SharedJobs } from './shared-jobs.ts';

it('does the work once for all who ask meanwhile, and anew for whoever asks afterwards', async () => {
  const jobs = new SharedJobs<string>();
  const works = counted(['first', 'second']);
  const answers = await Promise.all([jobs.get('a', null, works.next), jobs.get('a', null, works.next)]);
  expect(answers).toEqual(['first', 'first']);
  expect(await jobs.get('a', null, works.next)).toBe('second');
  expect(works.begun).toBe(2);
});

it('keeps work on different things apart', async () => {
  const jobs = new SharedJobs<string>();
  const works = counted(['first', 'second']);
  expect(await Promise.all([jobs.get('a', null, works.next), jobs.get('b', null, works.next)])).toEqual([
    'first',
    'second',
  ]);
});

it('fails for all who asked meanwhile, and tries again for whoever asks afterwards', async () => {
  const jobs = new SharedJobs<string>();
  const failing = async () => Promise.reject(new Error('no tables'));
  const outcomes = await Promise.allSettled([jobs.get('a', null, failing), jobs.get('a', null, failing)]);
  expect(outcomes).toMatchObject([{ reason: { message: 'no tables' } }, { reason: { message: 'no tables' } }]);
  expect(await jobs.get('a', null, async () => 'found')).toBe('found');
});

it('goes on when one of its callers leaves, and is abandoned when the last has left', async () => {
  const jobs = new SharedJobs<string>();
  const work = deferred<string>();
  const signals: AbortSignal[] = [];
  const begin = async (abandoned: AbortSignal) => {
    signals.push(abandoned);

    return work.promise;
  };
  const [one, other] = [new AbortController(), new AbortController()];
  const answers = [jobs.get('a', one.signal, begin), jobs.get('a', other.signal, begin)] as const;
  one.abort(new Error('one has left'));
  await expect(answers[0]).rejects.toThrow('one has left');
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  other.abort(new Error('the other has left'));
  await expect(answers[1]).rejects.toThrow('the other has left');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  const again = jobs.get('a', null, begin);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  work.resolve('found');
  expect(await again).toBe('found');
});

it('begins nothing for a caller who has left already', async () => {
  const works = counted(['first']);
  const left = AbortSignal.abort(new Error('gone'));
  await expect(new SharedJobs<string>().get('a', left, works.next)).rejects.toThrow('gone');
  expect(works.begun).toBe(0);
});

/** Work that returns one result after the other. */
function counted(results: readonly string[]) {
  const works = { begun: 0, next: async () => results[works.begun++]! };

  return works;
}
