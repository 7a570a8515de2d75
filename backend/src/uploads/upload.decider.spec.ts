import { expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid } from '@earmark/contracts/series';
import { VersionId } from '@earmark/contracts/transcripts';
import { UploadId, type TranscriptIndex, type UploadEvent } from '@earmark/contracts/uploads';
import { storiesOf } from '../kit/decider-spec.ts';
import { leftoversOf, upload } from './upload.decider.ts';
import { uploadIndex } from './upload-index.decider.ts';

const { given } = storiesOf(upload);
const { given: givenIndex } = storiesOf(uploadIndex);
const idOf = (name: string): string => uuidFrom(EARMARK_NAMESPACE, name);
const episodeUuid = EpisodeUuid.parse(idOf('episode'));
const seriesUuid = SeriesUuid.parse(idOf('series'));
const uploadOf = (number: number) => UploadId.parse(idOf(`upload ${number}`));

it('is requested once, until it has ended', () => {
  given()
    .when(request(1))
    .thenRecords({ type: 'UploadRequested', data: { uploadId: uploadOf(1), index: 'openai' } });
  given(requested(1)).when(request(2)).thenNothing();
  given(requested(1), began(1), failed(1))
    .when(request(2))
    .thenRecords({ data: { uploadId: uploadOf(2) } });
});

it('counts its attempts, and records nothing once it has ended', () => {
  given(requested(1), began(1))
    .when(begin)
    .thenRecords({ type: 'UploadBegan', data: { attempt: 2 } });
  given(requested(1), began(1), uploaded(1, 'file-1')).when(begin).thenNothing();
});

it('knows which files the service has, and which of them nobody needs', () => {
  const before = [requested(1), began(1), created(1, 'file-1'), uploaded(1, 'file-1')];
  const interrupted = [...before, requested(2), began(2), created(2, 'file-2')];
  expect(leftoversOf(stateOf(before))).toEqual([]);
  expect(leftoversOf(stateOf(interrupted))).toEqual(['file-2']);
  expect([...stateOf([...before, requested(2), began(2)]).unsure]).toEqual([uploadOf(2)]);
  const replaced = stateOf([...interrupted, uploaded(2, 'file-2', ['file-1'])]);
  expect([...replaced.files.keys(), ...replaced.unsure]).toEqual(['file-2']);
});

it('leaves every index when the episode is removed, and ends an upload that is open first', () => {
  given().when(requestRemoval).thenNothing();
  given(requested(1), began(1), uploaded(1, 'file-1'))
    .when(requestRemoval)
    .thenRecords({ type: 'UploadRemovalRequested', data: { index: 'openai' } });
  given(requested(1, 'own'), began(1, 'own'))
    .when(requestRemoval)
    .thenRecords({ type: 'UploadWithdrawn' }, { type: 'UploadRemovalRequested', data: { index: 'own' } });
  given(requested(1), began(1), uploaded(1, 'file-1'), removal).when(requestRemoval).thenNothing();
  given(requested(1), began(1), uploaded(1, 'file-1'), removal).when(request(2)).thenRejected('stream-busy');
  given(requested(1), began(1), uploaded(1, 'file-1'), removal)
    .when({ type: 'CompleteRemoval', episodeUuid, removedFileIds: ['file-1'] })
    .thenRecords({ type: 'UploadRemoved', data: { index: 'openai', removedFileIds: ['file-1'] } });
});

it('is uploaded again when the same transcript is back, and once only', () => {
  const gone: UploadEvent = {
    type: 'UploadRemoved',
    data: { episodeUuid, index: 'openai', removedFileIds: ['file-1'] },
  };
  const left = [requested(1), began(1), uploaded(1, 'file-1'), removal, gone];
  given(...left)
    .when(restore('version'))
    .thenRecords({ type: 'UploadRequested', data: { uploadId: uploadOf(2), seriesUuid, batchId: null } });
  given(...left)
    .when(restore('another'))
    .thenNothing();
  given(...left)
    .when(restore('version', 'vs_2'))
    .thenNothing();
  given(...left, requested(2))
    .when(restore('version'))
    .thenNothing();
  given(...left.slice(0, -1))
    .when(restore('version'))
    .thenRejected('stream-busy');
  given(requested(1), began(1), failed(1)).when(restore('version')).thenNothing();
});

it('records another index only when it is another one', () => {
  expect(uploadIndex.initial().place.index).toBe('own');
  const own = { index: 'own' as const, vectorStoreId: null };
  const store = { index: 'openai' as const, vectorStoreId: 'vs_1' };
  givenIndex().when({ to: own, setting: null }).thenNothing();
  givenIndex()
    .when({ to: store, setting: null })
    .thenRecords({ data: { to: store, from: own } });
  const chosen = { type: 'IndexChosen' as const, data: { to: store, from: own, setting: null } };
  givenIndex(chosen).when({ to: store, setting: null }).thenNothing();
  givenIndex(chosen)
    .when({ to: store, setting: 'vs_1' })
    .thenRecords({ data: { setting: 'vs_1' } });
});

const request = (number: number) => ({
  type: 'Request' as const,
  episodeUuid,
  seriesUuid,
  uploadId: uploadOf(number),
  index: 'openai' as const,
  batchId: null,
});
const restore = (version: string, vectorStoreId = 'vs_1') => ({
  type: 'Restore' as const,
  episodeUuid,
  uploadId: uploadOf(2),
  place: { index: 'openai' as const, vectorStoreId },
  versionId: VersionId.parse(idOf(version)),
});
const begin = { type: 'Begin' as const, episodeUuid };
const requestRemoval = { type: 'RequestRemoval' as const, episodeUuid, reason: 'episode-removed' as const };
const ids = (number: number, of: TranscriptIndex) => ({ episodeUuid, index: of, uploadId: uploadOf(number) });
const requested = (number: number, of: TranscriptIndex = 'openai'): UploadEvent => ({
  type: 'UploadRequested',
  data: { ...ids(number, of), seriesUuid, batchId: null },
});
const began = (number: number, of: TranscriptIndex = 'openai'): UploadEvent => ({
  type: 'UploadBegan',
  data: { ...ids(number, of), attempt: 1 },
});
const created = (number: number, fileId: string): UploadEvent => ({
  type: 'UploadFileCreated',
  data: { ...ids(number, 'openai'), vectorStoreId: 'vs_1', fileId },
});
const uploaded = (number: number, fileId: string, removedFileIds: string[] = []): UploadEvent => ({
  type: 'TranscriptUploaded',
  data: {
    ...ids(number, 'openai'),
    contentHash: 'a',
    versionId: VersionId.parse(idOf('version')),
    transcriptRevision: 3,
    vectorStoreId: 'vs_1',
    fileId,
    removedFileIds,
  },
});
const failed = (number: number): UploadEvent => ({
  type: 'UploadFailed',
  data: { ...ids(number, 'openai'), message: 'It could not be read.', code: 'outside-refused', removedFileIds: [] },
});
const removal: UploadEvent = {
  type: 'UploadRemovalRequested',
  data: { episodeUuid, index: 'openai', reason: 'episode-removed' },
};
const stateOf = (events: readonly UploadEvent[]) =>
  events.reduce(
    (state, event, revision) => upload.evolve(state, { ...event, revision, id: '', reverts: null }),
    upload.initial(),
  );
