import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { IntegrationView } from '@earmark/contracts/integrations';
import { EpisodeUuid, type EpisodeFacts } from '@earmark/contracts/episodes';
import { ReadStoredFile, VerifyStoredFile } from '@earmark/contracts/files';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { seriesFacts, SeriesUuid } from '@earmark/contracts/series';
import { TranscribeEpisode } from '@earmark/contracts/speech';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type RunningApp } from '../testing/running-app.ts';
import { OPENAI_KEYS } from '../testing/stubs/openai.stub.ts';
import { replicateReport } from '../testing/stubs/replicate.stub.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import { bytesOf } from './answer-content.ts';
import { Book, episodeFacts, orderOf, refusal } from './speech.fixture.ts';

const by = systemContext('spec');
const seriesUuid = uuidFrom(EARMARK_NAMESPACE, 'series of speech', SeriesUuid);

let stubs: Stubs;
let app: RunningApp;
let episodes = 0;
beforeAll(async () => {
  stubs = await openStubs();
  app = await startApp({
    ...stubs.environment,
    ...OPENAI_KEYS,
    STT_TIMEOUT_MS: '2000',
    STT_POLL_MS: '50',
    STT_MAX_AUDIO_BYTES: '200000',
  });
  await app.services.series.putSeries({ seriesUuid, feedUrl: null, itunesId: null, facts: seriesFacts('Cast') }, by);
});
afterEach(() => {
  for (const path of ['/audio/*', '/transcripts/*', '/v1/*']) stubs.fail(path, null);
});
afterAll(async () => {
  await app.stop();
  await stubs.close();
});

const added = async (given: Partial<EpisodeFacts>): Promise<EpisodeUuid> => {
  const episodeUuid = uuidFrom(seriesUuid, String(++episodes), EpisodeUuid);
  await app.services.series.putEpisode({ episodeUuid, seriesUuid, guid: null, facts: episodeFacts(given) }, by);

  return episodeUuid;
};
const transcribe = async (episodeUuid: EpisodeUuid, jobs = new Book(), onlyPublished = false) => {
  const { onProgress, signal } = orderOf({});

  return app.services.commands.send(
    new TranscribeEpisode({ episodeUuid, jobs, onProgress, signal, onlyPublished }, by),
  );
};
const audioUrl = (file = '12-seconds.mp3') => `${stubs.url}/audio/${file}`;
const offered = () => [{ url: `${stubs.url}/transcripts/1.vtt`, type: 'text/vtt', language: null }];
const kept = async (): Promise<string[]> => readdir(join(app.services.config.DATA_DIR, 'audio'));

describe('with automatic choice', () => {
  it("takes the publisher's transcript where one is offered, though there is a key", async () => {
    const done = await transcribe(await added({ audioUrl: audioUrl(), transcripts: offered() }));
    expect(done).toMatchObject({ provider: 'publisher', model: null, audio: null, warnings: [] });
    expect(done.sentence).toBe("Took the publisher's transcript: 2 segments, 2 speakers, 00:01:00");
  });

  it('has the audio transcribed by OpenAI where none is offered, and keeps no sound', async () => {
    const done = await transcribe(await added({ audioUrl: audioUrl() }));
    expect(done).toMatchObject({ provider: 'openai', audio: { durationMs: 12_024 } });
    expect(done.sentence).toBe('Transcribed 2 segments, 2 speakers, 00:00:12, by OpenAI (gpt-4o-transcribe-diarize)');
    expect(await kept()).toEqual([]);
  });

  it("says that the publisher's transcript is gone, and asks nobody else", async () => {
    stubs.fail('/transcripts/*', { status: 410 });
    const before = stubs.calls.length;
    const episode = await added({ audioUrl: audioUrl(), transcripts: offered() });
    expect((await refusal(transcribe(episode))).message).toMatch(
      /^The publisher's transcript could not be used: .* permanently gone \(410\)\.$/,
    );
    expect(stubs.calls.slice(before).map(({ path }) => path)).toEqual(['/transcripts/1.vtt']);
  });

  it('takes what is published only, where that is asked for', async () => {
    const episode = await added({ audioUrl: audioUrl() });
    expect(await refusal(transcribe(episode, new Book(), true))).toMatchObject({ code: 'not-configured' });
  });
});

describe('audio', () => {
  it.each([
    ['is not there', { status: 404 }, 'outside-refused', /^The audio could not be fetched: .*404/],
    ['needs a password', { status: 403 }, 'publisher-refused', /^The audio could not be fetched: .*403/],
    ['is a page', { status: 200, body: '<html>' }, 'outside-refused', /leads to something else than sound/],
    ['is not sent at the moment', { status: 503 }, 'upstream-unavailable', /^The audio could not be fetched: .*503/],
    ['breaks off', { connection: 'truncated' as const }, 'upstream-unavailable', /^The audio could not be fetched: /],
  ])('that %s is refused with a sentence, and the retry succeeds', async (_, fault, code, sentence) => {
    stubs.fail('/audio/*', { ...fault, times: 1 });
    const episode = await added({ audioUrl: audioUrl() });
    expect(await refusal(transcribe(episode))).toMatchObject({ code, message: expect.stringMatching(sentence) });
    expect(await transcribe(episode)).toMatchObject({ provider: 'openai' });
    expect(await kept()).toEqual([]);
  });

  it('that is too large, or that there is none of, is refused', async () => {
    expect(await refusal(transcribe(await added({ audioUrl: audioUrl('100-seconds.mp3') })))).toMatchObject({
      code: 'too-large',
      message: 'The audio of this episode is larger than the limit of 0.2 MB. Raise STT_MAX_AUDIO_BYTES.',
    });
    expect(await refusal(transcribe(await added({})))).toMatchObject({
      message: 'This episode has no audio to transcribe.',
    });
  });

  it('is fetched once for several attempts, and removed when it is of no more use', async () => {
    stubs.fail('/v1/*', { status: 503, times: 2 });
    const episode = await added({ audioUrl: audioUrl() });
    const fetched = () => stubs.calls.filter(({ path }) => path.startsWith('/audio/')).length;
    const before = fetched();
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await refusal(transcribe(episode))).code).toBe('upstream-unavailable');
      expect(await kept()).toEqual([episode]);
    }
    await transcribe(episode);
    expect([fetched() - before, await kept()]).toEqual([1, []]);
  });
});

it('gives the stored answer back as it came', async () => {
  const { transcript } = await transcribe(await added({ transcripts: offered() }));
  const { commands } = app.services;
  const { content } = await commands.send(new ReadStoredFile({ file: transcript }, by));
  expect(String(await bytesOf(content))).toMatch(/^WEBVTT/);
  expect(await commands.send(new VerifyStoredFile({ file: transcript }, by))).toMatchObject({ state: 'intact' });
  const missing = { ...transcript, sha256: '0'.repeat(64) };
  expect(await commands.send(new VerifyStoredFile({ file: missing }, by))).toMatchObject({ state: 'missing' });
});

it('lists the services that transcribe, and calls one only when asked', async () => {
  const admin = await app.signIn('admin');
  const before = stubs.calls.length;
  const { body } = await admin('GET', '/api/admin/integrations');
  const shown = (body as IntegrationView[]).filter(({ service }) => /^(speech-|files)/.test(service));
  expect(shown.map(({ service, provider, missing }) => [service, provider, missing])).toEqual([
    ['speech-openai', 'openai', []],
    ['speech-openai-compatible', null, ['STT_BASE_URL']],
    ['speech-replicate', null, []],
    ['speech-deepgram', null, []],
    ['speech-assemblyai', null, []],
    ['files', null, []],
  ]);
  expect(stubs.calls.length).toBe(before);
  for (const service of ['openai', 'replicate', 'deepgram', 'assemblyai'].map((name) => `speech-${name}`))
    expect((await admin('POST', `/api/admin/integrations/${service}/check`)).body).toMatchObject({ reachable: true });
  expect((await admin('POST', '/api/admin/integrations/files/check')).body).toMatchObject({ reachable: true });
});

describe('a report of Replicate', () => {
  const send = async ({ body, headers }: ReturnType<typeof replicateReport>) =>
    (await app.visitor('POST', '/api/webhooks/replicate', Buffer.from(body), headers)).status;

  it('is believed only when it is signed now, over exactly these bytes', async () => {
    const report = replicateReport('abcdefgh12345678');
    const late = { atSeconds: Date.now() / 1000 - 301 };
    const wrong = Buffer.from('another secret of 24 byte').toString('base64');
    expect(await send(report)).toBe(204);
    expect(await send(report)).toBe(204);
    expect(await send({ ...report, body: `${report.body} ` })).toBe(403);
    expect(await send(replicateReport('abcdefgh12345678', late))).toBe(403);
    expect(await send(replicateReport('abcdefgh12345678', { atSeconds: Date.now() / 1000 + 301 }))).toBe(403);
    expect(await send(replicateReport('abcdefgh12345678', { secret: `whsec_${wrong}` }))).toBe(403);
    const { 'webhook-signature': signature, ...unsigned } = report.headers;
    expect(await send({ ...report, headers: unsigned as typeof report.headers })).toBe(403);
    const several = { ...report.headers, 'webhook-signature': `v1,AAAA v2,x ${signature}` };
    expect(await send({ ...report, headers: several })).toBe(204);
  });
});
