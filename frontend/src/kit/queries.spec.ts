import { expect, it } from '@jest/globals';
import { MutationObserver } from '@tanstack/react-query';
import { RequestFailed } from './api.ts';
import { makeQueryClient } from './queries.ts';

const problem = (code: string) => ({ type: 'about:blank', title: 'x', status: 503, detail: 'x', code });

it.each([
  ['maybe-saved', true],
  ['log-down', false],
])('reloads what the page shows after a write that was answered with %s: %s', async (code, isReloaded) => {
  const client = makeQueryClient();
  client.setQueryData(['episode'], 'as it was');
  const write = new MutationObserver(client, {
    mutationFn: () => Promise.reject(new RequestFailed(503, 'x', problem(code))),
  });
  await expect(write.mutate()).rejects.toThrow('503: x');

  expect(client.getQueryState(['episode'])?.isInvalidated).toBe(isReloaded);
});
