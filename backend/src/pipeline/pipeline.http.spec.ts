import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { PipelineMessage, PipelineRunView } from '@earmark/contracts/pipeline';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import { addEpisodes, episodeOf, seriesUuid } from './pipeline.fixture.ts';

let stubs: Stubs;
let app: RunningApp;
let admin: Caller;
/** Where the live feed began. */
let feedStart: bigint;
beforeAll(async () => {
  stubs = await openStubs();
  app = await startApp(stubs.environment);
  admin = await app.signIn('admin');
  feedStart = app.feed.head;
  await addEpisodes(app, stubs, [1, 2, 3, 4, 5, 6, 7]);
  app.services.pipelineProcess.firstWaitMs = 10;
  app.services.pipelineProcess.start();
});
afterEach(() => stubs.fail('/transcripts/*', null));
afterAll(async () => {
  await app.stop();
  await stubs.close();
});

const OTHER_WORDS = 'WEBVTT\n\n00:10.000 --> 00:12.000\n<v Eve>Nothing of it is alike, at all.\n';
const LISTEN = { accept: 'text/event-stream' };
const processed = (number: number, more = '', headers = {}) =>
  admin(
    'GET',
    `/api/admin/episode/process?episodeUuid=${episodeOf(number)}&podcastId=${seriesUuid}${more}`,
    undefined,
    { ...LISTEN, ...headers },
  );

interface Line extends PipelineMessage {
  readonly id: string;
}
/** The messages of an answer, without the end of the stream. */
const linesOf = (body: unknown): Line[] =>
  String(body)
    .split('\n\n')
    .flatMap((block) => {
      const id = /^id: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];

      return id === undefined || data === undefined ? [] : [{ ...(JSON.parse(data) as PipelineMessage), id }];
    });
const viewOf = async (id: string) => (await admin('GET', `/api/admin/pipeline/runs/${id}`)).body as PipelineRunView;
const start = async (number: number) => {
  const request = { episodeUuid: episodeOf(number), podcastId: seriesUuid };
  const { status, body } = await admin('POST', '/api/admin/process-episode', request);
  expect(status).toBe(200);

  return body as { runId: string; isNew: boolean };
};
const ended = async (id: string) => {
  let run = await viewOf(id);
  while (run.status === 'queued' || run.status === 'running') run = await viewOf(id);

  return run;
};
const toProcess = async () =>
  ((await admin('GET', '/api/admin/episodes-to-process')).body as { name: string }[]).map(({ name }) => name);

it('takes an episode from the offered transcript to its mentions, as a stream of nine steps', async () => {
  expect(await toProcess()).toContain('Part 1');
  const { status, headers, body } = await processed(1);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const lines = linesOf(body);
  expect(lines.filter(({ type }) => type === 'step_complete').map(({ step }) => step)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8,
  ]);
  expect(lines[0]).toMatchObject({ type: 'queued', step: null, episodeUuid: episodeOf(1) });
  expect(lines.at(-1)).toMatchObject({
    type: 'complete',
    status: 'completed',
    stepsCompleted: 9,
    totalSteps: 9,
    segmentsProcessed: 2,
    errorMessage: null,
  });
  expect(String(body).endsWith('event: complete\ndata: {}\n\n')).toBe(true);
  const page = (await app.visitor('GET', `/api/podcasts/${seriesUuid}/${episodeOf(1)}`)).body as EpisodePage;
  expect(page).toMatchObject({ transcript: [{ speaker: 'Ann Host' }, {}], episode: { transcriptSource: 'publisher' } });
  expect(await toProcess()).not.toContain('Part 1');
  expect((await app.visitor('GET', `/api/episodes/${episodeOf(1)}/processing`)).body).toMatchObject({ state: 'done' });
});

it('resumes after the last line that a viewer saw, and answers 204 when that was the end', async () => {
  const { runId } = await start(2);
  await ended(runId);
  const all = linesOf((await admin('GET', `/api/admin/pipeline/runs/${runId}/events`)).body);
  const middle = all[4]!;
  const rest = await processed(2, '', { 'last-event-id': middle.id });
  expect(linesOf(rest.body)).toEqual(all.slice(5));
  expect((await processed(2, '', { 'last-event-id': all.at(-1)!.id })).status).toBe(204);
});

it('attaches a second start to the run that is open', async () => {
  stubs.fail('/transcripts/3.vtt', { delayMs: 200, times: 1 });
  const [one, other] = await Promise.all([start(3), start(3)]);
  expect(one.runId).toBe(other.runId);
  expect(one.isNew).not.toBe(other.isNew);
  expect(await ended(one.runId)).toMatchObject({ status: 'completed', number: 1 });
  const again = await start(3);
  expect(again).toMatchObject({ isNew: true });
  expect(await ended(again.runId)).toMatchObject({ status: 'completed', number: 2 });
});

it('fails a step with its sentence, and continues from there when it is retried', async () => {
  stubs.fail('/transcripts/4.vtt', { status: 403 });
  const { runId } = await start(4);
  const failed = await ended(runId);
  expect(failed).toMatchObject({ status: 'failed', currentStep: 1, stepsCompleted: 1, files: [] });
  expect(failed.errorMessage).toMatch(/requires a password or blocks/);
  expect((await app.visitor('GET', `/api/episodes/${episodeOf(4)}/processing`)).body).toMatchObject({
    state: 'not-permitted',
    reason: null,
  });
  stubs.fail('/transcripts/4.vtt', null);
  expect((await admin('POST', `/api/admin/pipeline/runs/${runId}/retry`, {})).body).toMatchObject({ id: runId });
  const retried = await ended(runId);
  expect(retried).toMatchObject({ status: 'completed', stepsCompleted: 9, errorMessage: null });
  expect(retried.steps.map(({ attempts }) => attempts)).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 1]);
  expect(await admin('POST', `/api/admin/pipeline/runs/${runId}/retry`, {})).toMatchObject({ status: 400 });
});

it('waits and tries again by itself when a service is down for a moment', async () => {
  stubs.fail('/transcripts/5.vtt', { status: 503, times: 2 });
  const { runId } = await start(5);
  expect(await ended(runId)).toMatchObject({ status: 'completed' });
  const lines = linesOf((await admin('GET', `/api/admin/pipeline/runs/${runId}/events`)).body);
  expect(lines.filter(({ message }) => /temporarily unavailable .*Trying again in/.test(message))).toHaveLength(2);
});

it('ends at once when it is cancelled, and leaves nothing half done', async () => {
  stubs.fail('/transcripts/6.vtt', { connection: 'silent' });
  const { runId } = await start(6);
  while ((await viewOf(runId)).currentStep !== 1);
  expect(await admin('POST', `/api/admin/pipeline/runs/${runId}/cancel`)).toMatchObject({
    status: 200,
    body: { status: 'cancelled' },
  });
  stubs.fail('/transcripts/6.vtt', null);
  expect(await toProcess()).toContain('Part 6');
  await admin('POST', '/api/admin/pipeline/runs/retry', { runIds: [runId] });
  expect(await ended(runId)).toMatchObject({ status: 'completed' });
});

it('uses the stored transcript when the transcription is skipped', async () => {
  const { body } = await processed(1, '&skipWhisperX=true');
  const lines = linesOf(body);
  expect(lines.filter(({ type }) => type === 'step_complete').map(({ step }) => step)).toEqual([
    0, 2, 3, 4, 5, 6, 7, 8,
  ]);
  expect(lines.at(-1)).toMatchObject({ status: 'completed', stepsCompleted: 8, totalSteps: 8, segmentsProcessed: 2 });
  expect(lines.find(({ step, type }) => step === 3 && type === 'step_complete')?.message).toBe(
    'The stored transcript is used: 2 segments.',
  );
});

it('gives out the raw answer as a file to save', async () => {
  const { runId } = await start(1);
  const { files } = await ended(runId);
  const address = `/api/admin/pipeline/runs/${runId}/files/${files[0]!.sha256}`;
  const { status, headers, body } = await admin('GET', address);
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'application/octet-stream' });
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename=.*-transcript\.vtt$/);
  expect(String(body)).toMatch(/^WEBVTT/);
  expect(await admin('GET', address.replace(/.$/, 'x'))).toMatchObject({ status: 404, body: { code: 'file-missing' } });
});

it('says how far the queue, the runs and the history are', async () => {
  const { body } = await admin('GET', '/api/admin/processing-history');
  const history = body as { status: string; episodeName: string; stepDetails: object[] }[];
  expect(history[0]).toMatchObject({ status: 'completed', episodeName: 'Part 1', stepsCompleted: 9, totalSteps: 9 });
  expect(history[0]!.stepDetails).toHaveLength(9);
  expect((await admin('GET', '/api/admin/processing-history?paged=true')).body).toMatchObject({ next: null });
  expect((await admin('GET', '/api/admin/pipeline/runs?q=part%204')).body).toMatchObject({
    runs: [{ episodeName: 'Part 4', status: 'completed' }],
    counts: { completed: 1, failed: 0 },
  });
  expect((await admin('GET', '/api/admin/episodes-to-process?paged=true')).body).toMatchObject({
    episodes: [{ name: 'Part 7', hasAudio: false, hasOfferedTranscript: true, durationSeconds: 60 }],
    next: null,
    total: 1,
  });
  expect((await admin('GET', '/api/admin/pipeline/estimate')).body).toMatchObject({ episodes: 1, minutes: 0 });
});

it('queues everything that waits in a podcast as one batch', async () => {
  const { body } = await admin('POST', '/api/admin/pipeline/runs', { podcastId: seriesUuid });
  expect(body).toMatchObject({ queued: 1, already: 0 });
  const { batchId } = body as { batchId: string };
  const list = async () =>
    (await admin('GET', `/api/admin/pipeline/runs?batch=${batchId}`)).body as { counts: { completed: number } };
  while ((await list()).counts.completed === 0);
  expect(await toProcess()).toEqual([]);
});

it('keeps the transcript that people corrected until somebody has decided, and says so', async () => {
  const page = async () =>
    (await app.visitor('GET', `/api/podcasts/${seriesUuid}/${episodeOf(5)}`)).body as EpisodePage;
  const { transcript } = await page();
  const segments = transcript.map((one, index) => ({
    ...one,
    text: index === 0 ? 'Quite other words here.' : one.text,
  }));
  expect(await admin('PUT', `/api/episodes/${episodeOf(5)}/transcript`, { segments })).toMatchObject({ status: 200 });
  stubs.fail('/transcripts/5.vtt', { status: 200, contentType: 'text/vtt', body: OTHER_WORDS });
  const { runId } = await start(5);
  const run = await ended(runId);
  expect(run).toMatchObject({ status: 'completed', stepsCompleted: 9 });
  expect(run.steps[6]!.message).toMatch(/needs? a decision before readers see the new transcript/);
  expect(run.steps[7]!.message).toMatch(/^Skipped/);
  expect((await page()).transcript[0]!.text).toBe('Quite other words here.');
  expect((await app.visitor('GET', `/api/episodes/${episodeOf(5)}/processing`)).body).toMatchObject({
    state: 'corrections-wait',
  });
});

it('is part of the history of its episode and of the live feed, without what services said', async () => {
  const { body } = await app.visitor('GET', `/api/history?episodeUuid=${episodeOf(4)}`);
  const { changes } = body as { changes: { type: string; sentence: string; revertible: boolean; diff: object[] }[] };
  expect(
    changes.filter(({ type }) => type.startsWith('Pipeline')).map(({ sentence, revertible }) => [sentence, revertible]),
  ).toEqual([
    ['The processing of this episode was completed: 2 segments, 0 entities.', false],
    ['Continued the processing of this episode from step 1.', false],
    ['The processing of this episode failed after 1 of 9 steps.', false],
    ['Requested the processing of this episode.', false],
  ]);
  expect(JSON.stringify(changes)).not.toMatch(/127\.0\.0\.1|password/);
  while (app.feed.head < (await app.services.log.head()));
  const news = app.feed.since(feedStart)?.map(({ item }) => item.sentence);
  expect(news).toContain('The processing of “Part 4” was completed: 2 segments, 0 entities.');
});

it('shows each of 200 viewers every line once and in order, whenever they come', async () => {
  stubs.fail('/transcripts/2.vtt', { delayMs: 400 });
  const { runId } = await start(2);
  const watch = async () => linesOf((await admin('GET', `/api/admin/pipeline/runs/${runId}/events`)).body);
  const early = Array.from({ length: 100 }, watch);
  while ((await viewOf(runId)).currentStep === 0);
  const late = Array.from({ length: 100 }, watch);
  const seen = await Promise.all([...early, ...late]);
  const all = await watch();
  expect(all.at(-1)).toMatchObject({ type: 'complete', status: 'completed' });
  expect(all.map(({ id }) => Number(id.split(':')[1]))).toEqual(all.map((_, index) => index));
  for (const lines of seen) expect(lines).toEqual(all);
});

it('refuses what cannot be done', async () => {
  const query = `episodeUuid=${episodeOf(1)}&podcastId=${seriesUuid}`;
  expect(await admin('GET', `/api/admin/episode/process?${query}`)).toMatchObject({ status: 403 });
  const elsewhere = { ...LISTEN, origin: 'https://evil.example' };
  expect(await admin('GET', `/api/admin/episode/process?${query}`, undefined, elsewhere)).toMatchObject({
    status: 403,
    body: { code: 'cross-site' },
  });
  const wrong = { episodeUuid: episodeOf(1), podcastId: episodeOf(1) };
  expect(await admin('POST', '/api/admin/process-episode', wrong)).toMatchObject({ status: 400 });
  const nobody = { episodeUuid: seriesUuid, podcastId: seriesUuid };
  expect(await admin('POST', '/api/admin/process-episode', nobody)).toMatchObject({
    status: 404,
    body: { code: 'episode-unknown' },
  });
  expect(await admin('GET', `/api/admin/pipeline/runs/${seriesUuid}`)).toMatchObject({
    status: 404,
    body: { code: 'run-unknown' },
  });
  expect(await admin('POST', '/api/admin/pipeline/runs/cancel', {})).toMatchObject({ status: 400 });
  expect(await admin('POST', '/api/admin/pipeline/runs', {})).toMatchObject({ status: 400 });
});
