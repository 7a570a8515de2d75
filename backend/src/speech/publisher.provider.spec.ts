import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createFetcher, type Fetcher } from '../feeds/fetcher.ts';
import { FolderStore } from '../files/folder.store.ts';
import { bytesOf } from '../files/file-store.contract.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import { PublisherProvider } from './publisher.provider.ts';
import { orderOf } from './speech.fixture.ts';

let stubs: Stubs;
let folder: string;
let fetcher: Fetcher;
let store: FolderStore;
let publisher: PublisherProvider;
const parsing = new Parsing(() => {});
beforeAll(async () => {
  stubs = await openStubs();
  folder = await mkdtemp(join(tmpdir(), 'earmark-publisher-'));
  fetcher = createFetcher({ allowPrivate: true, userAgent: 'Earmark/0', totalTimeoutMs: 800 });
  store = new FolderStore(folder);
  publisher = new PublisherProvider(fetcher, store, parsing);
});
afterEach(() => stubs.fail('/transcripts/*', null));
afterAll(async () => {
  await fetcher.close();
  await parsing.onModuleDestroy();
  await stubs.close();
  await rm(folder, { recursive: true });
});

const offered = (...files: string[]) => ({
  transcripts: files.map((file) => ({ url: `${stubs.url}/transcripts/${file}`, type: null, language: null })),
});

it('stores the best transcript on offer as it is', async () => {
  const order = orderOf(offered('1.srt', '1.json', '1.vtt'));
  const { transcript, answers, provider, model, audio, warnings } = await publisher.transcribe(order);
  expect({ provider, model, audio, warnings }).toEqual({
    provider: 'publisher',
    model: null,
    audio: null,
    warnings: [],
  });
  expect(answers).toEqual([transcript]);
  expect(transcript.contentType).toBe('text/vtt; charset=utf-8');
  expect(String(await bytesOf(await store.get(transcript)))).toMatch(/^WEBVTT\n\nNOTE made by hand/);
  expect(order.said).toEqual([`Fetching the publisher's transcript from ${new URL(stubs.url).host}`]);
});

it.each([
  ['cannot be fetched', { status: 404 }, /nothing at this address/],
  ['cannot be read', { status: 200, body: 'GIF89a\0\0', contentType: 'text/vtt' }, /./],
])('takes the next one, with a warning, where the best %s', async (_, fault, why) => {
  stubs.fail('/transcripts/1.vtt', { ...fault, times: 1 });
  const { transcript, warnings } = await publisher.transcribe(orderOf(offered('1.vtt', '1.json')));
  expect(transcript.contentType).toBe('application/json; charset=utf-8');
  expect(warnings).toEqual([expect.stringMatching(why)]);
});

it('says that nothing is configured when the publisher offers none', async () => {
  await expect(publisher.transcribe(orderOf({}))).rejects.toMatchObject({
    code: 'not-configured',
    message:
      'No speech-to-text service is configured and the publisher offers no transcript. Set STT_PROVIDER or OPENAI_API_KEY, or upload a transcript.',
  });
});

it.each([
  ['gone', { status: 410 }, 'outside-refused', /permanently gone/, undefined],
  ['forbidden', { status: 403 }, 'publisher-refused', /requires a password or blocks/, undefined],
  ['unavailable', { status: 503, headers: { 'retry-after': '9' } }, 'upstream-unavailable', /temporarily/, 9],
  ['cut off', { connection: 'truncated' as const }, 'upstream-unavailable', /broke off/, undefined],
  ['silent', { connection: 'silent' as const }, 'outside-slow', /did not answer in time/, undefined],
])('says that the transcript is %s', async (_, fault, code, message, retryAfterSeconds) => {
  stubs.fail('/transcripts/*', fault);
  const error: unknown = await publisher.transcribe(orderOf(offered('1.vtt'))).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  expect(error).toMatchObject({
    message: expect.stringMatching(/^The publisher's transcript could not be used: [A-Z0-9].*\.$/),
  });
  expect((error as { extra?: { retryAfterSeconds?: number } }).extra?.retryAfterSeconds).toBe(retryAfterSeconds);
});

it('stops when the run is cancelled', async () => {
  const ending = new AbortController();
  stubs.fail('/transcripts/*', { connection: 'silent' });
  const work = publisher.transcribe(orderOf(offered('1.vtt'), undefined, ending.signal));
  ending.abort(new Error('cancelled'));
  await expect(work).rejects.toThrow('cancelled');
});
