import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { MODEL_FAULTS } from '../testing/stubs/openai-models.stub.ts';
import type { LanguageModel, TextPiece } from './language-model.ts';
import { UnusableAnswer } from './model-errors.ts';
import { modelOrder, openModels, refusedWith, STUB_KEY, type ModelTools } from './models.fixture.ts';

const Names = z.object({ entities: z.array(z.object({ name: z.string(), segmentIds: z.array(z.number()) })) });
const asked = { ...modelOrder(), schema: Names, schemaName: 'discovery' };

let tools: ModelTools;
beforeAll(async () => {
  tools = await openModels();
});
afterEach(() => {
  tools.stubs.models.fault = null;
  tools.stubs.models.answer = null;
  for (const path of Object.values(APIS)) tools.stubs.fail(path, null);
  tools.stubs.calls.length = 0;
});
afterAll(async () => tools.close());

const APIS = { responses: '/v1/responses', chat: '/v1/chat/completions' };
const via = (api: string, settings: Record<string, string> = {}) => tools.model({ LLM_API: api, ...settings });
const local = () => ({
  LLM_BASE_URL: `${tools.stubs.url}/v1`,
  LLM_PROVIDER: 'openai-compatible',
  LLM_MODEL: 'stub-model',
});
const lastCall = () => z.record(z.string(), z.unknown()).parse(JSON.parse(tools.stubs.calls.at(-1)!.body));

const chatDelta = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const responseDelta = (delta: string): string =>
  `data: ${JSON.stringify({ type: 'response.output_text.delta', delta })}\n\n`;

async function written(model: LanguageModel, signal?: AbortSignal): Promise<TextPiece[]> {
  const pieces: TextPiece[] = [];
  for await (const piece of model.text(modelOrder(signal ? { signal } : {}))) pieces.push(piece);

  return pieces;
}

describe.each(Object.entries(APIS))('over %s', (api, path) => {
  it('answers in the shape that was asked for, and says what it took', async () => {
    const { parsed, ...usage } = await via(api).structured(asked);
    expect(parsed).toEqual({ entities: [{ name: 'Naval Ravikant', segmentIds: [0] }] });
    expect(usage).toEqual({ model: 'gpt-5.6-luna', inputTokens: expect.any(Number), outputTokens: expect.any(Number) });
    expect(usage.inputTokens).toBeGreaterThan(0);
    expect(tools.stubs.calls.map((call) => call.path)).toEqual([path]);
  });

  it('writes a text piece by piece, and what it took at its end', async () => {
    tools.stubs.models.answer = () => 'Ann takes magnesium in the evening.';
    const pieces = await written(via(api));
    const texts = pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []));
    expect(texts.join('')).toBe('Ann takes magnesium in the evening.');
    expect(texts.length).toBeGreaterThan(2);
    expect(pieces.at(-1)).toMatchObject({ type: 'end', isComplete: true, model: 'gpt-5.6-luna' });
  });

  it('says that a text was cut off', async () => {
    tools.stubs.models.fault = { kind: 'max-output-tokens', after: 0 };
    expect((await written(via(api))).at(-1)).toMatchObject({ type: 'end', isComplete: false });
  });

  it.each<[(typeof MODEL_FAULTS)[number], string]>([
    ['max-output-tokens', 'The AI service stopped before the end of its answer, which was too long.'],
    ['content-filter', 'The AI service withheld its answer (content filter).'],
    ['refusal', 'The AI service declined to answer.'],
    ['invalid-json', 'The AI service did not answer in valid JSON.'],
    ['wrong-shape', 'The AI service answered in another shape than asked for.'],
    ['empty', 'The AI service answered nothing.'],
  ])('refuses an unusable answer (%s), and knows what it took', async (kind, message) => {
    tools.stubs.models.fault = { kind, after: 0 };
    const error: unknown = await via(api)
      .structured(asked)
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof UnusableAnswer)) throw new Error('the answer was used', { cause: error });
    expect(error).toMatchObject({ code: 'model-answer-unusable', reason: kind, message });
    expect(error.usage.inputTokens).toBeGreaterThan(0);
  });

  it.each<[(typeof MODEL_FAULTS)[number], string, string, object | undefined]>([
    ['wrong-key', 'model-key-refused', 'The AI service rejected the API key. Check LLM_API_KEY.', undefined],
    [
      'quota',
      'model-quota-used-up',
      'The AI service reports that its quota is used up or unpaid. Check plan and billing.',
      undefined,
    ],
    [
      'throttled',
      'model-throttled',
      'The AI service receives too many requests at the moment (429).',
      { retryAfterSeconds: 1 },
    ],
    ['error', 'model-unavailable', 'The AI service is temporarily unavailable (500).', {}],
    [
      'credit',
      'model-quota-used-up',
      'The AI service reports that its quota is used up or unpaid. Check plan and billing.',
      undefined,
    ],
  ])('says what %s means, in answers and in texts', async (kind, code, message, extra) => {
    tools.stubs.models.fault = { kind, after: 0 };
    expect(await refusedWith(via(api).structured(asked))).toEqual({ code, message, extra });
    expect(await refusedWith(written(via(api)))).toEqual({ code, message, extra });
  });

  it('declines a text, and ends it when the connection breaks off', async () => {
    tools.stubs.models.fault = { kind: 'refusal', after: 0 };
    expect(await refusedWith(written(via(api)))).toMatchObject({ code: 'model-answer-unusable' });
    tools.stubs.models.fault = null;
    tools.stubs.fail(path, { connection: 'truncated' });
    expect(await refusedWith(written(via(api)))).toMatchObject({ code: 'model-unavailable' });
  });

  it.each([
    ['{"error":{"message":"Overloaded","code":503}}', 'model-unavailable', 'The AI service failed to answer.'],
    [
      '{"error":{"message":"Slow down","code":"rate_limit_exceeded"}}',
      'model-throttled',
      'The AI service receives too many requests at the moment (429).',
    ],
    [
      '{"error":{"message":"Pay","code":"insufficient_quota"}}',
      'model-quota-used-up',
      'The AI service reports that its quota is used up or unpaid. Check plan and billing.',
    ],
    ['{"choices":[{"delta":{"conte', 'model-unavailable', 'The AI service answered something that cannot be read.'],
    ['null', 'model-unavailable', 'The AI service answered something that cannot be read.'],
    ['{"choices":"none","type":7}', 'model-unavailable', 'The AI service answered something that cannot be read.'],
  ])('ends a text with a refusal when %s comes in the middle', async (data, code, message) => {
    const begun = api === 'chat' ? chatDelta('Ann takes') : responseDelta('Ann takes');
    tools.stubs.fail(path, { status: 200, body: `${begun}data: ${data}\n\n`, contentType: 'text/event-stream' });
    expect(await refusedWith(written(via(api)))).toMatchObject({ code, message });
  });

  it('refuses an event without an end, of which the client would copy all that came for each piece', async () => {
    tools.stubs.fail(path, { status: 200, body: `data: ${'a'.repeat(6_000_000)}`, contentType: 'text/event-stream' });
    expect(await refusedWith(written(via(api)))).toMatchObject({
      code: 'model-refused',
      message: 'The AI service answered more than 5 MB.',
    });
  });

  it('waits as long as LLM_TIMEOUT_MS', async () => {
    tools.stubs.fail(path, { connection: 'silent' });
    const impatient = via(api, { LLM_TIMEOUT_MS: '100' });
    const expected = { code: 'model-slow', message: 'The AI service did not answer within 0.1 seconds.' };
    expect(await refusedWith(impatient.structured(asked))).toMatchObject(expected);
    expect(await refusedWith(written(impatient))).toMatchObject(expected);
  });

  it('ends with the reason of the signal', async () => {
    tools.stubs.fail(path, { connection: 'silent' });
    const ending = new AbortController();
    const reason = new Error('the page was left');
    const answers = [via(api).structured({ ...asked, signal: ending.signal }), written(via(api), ending.signal)];
    setImmediate(() => ending.abort(reason));
    for (const answer of answers) await expect(answer).rejects.toBe(reason);
  });

  it('names a model that the server does not have, and a connection that is closed', async () => {
    expect(await refusedWith(via(api, { LLM_MODEL: 'no-such-model' }).structured(asked))).toMatchObject({
      code: 'model-unknown',
      message: 'Model no-such-model is not available on the server. Check LLM_MODEL.',
    });
    tools.stubs.fail(path, { connection: 'reset' });
    expect(await refusedWith(via(api).structured(asked))).toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(/^The AI service cannot be reached: The connection to .* failed or broke off\.$/),
    });
  });

  it('passes on the reason of a refusal, without the key', async () => {
    const body = JSON.stringify({ error: { message: `maximum context length is 8192, key ${STUB_KEY}` } });
    tools.stubs.fail(path, { status: 400, body, contentType: 'application/json' });
    expect(await refusedWith(via(api).structured(asked))).toMatchObject({
      code: 'model-refused',
      message: 'The AI service refused the request (400): maximum context length is 8192, key …',
    });
  });

  it.each(['<html>Sorry</html>', '{"oops"', '[]'])('refuses what is no answer at all: %s', async (body) => {
    tools.stubs.fail(path, { status: 200, body, contentType: 'application/json' });
    expect(await refusedWith(via(api).structured(asked))).toMatchObject({ code: 'model-answer-unusable' });
  });
});

it('reads a text of a server that sends other lines in between', async () => {
  const lines = [
    ': waiting\n\n',
    'data: {"model":"stub-model","usage":null}\n\n',
    'data: {"choices":[{"index":0,"delta":null}]}\n\n',
    chatDelta('Ann takes'),
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  ];
  tools.stubs.fail(APIS.chat, { status: 200, body: lines.join(''), contentType: 'text/event-stream' });
  expect(await written(tools.model(local()))).toEqual([
    { type: 'text', text: 'Ann takes' },
    { type: 'end', isComplete: true, model: 'stub-model', inputTokens: 0, outputTokens: 0 },
  ]);
});

it('calls OpenAI over Responses and other servers over Chat, unless told otherwise', async () => {
  const paths = [];
  for (const settings of [{}, local(), { ...local(), LLM_API: 'responses' }]) {
    await tools.model(settings).structured(asked);
    paths.push(tools.stubs.calls.at(-1)!.path);
  }
  expect(paths).toEqual([APIS.responses, APIS.chat, APIS.responses]);
});

it('keeps nothing at the service, and thinks little', async () => {
  await tools.model().structured(asked);
  expect(lastCall()).toMatchObject({ store: false, reasoning: { effort: 'low' }, max_output_tokens: 500 });
});

it('tells local models the schema, and takes JSON out of a block of Markdown', async () => {
  tools.stubs.models.answer = () => '```json\n{"entities":[]}\n```';
  expect((await tools.model(local()).structured(asked)).parsed).toEqual({ entities: [] });
  const { messages, max_tokens: limit } = lastCall();
  expect(limit).toBe(500);
  expect(JSON.stringify(messages)).toContain('segmentIds');
});

it('is chosen by the settings', () => {
  const none = { LLM_API_KEY: '' };
  const providers = [
    none,
    { ...none, OPENAI_API_KEY: 'sk-stub-1' },
    { ...none, LLM_BASE_URL: 'http://127.0.0.1:11434/v1' },
    { ...none, LLM_PROVIDER: 'offline', OPENAI_API_KEY: 'sk-stub-1' },
  ].map((settings) => tools.models(settings).provider);
  expect(providers).toEqual(['offline', 'openai', 'openai-compatible', 'offline']);
  expect(tools.models(none).current).toBeNull();
  expect([tools.model().contextTokens, tools.model(local()).contextTokens]).toEqual([128_000, 4096]);
});

it.each([
  [{ LLM_PROVIDER: 'openai', LLM_API_KEY: '' }, 'OPENAI_API_KEY is not set.'],
  [{ LLM_PROVIDER: 'openai-compatible' }, 'LLM_BASE_URL and LLM_MODEL are not set.'],
  [{ LLM_BASE_URL: 'http://127.0.0.1:1/v1' }, 'LLM_MODEL is not set.'],
])('says which settings are missing: %o', (settings, message) => {
  const models = tools.models(settings);
  expect(() => models.current).toThrow(expect.objectContaining({ code: 'not-configured', message }));
});

it('gives the key of OpenAI to OpenAI only', async () => {
  await tools.model({ ...local(), LLM_API_KEY: '', OPENAI_API_KEY: 'sk-openai-1' }).structured(asked);
  expect(tools.stubs.calls.at(-1)?.headers['authorization']).toBe('Bearer none');
  await tools.model({ LLM_API_KEY: '', OPENAI_API_KEY: 'sk-openai-1' }).structured(asked);
  expect(tools.stubs.calls.at(-1)?.headers['authorization']).toBe('Bearer sk-openai-1');
});

it('says of a check whether the model is there', async () => {
  expect(await tools.model().check()).toBe('It accepts the key and has the model gpt-5.6-luna.');
  expect(await tools.model({ LLM_MODEL: 'gpt-9' }).check()).toBe(
    'It answers, but does not list the model gpt-9. Check LLM_MODEL.',
  );
  expect(await refusedWith(tools.model({ LLM_API_KEY: 'sk-bad-1234' }).check())).toMatchObject({
    code: 'model-key-refused',
  });
});
