import type { UploadEvent, UploadIndexEvent } from '@earmark/contracts/uploads';
import { featureHistory } from '../kit/history/event-history.ts';
import { ofEpisode } from '../kit/history/wording.ts';

const A_RECORD = 'This records what the assistant was given. Correct the transcript, then upload it again.';
const listed = { fields: () => [], inverse: A_RECORD, moment: null };
/** Part of an upload that its end represents. */
const withinUpload = { ...listed, bulk: null, isUnlisted: true } as const;

/** Everybody may read the sentences of what has a `bulk`, so they hold no message of a service. */
export const uploadsHistory = featureHistory<UploadEvent>({
  kind: 'uploads',
  category: 'upload',
  subject: 'episode',
  folding: null,
  inverseReadsState: false,
  isForAnalysts: false,
  events: {
    UploadRequested: {
      ...withinUpload,
      sentence: (_, names) => `Requested the upload of the transcript${ofEpisode(names)} to the assistant.`,
    },
    UploadBegan: {
      ...withinUpload,
      sentence: (_, names) => `Began to upload the transcript${ofEpisode(names)} to the assistant.`,
    },
    UploadFileCreated: {
      ...withinUpload,
      sentence: (_, names) => `The assistant received the transcript${ofEpisode(names)}.`,
    },
    TranscriptUploaded: {
      ...listed,
      sentence: (_, names) => `Uploaded the transcript${ofEpisode(names)} to the assistant.`,
      bulk: (count) => `${count} transcripts were uploaded to the assistant`,
    },
    UploadConfirmed: {
      ...withinUpload,
      sentence: (_, names) => `The assistant has the transcript${ofEpisode(names)} as it is.`,
    },
    UploadFailed: {
      ...listed,
      bulk: null,
      sentence: ({ message }, names) => `The upload of the transcript${ofEpisode(names)} failed: ${message}`,
    },
    UploadWithdrawn: {
      ...withinUpload,
      sentence: (_, names) => `The upload of the transcript${ofEpisode(names)} was not tried.`,
    },
    UploadRemovalRequested: {
      ...withinUpload,
      sentence: (_, names) => `The transcript${ofEpisode(names)} has to leave the assistant.`,
    },
    UploadRemoved: {
      ...listed,
      sentence: (_, names) => `Took the transcript${ofEpisode(names)} out of the assistant.`,
      bulk: (count) => `${count} transcripts were taken out of the assistant`,
    },
    LeftoverFilesRemoved: {
      ...withinUpload,
      sentence: (_, names) => `Removed what an interrupted upload of the transcript${ofEpisode(names)} had left.`,
    },
  },
});

export const uploadIndexHistory = featureHistory<UploadIndexEvent>({
  kind: 'uploads',
  category: 'uploadIndex',
  subject: null,
  folding: null,
  inverseReadsState: false,
  isForAnalysts: false,
  events: {
    IndexChosen: {
      fields: ({ from, to }) => [
        { path: 'index', from: from.index, to: to.index },
        { path: 'vectorStoreId', from: from.vectorStoreId, to: to.vectorStoreId },
      ],
      inverse: 'Change ASSISTANT_PROVIDER or OPENAI_VECTOR_STORE_ID, then initialise the services.',
      sentence: ({ to }) =>
        to.index === 'own'
          ? 'The assistant now searches the index of this site.'
          : to.vectorStoreId === null
            ? 'The assistant now searches at OpenAI, once its vector store is initialised.'
            : `The assistant now searches the vector store ${to.vectorStoreId} of OpenAI.`,
      bulk: null,
      moment: null,
    },
  },
});
