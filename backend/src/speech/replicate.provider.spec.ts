import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { ReplicateEnding } from '../testing/stubs/replicate.stub.ts';
import { Book, openSpeech, orderOf, refusal, type SpeechTools } from './speech.fixture.ts';

let tools: SpeechTools;
beforeAll(async () => {
  tools = await openSpeech();
});
afterEach(() => {
  tools.stubs.replicate.ending = 'succeeded';
  tools.stubs.assemblyAi.error = null;
  tools.stubs.fail('/replicate/v1/predictions/*', null);
});
afterAll(async () => tools.close());

const episode = { audioUrl: 'https://publisher.example/1.mp3' };
const replicate = (settings: Record<string, string> = {}) => tools.providers(settings).replicate;
const ordered = () => tools.stubs.replicate.predictions.size;

it('sends the address of the sound, not the sound, and asks for speakers', async () => {
  const { warnings, audio } = await replicate().transcribe(orderOf(episode));
  expect({ warnings, audio }).toEqual({ warnings: [], audio: null });
  const { body } = tools.stubs.calls.find(({ method }) => method === 'POST')!;
  expect(JSON.parse(body)).toEqual({
    version: tools.stubs.environment['REPLICATE_WHISPERX_VERSION'],
    input: {
      audio_file: episode.audioUrl,
      align_output: false,
      diarization: true,
      huggingface_access_token: tools.stubs.environment['HUGGINGFACE_TOKEN'],
    },
  });
});

it('says so when speakers are not told apart', async () => {
  const { warnings } = await replicate({ HUGGINGFACE_TOKEN: '' }).transcribe(orderOf(episode));
  expect(warnings).toEqual(['Speaker labels are off: HUGGINGFACE_TOKEN is not set.']);
});

it.each<[ReplicateEnding, RegExp]>([
  ['failed', /^Replicate could not transcribe the episode: Prediction failed: could not download audio\.$/],
  ['canceled', /was canceled at Replicate/],
  ['aborted', /gave up before the model had started/],
  ['removed', /has deleted the answer, which it keeps for an hour/],
])('says that a prediction was %s, and a retry orders another', async (ending, sentence) => {
  tools.stubs.replicate.ending = ending;
  const order = orderOf(episode);
  const found = await refusal(replicate().transcribe(order));
  expect(found).toMatchObject({ code: 'outside-refused', message: expect.stringMatching(sentence) });
  tools.stubs.replicate.ending = 'succeeded';
  const before = ordered();
  await replicate().transcribe(orderOf(episode, order.jobs));
  expect(ordered() - before).toBe(1);
});

it.each([
  ['it does not answer', { status: 502 }],
  ['a proxy answers in its place', { status: 200, body: '<!doctype html><p>Back soon' }],
])('goes on asking when %s for a moment', async (_, fault) => {
  tools.stubs.fail('/replicate/v1/predictions/*', { ...fault, times: 3 });
  const before = ordered();
  await replicate().transcribe(orderOf(episode));
  expect(ordered() - before).toBe(1);
});

it('leaves a prediction that takes too long to the retry', async () => {
  tools.stubs.replicate.pollsNeeded = 1_000_000;
  const order = orderOf(episode);
  const found = await refusal(replicate({ STT_TIMEOUT_MS: '500' }).transcribe(order));
  tools.stubs.replicate.pollsNeeded = 1;
  expect(found).toMatchObject({ code: 'outside-slow', message: 'Replicate has not finished within 0.5 seconds.' });
  const before = ordered();
  await replicate().transcribe(orderOf(episode, order.jobs));
  expect(ordered()).toBe(before);
});

it('looks at once when Replicate reports, and ignores reports that nobody waits for', async () => {
  const jobs = new Book();
  const provider = replicate({
    STT_POLL_MS: '600000',
    REPLICATE_WEBHOOK_URL: 'https://here.example/api/webhooks/replicate',
  });
  provider.wake('nobody-waits-for-this');
  const work = provider.transcribe(orderOf(episode, jobs));
  const waking = setInterval(() => provider.wake(jobs.entries[0]?.jobId ?? ''), 20);
  expect(await work).toMatchObject({ provider: 'replicate' });
  clearInterval(waking);
  const { body } = tools.stubs.calls.findLast(({ method }) => method === 'POST')!;
  expect(JSON.parse(body)).toMatchObject({
    webhook: 'https://here.example/api/webhooks/replicate',
    webhook_events_filter: ['completed'],
  });
});

it('says why AssemblyAI failed, and a retry orders anew', async () => {
  const assemblyAi = () => tools.providers().assemblyai;
  tools.stubs.assemblyAi.error = 'Download error, unable to   decode aai-stub-key-1';
  const order = orderOf({ audioUrl: `${tools.stubs.url}/audio/2-seconds.mp3` });
  expect((await refusal(assemblyAi().transcribe(order))).message).toMatch(
    /^AssemblyAI could not transcribe the episode: Download error, unable to {3}decode …$/,
  );
  tools.stubs.assemblyAi.error = null;
  const before = tools.stubs.assemblyAi.transcripts.size;
  await assemblyAi().transcribe(orderOf(order.facts, order.jobs));
  expect(tools.stubs.assemblyAi.transcripts.size - before).toBe(1);
});
