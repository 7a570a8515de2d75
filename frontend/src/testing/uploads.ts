import type {
  EpisodesStatusAnswer,
  TranscriptStatusEpisode,
  TranscriptStatusSummary,
  UploadBatch,
} from '@earmark/contracts/uploads';

/** An episode that is ready; its uuid is its name. */
export const uploadable = (name: string, more: Partial<TranscriptStatusEpisode> = {}): TranscriptStatusEpisode => ({
  uuid: name.toLowerCase(),
  name,
  slug: name.toLowerCase(),
  podcastId: 'harbour',
  podcastName: 'Harbour',
  podcastSlug: 'harbour',
  publishedAt: '2026-11-20T00:00:00.000Z',
  status: 'ready',
  validationMessage: 'All speakers are named.',
  openaiUploadError: null,
  openaiUploadedAt: null,
  openaiLastAttempt: null,
  progress: null,
  mayUpload: true,
  ...more,
});

export const statusAnswer = (
  episodes: readonly TranscriptStatusEpisode[],
  summary: Partial<TranscriptStatusSummary> = {},
  more: Partial<EpisodesStatusAnswer> = {},
): EpisodesStatusAnswer => ({
  success: true,
  episodes: [...episodes],
  summary: {
    total: episodes.length,
    ready: 0,
    uploaded: 0,
    needsSpeakerUpdate: 0,
    errors: 0,
    changed: 0,
    open: 0,
    ...summary,
  },
  error: null,
  next: null,
  index: { name: 'openai', vectorStoreId: 'vs_1', isInitialised: true, description: 'a vector store of OpenAI' },
  ...more,
});

export const batchOf = (more: Partial<UploadBatch> = {}): UploadBatch => ({
  id: 'batch-1',
  total: 3,
  queued: 0,
  uploading: 0,
  successCount: 0,
  errorCount: 0,
  withdrawn: 0,
  current: [],
  message: 'Uploading…',
  details: [],
  ...more,
});
