import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Answer, QueryAnswer } from '@earmark/contracts/assistant';
import { startApp, type RunningApp } from '../testing/running-app.ts';
import { ANSWER_FAULTS } from '../testing/stubs/openai-answers.stub.ts';
import { openStubs, type Stubs, type StubFault } from '../testing/stubs/stubs.ts';
import { addTranscripts, episodeOf, seriesUuid, STATUS, vttOf } from './uploads.fixture.ts';

const RESPONSES = '/v1/responses';
const QUESTION = 'What is said about magnesium supplements?';
const AI_UNAVAILABLE = 'The AI service is not available right now.';

let stubs: Stubs;
let app: RunningApp;
beforeAll(async () => {
  stubs = await openStubs();
  app = await startApp({
    ...stubs.environment,
    OPENAI_API_KEY: 'sk-stub-key-1',
    ASSISTANT_TIMEOUT_MS: '2000',
    ASSISTANT_DAILY_LIMIT: '1000',
    ASSISTANT_DAILY_COST: '1000',
  });
  const admin = await app.signIn('admin');
  await addTranscripts(app, {
    1: vttOf('Magnesium supplements help me sleep at night.'),
    2: vttOf('Nobody needs magnesium supplements for breakfast.'),
    3: vttOf('Magnesium supplements are what this one is about, but nobody uploaded it.'),
  });
  app.services.uploadsProcess.start();
  await admin('POST', `${STATUS}/initialize`);
  for (const number of [1, 2]) await admin('POST', `${STATUS}/upload/${episodeOf(number)}`);
});
afterEach(() => {
  stubs.openAiAnswers.fault = null;
  stubs.openAiAnswers.write = null;
  stubs.fail(RESPONSES, null);
});
afterAll(async () => {
  await app.stop();
  await stubs.close();
});

const ask = async (question = QUESTION, scope: object = {}): Promise<Answer> => {
  const { status, body } = await app.visitor('POST', '/api/ask-earmark/query', { question, ...scope });
  const answer = body as QueryAnswer;
  if (status !== 200 || !answer.success) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);

  return answer;
};
interface Order {
  readonly store: boolean;
  readonly input: string;
  readonly tools: readonly { readonly filters?: unknown; readonly vector_store_ids: readonly string[] }[];
}
const lastOrder = () => stubs.openAiAnswers.lastOrder as Order;
const cited = ({ citations }: Answer) =>
  citations.map(({ episodeUuid, timeFormatted, speaker }) => [episodeUuid, timeFormatted, speaker]);

it('answers from the uploaded transcripts, with each citation at its second', async () => {
  const answer = await ask();
  expect(answer).toMatchObject({ provider: 'openai', note: null, isAnswered: true, leftOut: 0, runId: 'resp_stub' });
  expect(new Set(cited(answer))).toEqual(
    new Set([
      [episodeOf(1), '00:00:01', 'Ann'],
      [episodeOf(2), '00:00:01', 'Ann'],
    ]),
  );
  expect(answer.citations.find(({ episodeUuid }) => episodeUuid === episodeOf(1))?.text).toBe(
    'Magnesium supplements help me sleep at night.',
  );
  const order = lastOrder();
  expect([order.store, order.tools[0]!.vector_store_ids, order.tools[0]!.filters]).toEqual([
    false,
    [...stubs.openAiStores.stores.keys()],
    undefined,
  ]);
});

it('restricts the search to the scope, and refuses what was not uploaded', async () => {
  const answer = await ask(QUESTION, { episodeUuids: [episodeOf(2)] });
  expect(lastOrder().tools[0]!.filters).toEqual({ type: 'in', key: 'episode_uuid', value: [episodeOf(2)] });
  expect(cited(answer)).toEqual([[episodeOf(2), '00:00:01', 'Ann']]);
  await ask(QUESTION, { podcastSeriesIds: [seriesUuid] });
  expect(lastOrder().tools[0]!.filters).toEqual({ type: 'in', key: 'podcast_id', value: [seriesUuid] });
  const none = await ask(QUESTION, { episodeUuids: [episodeOf(3)] });
  expect(none).toMatchObject({
    provider: 'offline',
    isAnswered: false,
    note: 'None of the selected episodes has been uploaded to the assistant yet.',
  });
});

it('cites once what is cited at one place twice, and leaves out what no passage says', async () => {
  stubs.openAiAnswers.write = (_, found) => {
    const text =
      'One says "Magnesium supplements help me sleep". One says "I never said this at all". Nobody is cited for this.';
    const own = found.find(({ attributes }) => attributes['episode_uuid'] === episodeOf(1))!;
    const index = text.indexOf('.');
    const again = text.indexOf('. Nobody');

    return {
      text,
      annotations: [index, index, again].map((at) => ({ index: at, fileId: own.fileId })),
    };
  };
  const answer = await ask();
  expect(answer).toMatchObject({ provider: 'openai', leftOut: 2 });
  expect(answer.statements.map(({ text, citations }) => [text, citations])).toEqual([
    ['One says "Magnesium supplements help me sleep".', [1]],
  ]);
});

it('says that nothing answers, with the nearest passages', async () => {
  stubs.openAiAnswers.write = () => ({ text: 'NO_ANSWER', annotations: [] });
  const answer = await ask();
  expect(answer).toMatchObject({ provider: 'openai', isAnswered: false, note: null });
  expect(answer.nearest.length).toBeGreaterThan(0);
});

it.each(ANSWER_FAULTS.filter((fault) => fault !== 'cut'))(
  'is answered by the built-in search when the service answers %s',
  async (fault) => {
    stubs.openAiAnswers.fault = fault;
    expect(await ask()).toMatchObject({ provider: 'offline', note: AI_UNAVAILABLE, isAnswered: true });
  },
);

it('keeps the whole sentences of an answer that was cut off', async () => {
  stubs.openAiAnswers.fault = 'cut';
  const answer = await ask();
  expect(answer.provider).toBe('openai');
  expect(answer.statements).toHaveLength(1);
});

const errorOf = (status: number, code: string, type = code): Partial<StubFault> => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ error: { message: `No, sk-stub-key-1`, type, code, param: null } }),
});

it.each<[string, Partial<StubFault>]>([
  ['401', errorOf(401, 'invalid_api_key')],
  ['429, too many', { ...errorOf(429, 'rate_limit_exceeded', 'requests'), headers: { 'retry-after': '20' } }],
  ['429, no money', errorOf(429, 'insufficient_quota')],
  ['500', errorOf(500, 'server_error')],
  ['nothing in time', { connection: 'silent' }],
  ['half of it', { connection: 'truncated' }],
  ['a broken connection', { connection: 'reset' }],
])('is answered by the built-in search when the service answers %s', async (_, fault) => {
  stubs.fail(RESPONSES, fault);
  const before = stubs.calls.filter(({ path }) => path === RESPONSES).length;
  const answer = await ask();
  expect(answer).toMatchObject({ provider: 'offline', note: AI_UNAVAILABLE, isAnswered: true });
  expect(stubs.calls.filter(({ path }) => path === RESPONSES).length - before).toBe(1);
  expect(app.reports.join('\n') + JSON.stringify(answer)).not.toContain('sk-stub-key-1');
});

it('is answered by the built-in search when the store was deleted behind our back', async () => {
  const known = new Map(stubs.openAiStores.stores);
  stubs.openAiStores.stores.clear();
  expect(await ask()).toMatchObject({ provider: 'offline', note: AI_UNAVAILABLE });
  expect(app.reports.join('\n')).toMatch(/openai did not answer: the vector store vs_stub\d+ no longer exists/);
  for (const [id, store] of known) stubs.openAiStores.stores.set(id, store);
  expect(await ask()).toMatchObject({ provider: 'openai' });
});
