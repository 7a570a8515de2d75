import { json, type StubAnswer, type StubRequest } from './stub-answer.ts';

export const DEEPGRAM_KEYS = { DEEPGRAM_API_KEY: 'dg-stub-key-1' };

export function deepgram({ path, headers, method, query, bytes }: StubRequest): StubAnswer {
  if (headers.authorization !== `Token ${DEEPGRAM_KEYS.DEEPGRAM_API_KEY}`)
    return json(401, { err_code: 'INVALID_AUTH', err_msg: 'Invalid credentials.', request_id: 'r1' });
  if (path === '/deepgram/v1/projects') return json(200, { projects: [] });
  if (path !== '/deepgram/v1/listen' || method !== 'POST')
    return json(404, { category: 'NOT_FOUND', message: 'Not found', details: '', request_id: 'r1' });
  if (bytes.length === 0 || query.get('utterances') !== 'true')
    return json(400, { err_code: 'Bad Request', err_msg: 'Bad Request: failed to process audio', request_id: 'r1' });

  return json(200, {
    metadata: { request_id: 'r1', duration: 6.1, channels: 1, models: ['m'], created: '2026-11-20T10:00:00Z' },
    results: {
      channels: [{ alternatives: [{ transcript: 'Welcome back. I take magnesium.', confidence: 0.98, words: [] }] }],
      utterances: [
        {
          start: 0,
          end: 2.5,
          confidence: 0.98,
          channel: 0,
          transcript: 'Welcome back.',
          words: [],
          speaker: 0,
          id: 'u1',
        },
        {
          start: 2.6,
          end: 6.1,
          confidence: 0.97,
          channel: 0,
          transcript: 'I take magnesium.',
          words: [],
          speaker: 1,
          id: 'u2',
        },
      ],
    },
  });
}
