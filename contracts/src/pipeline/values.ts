import { z } from 'zod';
import { AnyUuid } from '../kit/uuid.ts';

export const RunId = AnyUuid.brand('RunId');
export type RunId = z.infer<typeof RunId>;

/** The steps of a run, by number. Skipping the transcription leaves out step 1. */
export const PIPELINE_STEPS = [
  'Clear existing data',
  'Speech-to-text transcription',
  'Backup file storage',
  'Database storage',
  'Speaker mapping',
  'Timestamp verification',
  'Green transcript badge',
  'Entity extraction',
  'Dashboard mentions update',
] as const;
export const TRANSCRIPTION_STEP = 1;

/** The steps of a run, in order. */
export const stepsOf = ({ skipTranscription }: { readonly skipTranscription: boolean }): number[] =>
  [...PIPELINE_STEPS.keys()].filter((step) => !skipTranscription || step !== TRANSCRIPTION_STEP);

export const StepNumber = z
  .number()
  .int()
  .min(0)
  .max(PIPELINE_STEPS.length - 1);
export type StepNumber = z.infer<typeof StepNumber>;

/** `queued`: waits for its turn. */
export const RunStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export type RunStatus = z.infer<typeof RunStatus>;
export const StepStatus = z.enum(['pending', 'processing', 'completed', 'error', 'skipped']);
export type StepStatus = z.infer<typeof StepStatus>;
