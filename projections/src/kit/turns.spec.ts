import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { afterOthers, first } from './turns.ts';

/** Longer than any step may be. */
function workHard(): void {
  for (const until = performance.now() + 20; performance.now() < until;);
}

it('lets long work stand still while there is something that people wait for', async () => {
  const story: string[] = [];
  const long = async () => {
    workHard();
    story.push('a step');
    await afterOthers();
    story.push('the next step');
  };
  const short = first(async () => {
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    story.push('what people wait for');
  });
  await Promise.all([long(), short]);
  expect(story).toEqual(['a step', 'what people wait for', 'the next step']);
});

it('lets long work go on all the same when that takes too long', async () => {
  let hasEnded = false;
  let end = () => {};
  const endless = first(async () => new Promise<void>((resolve) => (end = resolve))).then(() => (hasEnded = true));
  workHard();
  await afterOthers();
  expect(hasEnded).toBe(false);
  end();
  await endless;
});
