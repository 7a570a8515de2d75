import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { timeLimit } from './time-limit.ts';

it('ends what it is a part of, even when nobody else holds it', async () => {
  const either = AbortSignal.any([new AbortController().signal, timeLimit(300)]);
  await collectGarbage();
  await pause(400);

  expect(either.reason).toMatchObject({ name: 'TimeoutError' });
});
