import { z } from 'zod';
import { EpisodeUuid } from '../episodes/values.ts';
import { FileRef } from '../files/values.ts';
import { defineEvent, type EventOf } from '../kit/event.ts';
import { SeriesUuid } from '../series/values.ts';
import { Transcription } from '../speech/values.ts';
import { VersionId } from '../transcripts/values.ts';
import { RunId, StepNumber } from './values.ts';

const run = { runId: RunId, episodeUuid: EpisodeUuid };

/** Requested: it waits for its turn. */
export const PipelineRunStarted = defineEvent('PipelineRunStarted', {
  ...run,
  seriesUuid: SeriesUuid,
  /** Of the runs of this episode, from 1. */
  number: z.number().int().min(1),
  skipTranscription: z.boolean(),
  /** Which runs were requested together; null: this one alone. */
  batchId: z.uuid().nullable(),
});
/** Continues a run that failed or was cancelled, from this step on. */
export const PipelineRunRetried = defineEvent('PipelineRunRetried', { ...run, fromStep: StepNumber });

const step = { ...run, step: StepNumber, /** From 1, of this step in this run. */ attempt: z.number().int().min(1) };

export const PipelineStepStarted = defineEvent('PipelineStepStarted', { ...step, message: z.string() });
/** A line for those who watch. */
export const PipelineStepProgressed = defineEvent('PipelineStepProgressed', {
  ...step,
  message: z.string(),
  /** Of the service, or our own where it has none. */
  predictionId: z.string().nullable(),
});
/** A service has accepted a job, which a restart must not order again. */
export const PipelineJobOrdered = defineEvent('PipelineJobOrdered', {
  ...step,
  /** Which part of the step's work. */
  key: z.string(),
  service: z.string(),
  jobId: z.string(),
});
export const PipelineJobAnswered = defineEvent('PipelineJobAnswered', { ...step, key: z.string(), answer: FileRef });

/** What a step has produced for the following ones. Counts are what the run reported then. */
export const StepOutput = z.object({
  transcription: Transcription.nullable(),
  versionId: VersionId.nullable(),
  segments: z.number().int().min(0).nullable(),
  entities: z.number().int().min(0).nullable(),
  mentions: z.number().int().min(0).nullable(),
  /** Corrections that somebody has to confirm before readers see the version. */
  waiting: z.number().int().min(0).nullable(),
});
export type StepOutput = z.infer<typeof StepOutput>;

export const PipelineStepCompleted = defineEvent('PipelineStepCompleted', {
  ...step,
  message: z.string(),
  details: z.array(z.string()),
  warnings: z.array(z.string()),
  predictionId: z.string().nullable(),
  output: StepOutput,
});
export const PipelineStepFailed = defineEvent('PipelineStepFailed', {
  ...step,
  /** A sentence for an operator. */
  message: z.string(),
  /** The code of the refusal; null: a bug. */
  code: z.string().nullable(),
  details: z.array(z.string()),
  predictionId: z.string().nullable(),
});
export const PipelineRunFinished = defineEvent('PipelineRunFinished', {
  ...run,
  outcome: z.enum(['completed', 'failed', 'cancelled']),
  stepsCompleted: z.number().int().min(0),
  totalSteps: z.number().int().min(1),
  segmentsProcessed: z.number().int().min(0).nullable(),
  entitiesExtracted: z.number().int().min(0).nullable(),
  errorMessage: z.string().nullable(),
});

export const pipelineEvents = [
  PipelineRunStarted,
  PipelineRunRetried,
  PipelineStepStarted,
  PipelineStepProgressed,
  PipelineJobOrdered,
  PipelineJobAnswered,
  PipelineStepCompleted,
  PipelineStepFailed,
  PipelineRunFinished,
] as const;
export type PipelineEvent = EventOf<(typeof pipelineEvents)[number]>;
