import { z } from 'zod';
import { EpisodeUuid } from '../episodes/values.ts';
import { defineEvent, type EventOf } from '../kit/event.ts';
import { SeriesUuid } from '../series/values.ts';
import { VersionId } from '../transcripts/values.ts';
import { TranscriptIndex, UploadId } from './values.ts';

const ofEpisode = { episodeUuid: EpisodeUuid, index: TranscriptIndex };
const upload = { ...ofEpisode, uploadId: UploadId };
/** Files that the service no longer has. */
const removed = { removedFileIds: z.array(z.string()) };
const content = {
  /** SHA-256 of the uploaded text. */
  contentHash: z.string(),
  versionId: VersionId,
  /** Of the transcript's stream, when its text was taken. */
  transcriptRevision: z.number().int().min(0),
};

/** It waits for its turn. */
export const UploadRequested = defineEvent('UploadRequested', {
  ...upload,
  seriesUuid: SeriesUuid,
  /** Which uploads were requested together; null: this one alone. */
  batchId: z.uuid().nullable(),
});
/** From now on a file named after the episode and the upload may be at the service. */
export const UploadBegan = defineEvent('UploadBegan', {
  ...upload,
  /** From 1; each restart of the server counts as one more. */
  attempt: z.number().int().min(1),
});
/** The service has accepted the file, but does not search it yet. */
export const UploadFileCreated = defineEvent('UploadFileCreated', {
  ...upload,
  vectorStoreId: z.string(),
  fileId: z.string(),
});
/** The assistant answers from it. Both ids are null in our own index. */
export const TranscriptUploaded = defineEvent('TranscriptUploaded', {
  ...upload,
  ...content,
  vectorStoreId: z.string().nullable(),
  fileId: z.string().nullable(),
  ...removed,
});
/** Nothing had to be uploaded: the index has the same text. */
export const UploadConfirmed = defineEvent('UploadConfirmed', { ...upload, ...content });
export const UploadFailed = defineEvent('UploadFailed', {
  ...upload,
  /** A sentence for an operator. */
  message: z.string(),
  /** The code of the refusal; null: a bug. */
  code: z.string().nullable(),
  ...removed,
});
/** Ended before it was tried, because the service refuses every upload. */
export const UploadWithdrawn = defineEvent('UploadWithdrawn', { ...upload, message: z.string(), ...removed });

/** What was uploaded has to leave the index. */
export const UploadRemovalRequested = defineEvent('UploadRemovalRequested', {
  ...ofEpisode,
  reason: z.enum(['episode-removed', 'series-removed', 'transcript-removed']),
});
export const UploadRemoved = defineEvent('UploadRemoved', { ...ofEpisode, ...removed });
/** Files that an interruption had left at the service. */
export const LeftoverFilesRemoved = defineEvent('LeftoverFilesRemoved', { ...ofEpisode, ...removed });

export const uploadEvents = [
  UploadRequested,
  UploadBegan,
  UploadFileCreated,
  TranscriptUploaded,
  UploadConfirmed,
  UploadFailed,
  UploadWithdrawn,
  UploadRemovalRequested,
  UploadRemoved,
  LeftoverFilesRemoved,
] as const;
export type UploadEvent = EventOf<(typeof uploadEvents)[number]>;

const PlaceOfIndex = z.object({ index: TranscriptIndex, vectorStoreId: z.string().nullable() });
export type PlaceOfIndex = z.infer<typeof PlaceOfIndex>;

/**
 * What the assistant searches from now on. Transcripts that were uploaded elsewhere no longer count as uploaded.
 * `vectorStoreId` is null in our own index, and until the store of OpenAI is initialised.
 */
export const IndexChosen = defineEvent('IndexChosen', {
  to: PlaceOfIndex,
  from: PlaceOfIndex,
  /** OPENAI_VECTOR_STORE_ID at that time. */
  setting: z.string().nullable(),
});
export const uploadIndexEvents = [IndexChosen] as const;
export type UploadIndexEvent = EventOf<(typeof uploadIndexEvents)[number]>;
