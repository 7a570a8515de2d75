import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { ChangeEpisode, type EpisodePage } from '@earmark/contracts/episodes';
import { ChangeSeries } from '@earmark/contracts/series';
import type { EpisodesStatusAnswer, InitializeAnswer, UploadManyAnswer } from '@earmark/contracts/uploads';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import { addTranscripts, by, episodeOf, filesAt, seriesUuid, STATUS, statusOf, vttOf } from './uploads.fixture.ts';

let stubs: Stubs;
let app: RunningApp;
let admin: Caller;
beforeAll(async () => {
  stubs = await openStubs();
  app = await startApp({ ...stubs.environment, OPENAI_API_KEY: 'sk-stub-key-1' });
  admin = await app.signIn('admin');
  await addTranscripts(app, {
    1: vttOf('The first one.'),
    2: vttOf('The second one.'),
    3: vttOf('The third one.', 'SPEAKER_01'),
    4: '',
    5: vttOf('This one is CORRUPT.'),
    6: vttOf('The sixth one.'),
  });
  app.services.uploadsProcess.firstWaitMs = 10;
  app.services.uploadsProcess.start();
  app.services.removedEpisodes.start();
});
afterEach(() => {
  for (const path of ['/v1/files', '/v1/files/*', '/v1/vector_stores/*', '/v1/*']) stubs.fail(path, null);
});
afterAll(async () => {
  await app.stop();
  await stubs.close();
});

const status = async (query = '') =>
  (await admin('GET', `${STATUS}/episodes-status${query}`)).body as EpisodesStatusAnswer;
const upload = async (number: number) => admin('POST', `${STATUS}/upload/${episodeOf(number)}`);
const initialise = async () => (await admin('POST', `${STATUS}/initialize`)).body as InitializeAnswer;
const settled = async () => {
  while (!(await app.services.checkpoints.passed(await app.services.log.head())));
};

it('creates a vector store once, and finds it again', async () => {
  expect((await status()).index).toMatchObject({ name: 'openai', vectorStoreId: null, isInitialised: false });
  const [one, other] = await Promise.all([initialise(), initialise()]);
  expect(one).toEqual({ success: true, vectorStoreId: 'vs_stub1', details: expect.stringContaining('vs_stub1') });
  expect(other.vectorStoreId).toBe('vs_stub1');
  expect([...stubs.openAiStores.stores.keys()]).toEqual(['vs_stub1']);
  expect((await status()).index).toMatchObject({ vectorStoreId: 'vs_stub1', isInitialised: true });
});

it('lists every episode with its status, and counts them', async () => {
  const { episodes, summary, success, error } = await status();
  expect(episodes.map(({ name, status: of }) => [name, of])).toEqual([
    ['Part 6', 'ready'],
    ['Part 5', 'ready'],
    ['Part 4', 'not_ready'],
    ['Part 3', 'needs_speaker_update'],
    ['Part 2', 'ready'],
    ['Part 1', 'ready'],
  ]);
  expect({ success, error, summary }).toMatchObject({ success: true, error: null, summary: { total: 6, ready: 4 } });
  expect((await status('?status=ready&paged=true')).episodes).toHaveLength(4);
});

it('uploads the transcript as Markdown with times, and what questions are restricted by', async () => {
  expect((await upload(1)).body).toEqual({
    success: true,
    message: 'Transcript uploaded',
    details: expect.stringMatching(/^OpenAI has it as file-stub\d+ in vs_stub1\.$/),
  });
  const [file] = [...stubs.openAiStores.files.values()];
  expect(file!.name).toMatch(new RegExp(`^${episodeOf(1)}\\.[0-9a-f-]{36}\\.md$`));
  expect(file!.text).toBe(
    `# Part 1\n\nPodcast: Uploads | Published: 2026-01-02 | Episode id: ${episodeOf(1)}\n\n` +
      `[00:00:01] Ann: The first one.\n\n[00:01:02] Bob: Yes, I agree with that.\n`,
  );
  const { attributes } = stubs.openAiStores.stores.get('vs_stub1')!.files.get(file!.id)!;
  expect(attributes).toMatchObject({ episode_uuid: episodeOf(1), podcast_id: seriesUuid, published_at: 1767312000 });
  expect(await statusOf(admin, 1)).toMatchObject({ status: 'uploaded', openaiUploadedAt: expect.any(String) });
  const page = (await app.visitor('GET', `/api/podcasts/${seriesUuid}/${episodeOf(1)}`)).body as EpisodePage;
  expect(page.episode.uploadedToOpenai).toBe(true);
});

it('sends the same text only once', async () => {
  const before = stubs.openAiStores.count;
  expect((await upload(1)).body).toMatchObject({ success: true, message: 'Already up to date' });
  expect(stubs.openAiStores.count).toBe(before);
  stubs.openAiStores.files.clear();
  stubs.openAiStores.stores.get('vs_stub1')!.files.clear();
  expect((await upload(1)).body).toMatchObject({ success: true, message: 'Transcript uploaded' });
  expect(filesAt(stubs)).toEqual(['Part 1']);
});

it('refuses what cannot be uploaded, and says why', async () => {
  expect(await upload(3)).toMatchObject({
    status: 409,
    body: { detail: 'SPEAKER_00 has no name yet. Name the speakers on the page of the episode, then upload it.' },
  });
  expect(await upload(4)).toMatchObject({ status: 409, body: { code: 'transcript-not-ready' } });
  expect(await upload(99)).toMatchObject({ status: 404 });
  expect(await admin('POST', `${STATUS}/upload/nothing`)).toMatchObject({ status: 400 });
  expect(await app.visitor('GET', `${STATUS}/episodes-status`)).toMatchObject({ status: 401 });
});

it('uploads all that are ready, three at a time, and tells how it went', async () => {
  const { body } = await admin('POST', `${STATUS}/upload-validated`);
  expect(body).toMatchObject({
    success: true,
    message: '2 of 3 transcripts uploaded.',
    successCount: 2,
    errorCount: 1,
    details: ['Part 5: OpenAI could not read the transcript: The file could not be parsed.'],
  });
  expect(filesAt(stubs)).toEqual(['Part 1', 'Part 2', 'Part 6']);
  expect(await statusOf(admin, 5)).toMatchObject({
    status: 'error',
    openaiUploadError: 'OpenAI could not read the transcript: The file could not be parsed.',
    openaiLastAttempt: expect.any(String),
    openaiUploadedAt: null,
  });
  const again = (await admin('POST', `${STATUS}/retry-failed`)).body as UploadManyAnswer;
  expect(again).toMatchObject({ success: false, successCount: 0, errorCount: 1 });
});

it('needs an update once somebody corrects the transcript, and replaces the old file by the new one', async () => {
  const page = (await app.visitor('GET', `/api/podcasts/${seriesUuid}/${episodeOf(2)}`)).body as EpisodePage;
  const transcript = page.transcript.map((segment, index) =>
    index === 0 ? { ...segment, text: 'The second one, corrected.' } : segment,
  );
  await admin('PUT', `/api/episodes/${episodeOf(2)}/transcript`, { segments: transcript });
  await settled();
  expect(await statusOf(admin, 2)).toMatchObject({
    status: 'needs_speaker_update',
    validationMessage: 'The transcript was corrected after the upload.',
    mayUpload: true,
  });
  const answer = (await admin('POST', `${STATUS}/upload-validated`, { changed: true, wait: false })).body;
  expect(answer).toMatchObject({ success: true, queued: 1 });
  const { batchId } = answer as UploadManyAnswer;
  await batchEnded(batchId);
  expect(await statusOf(admin, 2)).toMatchObject({ status: 'uploaded' });
  expect(filesAt(stubs)).toEqual(['Part 1', 'Part 2', 'Part 6']);
  expect([...stubs.openAiStores.files.values()].map(({ text }) => text).join()).toContain('corrected');
});

it('tries again what may pass, and never leaves a file of a lost answer behind', async () => {
  stubs.openAiStores.files.clear();
  stubs.openAiStores.stores.get('vs_stub1')!.files.clear();
  // The file is created, but its id never arrives.
  stubs.fail('/v1/files', { connection: 'truncated', times: 1 });
  expect((await upload(6)).body).toMatchObject({ success: true });
  stubs.fail('/v1/vector_stores/vs_stub1/files', { status: 500, body: '{}', times: 2 });
  expect((await upload(1)).body).toMatchObject({ success: true });
  stubs.openAiStores.filesAMinute = stubs.openAiStores.attachedAt.length;
  setTimeout(() => (stubs.openAiStores.filesAMinute = 300), 100);
  expect((await upload(2)).body).toMatchObject({ success: true });
  expect(filesAt(stubs)).toEqual(['Part 1', 'Part 2', 'Part 6']);
});

it('fails when the store was deleted behind our back; another one begins empty', async () => {
  stubs.openAiStores.stores.clear();
  expect((await upload(1)).body).toMatchObject({
    success: false,
    details: 'The vector store vs_stub1 no longer exists at OpenAI. Initialize the services, then upload again.',
  });
  const { success, vectorStoreId, details } = await initialise();
  expect([success, vectorStoreId !== 'vs_stub1']).toEqual([true, true]);
  expect(details).toMatch(/^The vector store vs_stub1 no longer exists\. .* 3 leftover files were removed\.$/);
  expect((await status()).summary).toMatchObject({ uploaded: 0, ready: 2, errors: 2 });
  expect((await upload(1)).body).toMatchObject({ success: true });
  expect((await upload(2)).body).toMatchObject({ success: true });
  expect(filesAt(stubs)).toEqual(['Part 1', 'Part 2']);
});

it('takes removed episodes and podcasts out of the store', async () => {
  const { commands } = app.services;
  await commands.send(new ChangeEpisode({ type: 'RemoveEpisode', episodeUuid: episodeOf(1) }, by));
  await until(() => filesAt(stubs).length === 1);
  expect(filesAt(stubs)).toEqual(['Part 2']);
  await commands.send(new ChangeSeries({ type: 'RemoveSeries', seriesUuid }, by));
  await until(() => filesAt(stubs).length === 0);
});

it('uploads them again when they are back', async () => {
  const last = async (stream: string) => {
    for await (const event of app.services.log.readStream(stream, { direction: 'backwards', limit: 1 })) return event;
    throw new Error(`${stream} has no events`);
  };
  const uploadedAt = async (position: bigint) => {
    const path = `/api/podcasts/${seriesUuid}/${episodeOf(2)}?asOf=${position}`;

    return ((await admin('GET', path)).body as EpisodePage).episode.uploadedToOpenai;
  };
  const uploadStream = `upload-${episodeOf(2)}`;
  await until(async () => (await last(uploadStream)).type === 'UploadRemoved');
  const revert = async (stream: string) => admin('POST', `/api/admin/history/${(await last(stream)).id}/revert`, {});
  expect((await revert(`series-${seriesUuid}`)).status).toBe(200);
  await until(() => filesAt(stubs).join() === 'Part 2');
  expect((await revert(`episode-${episodeOf(1)}`)).status).toBe(200);
  await until(() => filesAt(stubs).join() === 'Part 1,Part 2');
  await until(async () => (await last(uploadStream)).type === 'TranscriptUploaded');
  const { position } = await last(uploadStream);
  expect([await uploadedAt(position - 1n), await uploadedAt(position)]).toEqual([false, true]);
});

const batchEnded = async (batchId: string) =>
  until(async () => {
    const { body } = await admin('GET', `${STATUS}/batches/${batchId}`);
    const { queued, uploading } = body as { queued: number; uploading: number };
    return queued + uploading === 0;
  });

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
