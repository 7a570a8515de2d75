import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { SeriesUuid } from '@earmark/contracts/series';
import type { VersionId } from '@earmark/contracts/transcripts';
import type { PlaceOfIndex, TranscriptIndex, UploadEvent, UploadId } from '@earmark/contracts/uploads';
import type { Decider } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';

type DataOf<Type extends UploadEvent['type']> = Extract<UploadEvent, { type: Type }>['data'];
type OfOpen<Type extends UploadEvent['type']> = Omit<
  DataOf<Type>,
  'episodeUuid' | 'index' | 'uploadId' | 'removedFileIds'
>;

export interface OpenUpload {
  readonly uploadId: UploadId;
  readonly index: TranscriptIndex;
  readonly batchId: string | null;
  /** How often it was begun. */
  readonly attempts: number;
}
/** What an index has of the episode. */
export type Uploaded = OfOpen<'TranscriptUploaded'>;

export interface UploadState {
  /** Null: nothing was ever requested. */
  seriesUuid: SeriesUuid | null;
  open: OpenUpload | null;
  /** What has to leave which index. */
  removing: Set<TranscriptIndex>;
  uploaded: Map<TranscriptIndex, Uploaded>;
  /** What an index had until a removal took it out. */
  lost: Map<TranscriptIndex, Uploaded>;
  /** Every file that the service is known to have, and its vector store. */
  files: Map<string, string>;
  /** Every upload. */
  requested: Set<UploadId>;
  /** Uploads of which the service may have a file that is not in `files`. */
  unsure: Set<UploadId>;
}

export type UploadCommand =
  | {
      type: 'Request';
      episodeUuid: EpisodeUuid;
      seriesUuid: SeriesUuid;
      uploadId: UploadId;
      index: TranscriptIndex;
      batchId: string | null;
    }
  | {
      type: 'Restore';
      episodeUuid: EpisodeUuid;
      uploadId: UploadId;
      /** What the assistant searches. */
      place: PlaceOfIndex;
      /** That is shown; null: none. */
      versionId: VersionId | null;
    }
  | { type: 'RequestRemoval'; episodeUuid: EpisodeUuid; reason: DataOf<'UploadRemovalRequested'>['reason'] }
  | { type: 'CompleteRemoval'; episodeUuid: EpisodeUuid; removedFileIds: string[] }
  | { type: 'RemoveLeftovers'; episodeUuid: EpisodeUuid; removedFileIds: string[] }
  | OpenCommand;
/** Sent by the server that does the upload. */
export type OpenCommand = { episodeUuid: EpisodeUuid } & (
  | { type: 'Begin' }
  | { type: 'CreateFile'; data: OfOpen<'UploadFileCreated'> }
  | { type: 'Complete'; data: Uploaded; removedFileIds: string[] }
  | { type: 'Confirm'; data: OfOpen<'UploadConfirmed'> }
  | { type: 'Fail'; data: OfOpen<'UploadFailed'>; removedFileIds: string[] }
  | { type: 'Withdraw'; message: string; removedFileIds: string[] }
);

/** The transcript of an episode in the indexes of the assistant. */
export const upload: Decider<UploadState, UploadCommand, UploadEvent> = {
  category: 'upload',
  initial: () => ({
    seriesUuid: null,
    open: null,
    removing: new Set(),
    uploaded: new Map(),
    lost: new Map(),
    files: new Map(),
    requested: new Set(),
    unsure: new Set(),
  }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'UploadRequested': {
        const { seriesUuid, uploadId, index, batchId } = event.data;
        state.requested.add(uploadId);
        state.lost.delete(index);
        return { ...state, seriesUuid, open: { uploadId, index, batchId, attempts: 0 } };
      }
      case 'UploadBegan': {
        const { uploadId, index, attempt } = event.data;
        if (index === 'openai') state.unsure.add(uploadId);
        return { ...state, open: state.open && { ...state.open, attempts: attempt } };
      }
      case 'UploadFileCreated':
        state.files.set(event.data.fileId, event.data.vectorStoreId);
        state.unsure.delete(event.data.uploadId);
        return state;
      case 'TranscriptUploaded': {
        const { index, contentHash, versionId, transcriptRevision, vectorStoreId, fileId } = event.data;
        state.uploaded.set(index, { contentHash, versionId, transcriptRevision, vectorStoreId, fileId });
        state.unsure.clear();
        return { ...without(state, event.data.removedFileIds), open: null };
      }
      case 'UploadConfirmed': {
        const { index, contentHash, versionId, transcriptRevision } = event.data;
        const known = state.uploaded.get(index);
        if (known) state.uploaded.set(index, { ...known, contentHash, versionId, transcriptRevision });
        state.unsure.clear();
        return { ...state, open: null };
      }
      case 'UploadFailed':
      case 'UploadWithdrawn':
        return { ...without(state, event.data.removedFileIds), open: null };
      case 'UploadRemovalRequested': {
        const { index } = event.data;
        const known = state.uploaded.get(index);
        state.removing.add(index);
        if (known) state.lost.set(index, known);
        return state;
      }
      case 'UploadRemoved':
        state.removing.delete(event.data.index);
        state.uploaded.delete(event.data.index);
        state.unsure.clear();
        return without(state, event.data.removedFileIds);
      case 'LeftoverFilesRemoved':
        state.unsure.clear();
        return without(state, event.data.removedFileIds);
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'Request':
        return request(state, command);
      case 'Restore': {
        const { episodeUuid, uploadId, place, versionId } = command;
        const { index, vectorStoreId } = place;
        const lost = state.lost.get(index);
        if (!lost || lost.versionId !== versionId || lost.vectorStoreId !== vectorStoreId) return [];
        const seriesUuid = state.seriesUuid!;
        return request(state, { type: 'Request', episodeUuid, seriesUuid, uploadId, index, batchId: null });
      }
      case 'RequestRemoval':
        return requestRemoval(state, command);
      case 'CompleteRemoval': {
        const { episodeUuid, removedFileIds } = command;
        return [...state.removing].map((index, place) => ({
          type: 'UploadRemoved',
          data: { episodeUuid, index, removedFileIds: place === 0 ? removedFileIds : [] },
        }));
      }
      case 'RemoveLeftovers': {
        const { episodeUuid, removedFileIds } = command;
        return state.open !== null || (removedFileIds.length === 0 && state.unsure.size === 0)
          ? []
          : [{ type: 'LeftoverFilesRemoved', data: { episodeUuid, index: 'openai', removedFileIds } }];
      }
      default:
        return state.open === null ? [] : [inOpen(state.open, command)];
    }
  },
};

/** Files at the service that nobody needs. */
export const leftoversOf = ({ files, uploaded }: UploadState): string[] => {
  const needed = new Set([...uploaded.values()].map(({ fileId }) => fileId));

  return [...files.keys()].filter((fileId) => !needed.has(fileId));
};

function without(state: UploadState, fileIds: readonly string[]): UploadState {
  for (const fileId of fileIds) state.files.delete(fileId);

  return state;
}

function request(state: UploadState, command: Extract<UploadCommand, { type: 'Request' }>): UploadEvent[] {
  if (state.removing.size > 0)
    throw new Rejected('stream-busy', 'The episode is just leaving the index of the assistant. Try again.');
  if (state.open !== null) return [];
  const { type: _, ...data } = command;

  return [{ type: 'UploadRequested', data }];
}

function requestRemoval(
  state: UploadState,
  { episodeUuid, reason }: Extract<UploadCommand, { type: 'RequestRemoval' }>,
): UploadEvent[] {
  const { open, removing, uploaded } = state;
  const indexes = new Set([...uploaded.keys(), ...(open === null ? [] : [open.index])]);
  const events = [...indexes]
    .filter((index) => !removing.has(index))
    .map((index): UploadEvent => ({ type: 'UploadRemovalRequested', data: { episodeUuid, index, reason } }));
  if (open === null) return events;

  // Its end comes first, so that the process stays open for the removal.
  return [inOpen(open, { type: 'Withdraw', episodeUuid, message: GONE, removedFileIds: [] }), ...events];
}

const GONE = 'The episode was removed.';

function inOpen({ uploadId, index, attempts }: OpenUpload, command: OpenCommand): UploadEvent {
  const { episodeUuid } = command;
  const ids = { episodeUuid, index, uploadId };
  switch (command.type) {
    case 'Begin':
      return { type: 'UploadBegan', data: { ...ids, attempt: attempts + 1 } };
    case 'CreateFile':
      return { type: 'UploadFileCreated', data: { ...ids, ...command.data } };
    case 'Complete':
      return { type: 'TranscriptUploaded', data: { ...ids, ...command.data, removedFileIds: command.removedFileIds } };
    case 'Confirm':
      return { type: 'UploadConfirmed', data: { ...ids, ...command.data } };
    case 'Fail':
      return { type: 'UploadFailed', data: { ...ids, ...command.data, removedFileIds: command.removedFileIds } };
    case 'Withdraw':
      return {
        type: 'UploadWithdrawn',
        data: { ...ids, message: command.message, removedFileIds: command.removedFileIds },
      };
  }
}
