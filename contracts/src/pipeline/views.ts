import { z } from 'zod';
import { FileRef } from '../files/values.ts';
import { GivenUuid } from '../kit/uuid.ts';
import { RunStatus, StepNumber, StepStatus } from './values.ts';

export const PipelineStepView = z.object({
  step: z.number().int(),
  name: z.string(),
  status: StepStatus,
  /** The last sentence of it; null: it has not begun. */
  message: z.string().nullable(),
  details: z.array(z.string()),
  warnings: z.array(z.string()),
  predictionId: z.string().nullable(),
  /** 0: it has not begun. */
  attempts: z.number().int(),
  /** ISO UTC, of the last attempt. */
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type PipelineStepView = z.infer<typeof PipelineStepView>;

/** A run in a list. */
export const PipelineRunSummary = z.object({
  id: z.string(),
  /** Of the runs of this episode, from 1. */
  number: z.number().int(),
  episodeUuid: z.string(),
  episodeName: z.string(),
  /** Slugs lead to the page; null: the episode was removed. */
  episodeSlug: z.string().nullable(),
  podcastId: z.string(),
  podcastName: z.string(),
  podcastSlug: z.string().nullable(),
  status: RunStatus,
  /** Place in the queue, from 1; null: not queued. */
  queuePosition: z.number().int().nullable(),
  skipTranscription: z.boolean(),
  requestedBy: z.string(),
  /** ISO UTC. */
  requestedAt: z.string(),
  /** When its first step began; null: it waits. */
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The step that runs, failed, or comes next; null: all are done. */
  currentStep: z.number().int().nullable(),
  /** The last sentence of the run. */
  message: z.string().nullable(),
  stepsCompleted: z.number().int(),
  totalSteps: z.number().int(),
  segmentsProcessed: z.number().int().nullable(),
  entitiesExtracted: z.number().int().nullable(),
  warnings: z.number().int(),
  errorMessage: z.string().nullable(),
  batchId: z.string().nullable(),
});
export type PipelineRunSummary = z.infer<typeof PipelineRunSummary>;

/** Running ones, queued ones in the order of the queue, then the others, newest request first; 50 a page. */
export const PipelineRunsAnswer = z.object({
  runs: z.array(PipelineRunSummary),
  next: z.string().nullable(),
  /** Of all runs that the other filters let through. */
  counts: z.record(RunStatus, z.number().int()),
});
export type PipelineRunsAnswer = z.infer<typeof PipelineRunsAnswer>;
export const PipelineRunsQuery = z.object({
  status: RunStatus.optional(),
  podcast: GivenUuid.optional(),
  episode: GivenUuid.optional(),
  batch: GivenUuid.optional(),
  /** Words of the titles of episode and podcast. */
  q: z.string().trim().max(200).optional(),
  after: z.string().max(200).optional(),
});

/** A run with its steps and files. */
export const PipelineRunView = PipelineRunSummary.extend({
  steps: z.array(PipelineStepView),
  /** Raw answers, downloadable at `/api/admin/pipeline/runs/{id}/files/{sha256}`. */
  files: z.array(FileRef.extend({ name: z.string() })),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  /** The version that it recorded; null: none yet. */
  versionId: z.string().nullable(),
  /** How long earlier runs of episodes of about this length took; null: unknown. */
  expectedMs: z.number().int().nullable(),
});
export type PipelineRunView = z.infer<typeof PipelineRunView>;

/**
 * A line of the stream of a run, `id` = `<runId>:<revision>`. `queued` and `retry` concern the run; `step_progress`, besides those that
 * the specification names, is a line of the log within a step.
 */
export const PipelineMessage = z.object({
  type: z.enum(['queued', 'retry', 'step_start', 'step_progress', 'step_complete', 'step_error', 'complete']),
  runId: z.string(),
  episodeUuid: z.string(),
  /** Null: of the run. */
  step: z.number().int().nullable(),
  name: z.string().nullable(),
  status: z.string(),
  message: z.string(),
  details: z.array(z.string()),
  warnings: z.array(z.string()),
  predictionId: z.string().nullable(),
  attempt: z.number().int().nullable(),
  /** ISO UTC. */
  timestamp: z.string(),
  /** With `complete`. */
  stepsCompleted: z.number().int().optional(),
  totalSteps: z.number().int().optional(),
  segmentsProcessed: z.number().int().nullable().optional(),
  entitiesExtracted: z.number().int().nullable().optional(),
  errorMessage: z.string().nullable().optional(),
});
export type PipelineMessage = z.infer<typeof PipelineMessage>;

/** Newest episode first; the parameters of the list are `podcast`, `q` and `after`. */
export const EpisodeToProcess = z.object({
  id: z.string(),
  uuid: z.string(),
  name: z.string(),
  slug: z.string(),
  podcastName: z.string(),
  podcastSlug: z.string(),
  podcastId: z.string(),
  publishedAt: z.string().nullable(),
  durationSeconds: z.number().int().nullable(),
  /** Whether the publisher offers a transcript. */
  hasOfferedTranscript: z.boolean(),
  hasAudio: z.boolean(),
});
export type EpisodeToProcess = z.infer<typeof EpisodeToProcess>;
/**
 * Without `paged`, the specification's plain array of EpisodeToProcess, at most 1,000; with it, EpisodesToProcessAnswer.
 */
export const EpisodesToProcessQuery = z.object({
  paged: z.literal('true').optional(),
  podcast: GivenUuid.optional(),
  /** Words of the titles of episode and podcast. */
  q: z.string().trim().max(200).optional(),
  after: z.string().max(200).optional(),
});
/** 50 a page; `total` is the number of all that the filter lets through. */
export const EpisodesToProcessAnswer = z.object({
  episodes: z.array(EpisodeToProcess),
  next: z.string().nullable(),
  total: z.number().int(),
});
export type EpisodesToProcessAnswer = z.infer<typeof EpisodesToProcessAnswer>;

export const ProcessingStepDetail = z.object({
  step: z.number().int(),
  status: z.string(),
  message: z.string(),
  details: z.array(z.string()),
  predictionId: z.string().nullable(),
  timestamp: z.string().nullable(),
});
export const ProcessingHistoryItem = z.object({
  id: z.string(),
  status: z.enum(['completed', 'failed', 'in_progress']),
  episodeUuid: z.string(),
  episodeName: z.string(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  stepsCompleted: z.number().int(),
  totalSteps: z.number().int(),
  segmentsProcessed: z.number().int().nullable(),
  entitiesExtracted: z.number().int().nullable(),
  errorMessage: z.string().nullable(),
  stepDetails: z.array(ProcessingStepDetail),
});
export type ProcessingHistoryItem = z.infer<typeof ProcessingHistoryItem>;
/**
 * Without `paged`, the specification's plain array of the newest 50 ProcessingHistoryItems; with it, ProcessingHistoryAnswer.
 * Runs that are queued are not in it yet.
 */
export const ProcessingHistoryQuery = z.object({
  paged: z.literal('true').optional(),
  after: z.string().max(200).optional(),
});
/** Newest first, 50 a page. */
export const ProcessingHistoryAnswer = z.object({
  history: z.array(ProcessingHistoryItem),
  next: z.string().nullable(),
});
export type ProcessingHistoryAnswer = z.infer<typeof ProcessingHistoryAnswer>;

export const ProcessEpisodeRequest = z.object({
  episodeUuid: GivenUuid,
  podcastId: GivenUuid,
  skipTranscription: z.boolean().default(false),
});
export const ProcessEpisodeAnswer = z.object({
  success: z.literal(true),
  runId: z.string(),
  /** False: the episode was being processed already. */
  isNew: z.boolean(),
  message: z.string(),
});
/** Runs for several episodes, in this order, or for everything that waits in a podcast. */
export const ProcessManyRequest = z.object({
  episodeUuids: z.array(GivenUuid).min(1).max(5000).optional(),
  podcastId: GivenUuid.optional(),
  skipTranscription: z.boolean().default(false),
});
export const ProcessManyAnswer = z.object({
  batchId: z.string(),
  queued: z.number().int(),
  /** Episodes that were being processed already. */
  already: z.number().int(),
});
/** Without a step: from the one that failed. The answer of cancel and retry is the run as PipelineRunView. */
export const RetryRunRequest = z.object({ fromStep: StepNumber.nullish() });
/** Cancels or retries the runs of a filter; `runIds` or `status`, narrowed by `podcast` and `batch`. */
export const ChangeRunsRequest = z.object({
  runIds: z.array(GivenUuid).min(1).max(5000).optional(),
  status: RunStatus.optional(),
  podcast: GivenUuid.optional(),
  batch: GivenUuid.optional(),
});
export const ChangeRunsAnswer = z.object({ changed: z.number().int(), unchanged: z.number().int() });

/** For everything that waits, in one podcast or in all; or for these episodes, separated by commas. */
export const ProcessingEstimateQuery = z.object({
  podcast: GivenUuid.optional(),
  episodes: z
    .string()
    .max(15_000)
    .transform((list) => list.split(',').filter((one) => one !== ''))
    .pipe(z.array(GivenUuid).max(400))
    .optional(),
});
/**
 * What a bulk run would cost. `pricePerMinute` is what the operator says (STT_PRICE_PER_MINUTE); null: not said, or the
 * provider costs nothing.
 */
export const ProcessingEstimate = z.object({
  episodes: z.number().int(),
  /** That the provider would transcribe; episodes with an offered transcript and of unknown length are left out. */
  minutes: z.number(),
  unknownLengths: z.number().int(),
  provider: z.string(),
  pricePerMinute: z.number().nullable(),
  currency: z.string(),
});
export type ProcessingEstimate = z.infer<typeof ProcessingEstimate>;

/** How far the transcript of an episode is, for readers: without names, addresses and technical details. */
export const EpisodeProcessing = z.object({
  state: z.enum(['none', 'queued', 'running', 'failed', 'not-permitted', 'corrections-wait', 'done']),
  /** Null: not running. */
  step: z.number().int().nullable(),
  stepName: z.string().nullable(),
  totalSteps: z.number().int(),
  queuePosition: z.number().int().nullable(),
  /** Why it failed; null otherwise. */
  reason: z.string().nullable(),
});
export type EpisodeProcessing = z.infer<typeof EpisodeProcessing>;
