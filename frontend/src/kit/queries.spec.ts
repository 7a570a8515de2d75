import { expect, it } from '@jest/globals';
import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { RequestFailed, Unreachable } from './api.ts';
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

it('holds nothing back to send it later: a write without a connection fails at once', async () => {
  onlineManager.setOnline(false);
  try {
    const write = new MutationObserver(makeQueryClient(), { mutationFn: () => Promise.reject(new Unreachable(true)) });
    await expect(write.mutate()).rejects.toThrow(/^This device is offline/);
  } finally {
    onlineManager.setOnline(true);
  }
});
