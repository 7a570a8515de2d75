import { PIPELINE_STEPS } from '@earmark/contracts/pipeline';
import type {
  EpisodeToProcess,
  PipelineMessage,
  PipelineRunsAnswer,
  PipelineRunSummary,
  PipelineRunView,
  PipelineStepView,
  ProcessingHistoryItem,
  RunStatus,
} from '@earmark/contracts/pipeline';

const BEGIN = '2026-11-23T04:00:00.000Z';
const at = (seconds: number): string => new Date(Date.parse(BEGIN) + seconds * 1000).toISOString();

/** A run that waits; its id is its name. */
export const runOf = (id: string, more: Partial<PipelineRunSummary> = {}): PipelineRunSummary => ({
  id,
  number: 1,
  episodeUuid: 'ferries',
  episodeName: 'Ferries',
  episodeSlug: 'ferries',
  podcastId: 'harbour',
  podcastName: 'Harbour',
  podcastSlug: 'harbour',
  status: 'queued',
  queuePosition: null,
  skipTranscription: false,
  requestedBy: 'ada',
  requestedAt: BEGIN,
  startedAt: null,
  endedAt: null,
  currentStep: 0,
  message: null,
  stepsCompleted: 0,
  totalSteps: 9,
  segmentsProcessed: null,
  entitiesExtracted: null,
  warnings: 0,
  errorMessage: null,
  batchId: null,
  ...more,
});

export const stepOf = (step: number, more: Partial<PipelineStepView> = {}): PipelineStepView => ({
  step,
  name: PIPELINE_STEPS[step]!,
  status: 'pending',
  message: null,
  details: [],
  warnings: [],
  predictionId: null,
  attempts: 0,
  startedAt: null,
  endedAt: null,
  ...more,
});

/** A step that took this long, ten seconds after the one before. */
export const stepDone = (step: number, seconds: number, more: Partial<PipelineStepView> = {}): PipelineStepView =>
  stepOf(step, {
    status: 'completed',
    message: `${PIPELINE_STEPS[step]} is done`,
    attempts: 1,
    startedAt: at(step * 10),
    endedAt: at(step * 10 + seconds),
    ...more,
  });

/** A run of which steps up to `failedAt` are done, that one failed and the rest wait; all are done without it. */
export const runViewOf = (
  id: string,
  { failedAt = null, ...more }: Partial<PipelineRunView> & { failedAt?: number | null } = {},
): PipelineRunView => ({
  ...runOf(id, {
    status: failedAt === null ? 'completed' : 'failed',
    startedAt: BEGIN,
    endedAt: at(100),
    currentStep: failedAt,
    stepsCompleted: failedAt ?? 9,
    errorMessage: failedAt === null ? null : 'The publisher did not answer.',
  }),
  steps: PIPELINE_STEPS.map((_, step) => {
    if (failedAt === null || step < failedAt) return stepDone(step, 4);
    if (step > failedAt) return stepOf(step);

    return stepDone(step, 8, { status: 'error', message: 'The publisher did not answer.' });
  }),
  files: [],
  provider: 'publisher',
  model: null,
  versionId: null,
  expectedMs: null,
  ...more,
});

export const lineOf = (
  type: PipelineMessage['type'],
  step: number | null,
  message: string,
  more: Partial<PipelineMessage> = {},
): PipelineMessage => ({
  type,
  runId: 'run-1',
  episodeUuid: 'ferries',
  step,
  name: step === null ? null : PIPELINE_STEPS[step]!,
  status: 'processing',
  message,
  details: [],
  warnings: [],
  predictionId: null,
  attempt: step === null ? null : 1,
  timestamp: BEGIN,
  ...more,
});

export const runsAnswer = (
  runs: readonly PipelineRunSummary[],
  more: Partial<Record<RunStatus, number>> = {},
): PipelineRunsAnswer => ({
  runs: [...runs],
  next: null,
  counts: { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0, ...more },
});

/** An episode of an hour that waits; its uuid is its name. */
export const waiting = (name: string, more: Partial<EpisodeToProcess> = {}): EpisodeToProcess => ({
  id: name.toLowerCase(),
  uuid: name.toLowerCase(),
  name,
  slug: name.toLowerCase(),
  podcastName: 'Harbour',
  podcastSlug: 'harbour',
  podcastId: 'harbour',
  publishedAt: BEGIN,
  durationSeconds: 3600,
  hasOfferedTranscript: false,
  hasAudio: true,
  ...more,
});

export const historyItem = (name: string, more: Partial<ProcessingHistoryItem> = {}): ProcessingHistoryItem => ({
  id: `run of ${name}`,
  status: 'completed',
  episodeUuid: name.toLowerCase(),
  episodeName: name,
  startedAt: BEGIN,
  completedAt: at(90),
  stepsCompleted: 9,
  totalSteps: 9,
  segmentsProcessed: 812,
  entitiesExtracted: 31,
  errorMessage: null,
  stepDetails: [
    { step: 0, status: 'completed', message: 'Cleared', details: ['kept'], predictionId: null, timestamp: BEGIN },
  ],
  ...more,
});
