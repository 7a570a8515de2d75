import { describe, expect, it } from '@jest/globals';
import { detailOf, RequestFailed } from './api.ts';

const problem = {
  type: 'about:blank',
  title: 'Not found',
  status: 404,
  detail: 'There is no such podcast.',
  code: 'not-found',
};

describe('what a refusal says', () => {
  it('is the detail of a problem', () => {
    expect(detailOf(JSON.stringify(problem), 'Not Found')).toBe('There is no such podcast.');
  });
  it('is the body when that is no problem', () => {
    expect(detailOf('gateway down', 'Bad Gateway')).toBe('gateway down');
    expect(detailOf('{"error":"x"}', 'Bad Gateway')).toBe('{"error":"x"}');
  });
  it('is the status text when there is no body', () => {
    expect(detailOf('', 'Bad Gateway')).toBe('Bad Gateway');
  });
  it('stands after the status', () => {
    expect(new RequestFailed(404, 'There is no such podcast.').message).toBe('404: There is no such podcast.');
  });
});
