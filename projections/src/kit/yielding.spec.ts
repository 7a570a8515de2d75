import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { urgently, yieldToUrgent } from './yielding.ts';

/** Takes longer than a step may. */
function workHard(): void {
  for (const until = performance.now() + 20; performance.now() < until;);
}

it('pauses long work while urgent work runs', async () => {
  const story: string[] = [];
  const long = async () => {
    workHard();
    story.push('a step');
    await yieldToUrgent();
    story.push('the next step');
  };
  const short = urgently(async () => {
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    story.push('what people wait for');
  });
  await Promise.all([long(), short]);
  expect(story).toEqual(['a step', 'what people wait for', 'the next step']);
});

it('resumes long work when the urgent work takes too long', async () => {
  let hasEnded = false;
  let end = () => {};
  const endless = urgently(async () => new Promise<void>((resolve) => (end = resolve))).then(() => (hasEnded = true));
  workHard();
  await yieldToUrgent();
  expect(hasEnded).toBe(false);
  end();
  await endless;
});
