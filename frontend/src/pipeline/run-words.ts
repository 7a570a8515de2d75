import { PIPELINE_STEPS, TRANSCRIPTION_STEP } from '@earmark/contracts/pipeline';
import type {
  EpisodeToProcess,
  PipelineRunSummary,
  PipelineStepView,
  ProcessingEstimate,
  RunStatus,
  StepStatus,
} from '@earmark/contracts/pipeline';
import { counted } from '../kit/counted.ts';

export const RUN_STATUSES = {
  queued: { label: 'Queued', tone: 'plain' },
  running: { label: 'Running', tone: 'accent' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'warn' },
} as const satisfies Record<RunStatus, { label: string; tone: string }>;

export const STEP_STATUSES = {
  pending: { label: 'Not started', tone: 'plain' },
  processing: { label: 'Running', tone: 'accent' },
  completed: { label: 'Completed', tone: 'good' },
  error: { label: 'Failed', tone: 'bad' },
  skipped: { label: 'Skipped', tone: 'plain' },
} as const satisfies Record<StepStatus, { label: string; tone: string }>;

const LAST_STEP = PIPELINE_STEPS.length - 1;

/** `0.4 s`, `12 s`, `4 min 5 s`, `1 h 2 min` */
export function formatElapsed(ms: number): string {
  if (ms < 9_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;

  return minutes % 60 === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `about 4 min left`; null while unknown. */
export function timeLeft(expectedMs: number | null, elapsedMs: number): string | null {
  if (expectedMs === null) return null;
  const left = expectedMs - elapsedMs;
  if (left <= 0) return 'longer than earlier runs of this length';
  // Earlier runs are no promise to the second.
  const seconds = Math.max(5, Math.round(left / 5_000) * 5);
  if (seconds < 60) return `about ${seconds} s left`;

  return `about ${formatElapsed(Math.round(seconds / 60) * 60_000)} left`;
}

/** `Step 3: Database storage` */
export const stepTitle = (step: number): string => `Step ${step}: ${PIPELINE_STEPS[step] ?? 'Unknown'}`;

/** Where a run stands, in a few words. */
export function standingOf(run: PipelineRunSummary): string {
  const { status, queuePosition, currentStep, stepsCompleted, totalSteps, message, errorMessage } = run;
  switch (status) {
    case 'queued':
      return queuePosition === null ? 'Waits for its turn' : `Number ${queuePosition} in the queue`;
    case 'running':
      return currentStep === null ? (message ?? 'Running') : stepTitle(currentStep);
    case 'failed':
      return errorMessage ?? message ?? 'Failed';
    case 'cancelled':
      return `Cancelled after ${stepsCompleted} of ${totalSteps} steps`;
    case 'completed':
      return outcomeOf(run) ?? 'All steps are done';
  }
}

/** What a run has produced; null: nothing that is counted. */
export function outcomeOf({
  segmentsProcessed,
  entitiesExtracted,
  warnings,
}: Pick<PipelineRunSummary, 'segmentsProcessed' | 'entitiesExtracted' | 'warnings'>): string | null {
  const parts = [
    segmentsProcessed === null ? null : counted(segmentsProcessed, 'segment'),
    entitiesExtracted === null ? null : counted(entitiesExtracted, 'entity', 'entities'),
    warnings === 0 ? null : counted(warnings, 'warning'),
  ].filter((part) => part !== null);

  return parts.length === 0 ? null : parts.join(' · ');
}

/** The step from which a retry begins when none is chosen. */
export const retryStep = (steps: readonly PipelineStepView[]): number =>
  steps.find(({ status }) => status === 'error' || status === 'pending' || status === 'processing')?.step ?? 0;

/** What a retry from this step runs, in sentences. */
export function retrySentence(fromStep: number, skipTranscription: boolean): string {
  const first = skipTranscription && fromStep === TRANSCRIPTION_STEP ? fromStep + 1 : fromStep;
  const what =
    first === LAST_STEP
      ? `Step ${first}, ${PIPELINE_STEPS[first]}, runs again.`
      : `Steps ${first} to ${LAST_STEP} run again, beginning with ${PIPELINE_STEPS[first]}${
          skipTranscription && first < TRANSCRIPTION_STEP ? '; the transcription is skipped' : ''
        }.`;
  if (first === 0) return what;

  return `${what} ${first === 1 ? 'The result of step 0 is kept.' : `The results of steps 0 to ${first - 1} are kept.`}`;
}

/** What a new run does, in a sentence. */
export const processSentence = (episodes: number, skipTranscription: boolean): string =>
  skipTranscription
    ? `${counted(episodes, 'episode')}: steps 0 and 2 to ${LAST_STEP} run; the transcript that is stored or that the publisher offers is used.`
    : `${counted(episodes, 'episode')}: all nine steps run, 0 to ${LAST_STEP}.`;

/** Uses only what publishers offer. */
const PUBLISHER = 'publisher';

interface Amounts {
  /** Episodes with a transcript of the publisher; null: not counted. */
  readonly offered: number | null;
  /** Of audio that is transcribed. */
  readonly minutes: number;
  readonly unknownLengths: number;
}

/** What the transcription of these episodes takes, as far as their lengths are known. */
export function amountsOf(episodes: readonly EpisodeToProcess[]): Amounts {
  const own = episodes.filter(({ hasOfferedTranscript }) => !hasOfferedTranscript);

  return {
    offered: episodes.length - own.length,
    minutes: own.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0) / 60, 0),
    unknownLengths: own.filter(({ durationSeconds }) => durationSeconds === null).length,
  };
}

/** Where the texts of these episodes come from, and the price where it is known. */
export function estimateSentence(
  { offered, minutes, unknownLengths }: Amounts,
  { provider, pricePerMinute, currency }: Pick<ProcessingEstimate, 'provider' | 'pricePerMinute' | 'currency'>,
): string {
  const isFree = pricePerMinute === null || minutes === 0;
  const price = isFree ? '' : `, about ${priceOf(minutes * pricePerMinute, currency)}`;
  const audio = formatElapsed(Math.max(1, Math.round(minutes)) * 60_000);
  const parts = [
    offered === null || offered === 0
      ? null
      : `${counted(offered, 'episode has', 'episodes have')} a transcript of the publisher.`,
    provider === PUBLISHER && (offered === null || minutes + unknownLengths > 0)
      ? 'An episode whose publisher offers no transcript fails at step 1: no speech-to-text service is configured.'
      : null,
    provider === PUBLISHER || minutes === 0 ? null : `${provider} transcribes ${audio} of audio${price}.`,
    provider === PUBLISHER || unknownLengths === 0
      ? null
      : `${counted(unknownLengths, 'more episode is', 'more episodes are')} of unknown length.`,
  ];

  return parts.filter((part) => part !== null).join(' ');
}

const priceOf = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount);
