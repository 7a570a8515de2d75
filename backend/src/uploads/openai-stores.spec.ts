import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Rejected } from '../kit/rejected.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import { RefusesAll } from './openai-refusals.ts';
import { OpenAiStores } from './openai-stores.ts';

let stubs: Stubs;
beforeAll(async () => {
  stubs = await openStubs();
});
afterEach(() => stubs.fail('/v1/files', null));
afterAll(async () => stubs.close());

const signal = AbortSignal.timeout(60_000);
const open = (key = 'sk-stub-key-1', timeoutMs = 5000) =>
  new OpenAiStores({ baseUrl: `${stubs.url}/v1`, key, timeoutMs, secrets: [key] });
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Rejected)) throw new Error(`it was not refused: ${String(error)}`);
  const { code, message, extra } = error;

  return { code, message, extra, refusesAll: error instanceof RefusesAll };
};
const uploaded = async (text = 'Hello.') => {
  const stores = open();
  const vectorStoreId = await stores.createStore('library', signal);
  const fileId = await stores.createFile('a.md', text, signal);

  return { stores, file: { fileId, vectorStoreId } };
};

it.each([
  ['sk-bad-1', 'outside-refused', true, 'OpenAI rejected the API key (401). Check OPENAI_API_KEY.', undefined],
  [
    'sk-quota-1',
    'outside-refused',
    true,
    'OpenAI reports that its quota is used up or unpaid. Check plan and billing.',
    undefined,
  ],
  ['sk-rate-1', 'upstream-throttled', false, 'OpenAI receives too many requests at the moment (429).', 7],
  ['sk-500-1', 'upstream-unavailable', false, 'OpenAI is temporarily unavailable (500).', undefined],
])('says what %s means, after a single call', async (key, code, refusesAll, message, seconds) => {
  const before = stubs.calls.length;
  const found = await refusal(open(key).createFile('a.md', 'Hello.', signal));
  expect(found).toMatchObject({ code, message, refusesAll });
  expect(found.extra?.['retryAfterSeconds']).toBe(seconds);
  expect(stubs.calls.length - before).toBe(1);
});

it.each([
  [{ connection: 'reset' as const }, 'upstream-unavailable', 'The connection to OpenAI failed or broke off.'],
  [{ connection: 'silent' as const }, 'outside-slow', 'OpenAI did not answer within 0.3 seconds.'],
  [{ status: 503 }, 'upstream-unavailable', 'OpenAI is temporarily unavailable (503).'],
  [{ status: 403 }, 'outside-refused', 'OpenAI does not permit this'],
  [
    { status: 400, contentType: 'application/json', body: '{"error":{"message":"No key sk-stub-key-1 here"}}' },
    'outside-refused',
    'OpenAI refused the request (400): No key … here.',
  ],
])('says what went wrong with the connection or the service: %j', async (fault, code, message) => {
  stubs.fail('/v1/files', fault);
  const patienceMs = 'connection' in fault && fault.connection === 'silent' ? 300 : 20_000;
  const found = await refusal(open('sk-stub-key-1', patienceMs).createFile('a.md', 'Hello.', signal));
  expect(found.code).toBe(code);
  expect(found.message).toMatch(message);
});

it('passes on when a service that is overloaded wants to be asked again', async () => {
  stubs.fail('/v1/files', { status: 503, headers: { 'retry-after': '40' } });
  expect(await refusal(open('sk-stub-key-1').createFile('a.md', 'Hello.', signal))).toMatchObject({
    code: 'upstream-unavailable',
    extra: { retryAfterSeconds: 40 },
  });
});

it('makes a file searchable, and fails with the reason of the service', async () => {
  const { stores, file } = await uploaded();
  expect(await stores.hasFile(file, signal)).toBe(false);
  await stores.attach(file, { schema: 1 }, signal);
  expect(await stores.hasFile(file, signal)).toBe(true);
  const corrupt = await uploaded('CORRUPT');
  expect(await refusal(corrupt.stores.attach(corrupt.file, {}, signal))).toMatchObject({
    code: 'outside-refused',
    message: 'OpenAI could not read the transcript: The file could not be parsed.',
  });
  const passing = await uploaded('SERVERERROR');
  expect(await refusal(passing.stores.attach(passing.file, {}, signal))).toMatchObject({
    code: 'upstream-unavailable',
  });
});

it('removes a file from the store and altogether, as often as asked', async () => {
  const { stores, file } = await uploaded();
  await stores.attach(file, {}, signal);
  await stores.remove(file.fileId, file.vectorStoreId, signal);
  await stores.remove(file.fileId, file.vectorStoreId, signal);
  expect(await stores.listFiles((name) => name === 'a.md', signal)).not.toContainEqual({
    id: file.fileId,
    name: 'a.md',
  });
});

it('tells a store that was deleted from one that lost a file', async () => {
  const { stores, file } = await uploaded();
  stubs.openAiStores.files.delete(file.fileId);
  expect(await refusal(stores.attach(file, {}, signal))).toMatchObject({ code: 'upstream-unavailable' });
  stubs.openAiStores.stores.get(file.vectorStoreId)!.status = 'expired';
  expect(await stores.hasStore(file.vectorStoreId, signal)).toBe(false);
  stubs.openAiStores.stores.delete(file.vectorStoreId);
  expect(await refusal(stores.attach(file, {}, signal))).toMatchObject({
    refusesAll: true,
    message: `The vector store ${file.vectorStoreId} no longer exists at OpenAI. Initialize the services, then upload again.`,
  });
});

it('finds the store of its own library, page after page', async () => {
  const stores = open();
  for (let number = 0; number < 120; number++) await stores.createStore(`library ${number}`, signal);
  const mine = await stores.createStore('mine', signal);
  expect(await stores.findStore('mine', signal)).toBe(mine);
  expect(await stores.findStore('nobody', signal)).toBeNull();
});

it('ends with the reason of whoever stops it', async () => {
  stubs.fail('/v1/files', { connection: 'silent' });
  const stopping = new AbortController();
  const reason = new Error('the server is stopping');
  setTimeout(() => stopping.abort(reason), 20);
  await expect(open().createFile('a.md', 'Hello.', stopping.signal)).rejects.toBe(reason);
});
