import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { detailOf, RequestFailed, sendJson } from './api.ts';

const problem = {
  type: 'about:blank',
  title: 'Not found',
  status: 404,
  detail: 'There is no such podcast.',
  code: 'not-found',
};

describe('the message of a refusal', () => {
  it('is the detail of a problem', () => {
    expect(detailOf(JSON.stringify(problem), 'Not Found')).toBe('There is no such podcast.');
  });
  it('is the body if that is not problem+json', () => {
    expect(detailOf('gateway down', 'Bad Gateway')).toBe('gateway down');
    expect(detailOf('{"error":"x"}', 'Bad Gateway')).toBe('{"error":"x"}');
  });
  it('is the status text when there is no body', () => {
    expect(detailOf('', 'Bad Gateway')).toBe('Bad Gateway');
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
