import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { uuidFrom } from '@earmark/contracts/kit';
import type { UploadStatus } from '@earmark/contracts/uploads';
import { findEpisode } from '../catalogue/catalogue.queries.ts';
import { verify } from '../kit/verify.ts';
import {
  categories,
  episodeAdded,
  event,
  id,
  projectedLog,
  record,
  seriesAdded,
  transcriptEvents,
  type ProjectedLog,
} from '../testing.ts';
import { findIndex, listBatch, listIndexedEpisodes, listIndexedIn, listIndexedPodcasts } from './indexed.queries.ts';
import { uploads } from './uploads.projector.ts';
import { countUploadStatus, findUploadStatus, listUploadable, listUploadStatus } from './uploads.queries.ts';

const TITLES = ['Named', 'Unnamed', 'Silent', 'Spare'];
const BATCH = id('batch');
const OWN = { index: 'own', vectorStoreId: null };
const inStore = (vectorStoreId: string) => ({ index: 'openai', vectorStoreId });

let world: ProjectedLog;
beforeAll(async () => {
  world = await projectedLog();
  await record(world.log, 'vocabulary-main', ...categories());
  await record(world.log, `series-${id('series')}`, seriesAdded());
  for (const [index, title] of TITLES.entries())
    await record(
      world.log,
      `episode-${id('episode', index + 1)}`,
      episodeAdded(index + 1, title, `2026-01-0${4 - index}T00:00:00.000Z`),
    );
  await record(world.log, transcriptOf(1), ...transcriptEvents(1, ['Ann: Rome.', 'Bob: Oslo.'], 0));
  await record(world.log, transcriptOf(2), ...transcriptEvents(2, ['Ann: Rome.', 'SPEAKER_00: Oslo.', 'B: Bern.'], 0));
  await record(world.log, transcriptOf(4), ...transcriptEvents(4, ['Ann: Rome.'], 0));
});
afterAll(async () => world.close());

it('knows which transcripts are ready, and why the others are not', async () => {
  await world.settled();
  const { episodes, last } = await listUploadStatus(world.pool, {}, null, 10);
  expect(episodes.map(({ name, status, mayUpload }) => [name, status, mayUpload])).toEqual([
    ['Named', 'ready', true],
    ['Unnamed', 'needs_speaker_update', false],
    ['Silent', 'not_ready', false],
    ['Spare', 'ready', true],
  ]);
  expect(episodes[1]!.validationMessage).toBe('B and SPEAKER_00 have no names yet.');
  expect(last).toBeNull();
  expect(await countUploadStatus(world.pool, {})).toEqual({
    total: 4,
    ready: 2,
    uploaded: 0,
    needsSpeakerUpdate: 1,
    errors: 0,
    changed: 0,
    open: 0,
  });
  expect(await listUploadable(world.pool, 'ready', {})).toEqual([id('episode', 1), id('episode', 4)]);
});

it('pages through the episodes of a status, filtered by words and podcast', async () => {
  const first = await listUploadStatus(world.pool, { status: 'ready' }, null, 1);
  expect(first.episodes.map(({ name }) => name)).toEqual(['Named']);
  const second = await listUploadStatus(world.pool, { status: 'ready' }, first.last, 1);
  expect(second).toMatchObject({ episodes: [{ name: 'Spare' }], last: null });
  const grouped = await listUploadStatus(world.pool, { status: 'needs_speaker_update' }, null, 1);
  expect(grouped.episodes.map(({ name }) => name)).toEqual(['Unnamed']);
  expect((await listUploadStatus(world.pool, { q: 'spar' }, null, 9)).episodes).toMatchObject([{ name: 'Spare' }]);
  expect(await countUploadStatus(world.pool, { podcast: id('series', 9) })).toMatchObject({ total: 0 });
});

it('shows an upload from its request to its end', async () => {
  await record(world.log, uploadOf(1), requested(1));
  await record(world.log, uploadOf(2), requested(2));
  await world.settled();
  expect(await status(1)).toMatchObject({ status: 'ready', progress: 'queued', openaiLastAttempt: null });
  await record(world.log, uploadOf(1), began(1));
  await record(world.log, uploadOf(2), began(2), failed(2, 'It could not be read.'));
  await world.settled();
  expect(await status(1)).toMatchObject({ progress: 'uploading' });
  expect(await status(2)).toMatchObject({
    status: 'error',
    openaiUploadError: 'It could not be read.',
    mayUpload: true,
  });
  await record(world.log, uploadOf(1), uploadedEvent(1, 2));
  await world.settled();
  expect(await status(1)).toMatchObject({
    status: 'uploaded',
    progress: null,
    mayUpload: false,
    openaiUploadError: null,
  });
  expect((await listBatch(world.pool, BATCH)).map(({ title, state }) => [title, state])).toEqual([
    ['Named', 'uploaded'],
    ['Unnamed', 'failed'],
  ]);
});

it('answers what the assistant can answer from', async () => {
  expect(await findIndex(world.pool)).toEqual(OWN);
  expect(await listIndexedPodcasts(world.pool)).toMatchObject([{ name: 'Night Shift', uploadedEpisodeCount: 1 }]);
  expect(await listIndexedEpisodes(world.pool, id('series'))).toMatchObject([{ title: 'Named' }]);
  const inScope = async (seriesUuids: string[] | null, episodeUuids: string[] | null) =>
    (await listIndexedIn(world.pool, { seriesUuids, episodeUuids })).length;
  expect([
    await inScope(null, null),
    await inScope([], [id('episode', 2)]),
    await inScope([id('series')], null),
  ]).toEqual([1, 0, 1]);
  const shown = await Promise.all([1, 2].map(async (number) => findEpisode(world.pool, null, id('episode', number))));
  expect(shown.map((found) => found?.episode.uploadedToOpenai)).toEqual([true, false]);
});

it('needs an update once the shown transcript changes, and none for another version', async () => {
  const [recorded, closed] = transcriptEvents(1, ['Ann: Paris.'], 0, 2);
  await record(world.log, transcriptOf(1), recorded!, closed!, edited(1, 2));
  await world.settled();
  expect(await status(1)).toMatchObject({ status: 'uploaded' });
  await record(world.log, transcriptOf(1), edited(1, 1));
  await world.settled();
  expect(await status(1)).toMatchObject({
    status: 'needs_speaker_update',
    validationMessage: 'The transcript was corrected after the upload.',
    mayUpload: true,
  });
  expect(await listUploadable(world.pool, 'changed', {})).toEqual([id('episode', 1)]);
  expect(await listIndexedPodcasts(world.pool)).toHaveLength(1);
  await record(
    world.log,
    uploadOf(1),
    requested(1),
    began(1),
    event('UploadConfirmed', { ...of(1), ...content(1, 6) }),
  );
  await world.settled();
  expect(await status(1)).toMatchObject({ status: 'uploaded' });
});

it('notices a change that came while the transcript was being uploaded', async () => {
  await record(world.log, uploadOf(4), requested(4), began(4));
  await record(world.log, transcriptOf(4), edited(4, 1));
  await record(world.log, uploadOf(4), uploadedEvent(4, 2));
  await world.settled();
  expect(await status(4)).toMatchObject({ status: 'needs_speaker_update' });
  const other = [...transcriptEvents(4, ['Ann: Paris.'], 0, 2, id('version of episode 4'))];
  await record(world.log, transcriptOf(4), ...other);
  await world.settled();
  expect((await status(4)).validationMessage).toBe('The transcript was replaced after the upload.');
});

it('counts what was uploaded to another index, or to a lost store, as not uploaded', async () => {
  await choose(inStore('vs_1'), OWN);
  await world.settled();
  expect(await statuses()).toEqual(['ready', 'needs_speaker_update', 'not_ready', 'ready']);
  await record(
    world.log,
    uploadOf(1),
    requested(1, 'openai'),
    began(1, 'openai'),
    uploadedEvent(1, 6, 'openai', 'vs_1'),
  );
  await world.settled();
  expect(await status(1)).toMatchObject({ status: 'uploaded' });
  await choose(inStore('vs_2'), inStore('vs_1'));
  await world.settled();
  expect(await status(1)).toMatchObject({ status: 'ready', openaiUploadedAt: null });
  expect(await listIndexedPodcasts(world.pool)).toEqual([]);
  await choose(OWN, inStore('vs_2'));
  await world.settled();
  expect(await status(1)).toMatchObject({ status: 'uploaded' });
});

it('takes what was removed out of the index', async () => {
  const ofEpisode = { episodeUuid: id('episode', 1), index: 'own' };
  await record(
    world.log,
    uploadOf(1),
    event('UploadRemovalRequested', { ...ofEpisode, reason: 'episode-removed' }),
    event('UploadRemoved', { ...ofEpisode, removedFileIds: [] }),
  );
  await world.settled();
  expect(await status(1)).toMatchObject({ status: 'ready', openaiUploadedAt: null });
});

it('gives the same rows when it is rebuilt', async () => {
  const { log, pool } = world;
  const compared = await verify({ log, pool, projectors: [uploads] });
  expect(compared.map(({ table, rows, differences }) => [table, rows, differences])).toEqual([
    ['uploads_index', 1, 0],
    ['uploads_episode', 4, 0],
  ]);
});

const transcriptOf = (number: number) => `transcript-${id('episode', number)}`;
const uploadOf = (number: number) => `upload-${id('episode', number)}`;
const of = (number: number, index = 'own') => ({
  episodeUuid: id('episode', number),
  index,
  uploadId: id('upload', number),
});
const content = (number: number, transcriptRevision: number) => ({
  contentHash: 'a'.repeat(64),
  versionId: id(`version of episode ${number}`),
  transcriptRevision,
});
const requested = (number: number, index = 'own') =>
  event('UploadRequested', { ...of(number, index), seriesUuid: id('series'), batchId: BATCH });
const began = (number: number, index = 'own') => event('UploadBegan', { ...of(number, index), attempt: 1 });
const failed = (number: number, message: string) =>
  event('UploadFailed', { ...of(number), message, code: 'outside-refused', removedFileIds: [] });
const uploadedEvent = (number: number, revision: number, index = 'own', vectorStoreId: string | null = null) =>
  event('TranscriptUploaded', {
    ...of(number, index),
    ...content(number, revision),
    vectorStoreId,
    fileId: vectorStoreId && 'file-1',
    removedFileIds: [],
  });
const edited = (number: number, version: number) =>
  event('SpeakerRenamed', {
    episodeUuid: id('episode', number),
    versionId: id(`version of episode ${number}`, version),
    speakerId: uuidFrom(id(`version of episode ${number}`, version), 'Ann'),
    from: 'Ann',
    to: 'Anne',
  });
const choose = async (to: object, from: object) =>
  record(world.log, 'uploadIndex-main', event('IndexChosen', { to, from, setting: null }));
const status = async (number: number) => (await findUploadStatus(world.pool, id('episode', number)))!;
const statuses = async (): Promise<UploadStatus[]> =>
  (await listUploadStatus(world.pool, {}, null, 10)).episodes.map((episode) => episode.status);
