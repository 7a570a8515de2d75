import { eventDecoder } from '@earmark/contracts/kit';
import { PIPELINE_STEPS, pipelineEvents, type PipelineMessage } from '@earmark/contracts/pipeline';
import type { RecordedEvent } from '@earmark/projections/event-log';

const decode = eventDecoder(pipelineEvents);

/** A line for those who watch a run; null: nothing to show. */
export function messageOfEvent(recorded: RecordedEvent): PipelineMessage | null {
  const { type, data } = decode(recorded);
  const { runId, episodeUuid } = data;
  const ofRun = {
    runId,
    episodeUuid,
    step: null,
    name: null,
    details: [],
    warnings: [],
    predictionId: null,
    attempt: null,
    timestamp: recorded.metadata.at,
  };
  const ofStep = (one: { step: number; attempt: number }) => ({
    ...ofRun,
    step: one.step,
    name: PIPELINE_STEPS[one.step] ?? null,
    attempt: one.attempt,
  });
  switch (type) {
    case 'PipelineRunStarted':
      return { ...ofRun, type: 'queued', status: 'queued', message: 'Waiting for its turn' };
    case 'PipelineRunRetried':
      return { ...ofRun, type: 'retry', status: 'queued', message: `Continuing from step ${data.fromStep}` };
    case 'PipelineStepStarted':
      return { ...ofStep(data), type: 'step_start', status: 'processing', message: data.message };
    case 'PipelineStepProgressed': {
      const { message, predictionId } = data;
      return { ...ofStep(data), type: 'step_progress', status: 'processing', message, predictionId };
    }
    case 'PipelineJobOrdered':
    case 'PipelineJobAnswered':
      return null;
    case 'PipelineStepCompleted': {
      const { message, details, warnings, predictionId } = data;
      return {
        ...ofStep(data),
        type: 'step_complete',
        status: 'completed',
        message,
        details,
        warnings,
        predictionId,
      };
    }
    case 'PipelineStepFailed': {
      const { message, details, predictionId } = data;
      return { ...ofStep(data), type: 'step_error', status: 'error', message, details, predictionId };
    }
    case 'PipelineRunFinished': {
      const { outcome, stepsCompleted, totalSteps, segmentsProcessed, entitiesExtracted, errorMessage } = data;
      return {
        ...ofRun,
        type: 'complete',
        status: outcome,
        message: outcome === 'failed' ? (errorMessage ?? 'The run failed') : `The run was ${outcome}`,
        stepsCompleted,
        totalSteps,
        segmentsProcessed,
        entitiesExtracted,
        errorMessage,
      };
    }
  }
}
