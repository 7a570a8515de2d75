import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { detailOf, getJson, RequestFailed, sendJson } from './api.ts';

const problem = {
  type: 'about:blank',
  title: 'Not found',
  status: 404,
  detail: 'There is no such podcast.',
  code: 'not-found',
};

describe('the message of a refusal', () => {
  it('is the detail of a problem', () => {
    expect(detailOf(JSON.stringify(problem), 404)).toBe('There is no such podcast.');
  });
  it('is never the page of whatever stands before the server', () => {
    expect(detailOf('<html><h1>502 Bad Gateway</h1></html>', 502)).toBe(
      'Earmark does not answer. Try again in a moment.',
    );
    expect(detailOf('{"error":"x"}', 500)).toBe('The server could not answer this.');
    expect(detailOf('', 503)).toMatch(/^Earmark does not answer at present/);
  });
  it('follows the status', () => {
    expect(new RequestFailed(404, 'There is no such podcast.').message).toBe('404: There is no such podcast.');
  });
});

describe('a call', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  it.each([
    [true, 'Earmark does not answer. Check the connection and try again.'],
    [false, 'This device is offline. Try again when it is connected.'],
  ])('that does not arrive says so in words of ours; is the device online: %p', async (onLine, words) => {
    Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true });
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(getJson('/api/somewhere', z.unknown())).rejects.toThrow(words);
    Reflect.deleteProperty(globalThis, 'navigator');
  });
  it('that is answered by a page says nothing of it', async () => {
    globalThis.fetch = () => Promise.resolve(new Response('<html>Sign in to this network</html>'));
    await expect(getJson('/api/somewhere', z.object({}))).rejects.toThrow(/^The answer of .* unexpected shape\.$/);
  });
  it('that sends a body can be aborted', async () => {
    // Never answers.
    globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const leaving = new AbortController();
    const call = sendJson('POST', '/api/somewhere', z.unknown(), {}, {}, leaving.signal);
    leaving.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});
