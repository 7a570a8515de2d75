import { PIPELINE_STEPS, type PipelineEvent } from '@earmark/contracts/pipeline';
import { featureHistory } from '../kit/history/event-history.ts';
import { theEpisode } from '../kit/history/wording.ts';
import { counted } from './pipeline-step.ts';

const A_RECORD =
  'This records what the pipeline did. Undo the changes that it made to the transcript, or process the episode again.';

/** Part of a run that only its own page shows. */
const withinRun = {
  fields: () => [],
  inverse: A_RECORD,
  bulk: null,
  moment: null,
  isUnlisted: true,
} as const;

const nameOf = (step: number): string => `Step ${step} (${PIPELINE_STEPS[step]})`;

/** Everybody may read these sentences, so they hold no message of a service. */
export const pipelineHistory = featureHistory<PipelineEvent>({
  kind: 'pipeline',
  category: 'pipelineRun',
  subject: null,
  episodeOf: ({ episodeUuid }) => episodeUuid,
  folding: null,
  inverseReadsState: false,
  isForAnalysts: false,
  events: {
    PipelineRunStarted: {
      fields: () => [],
      inverse: A_RECORD,
      sentence: ({ skipTranscription }, names) =>
        `Requested the processing of ${theEpisode(names)}${skipTranscription ? ', without transcription' : ''}.`,
      // The page of an episode without a transcript says at once that it waits.
      bulk: (count) => `The processing of ${count} episodes was requested`,
      moment: null,
    },
    PipelineRunRetried: {
      fields: () => [],
      inverse: A_RECORD,
      sentence: ({ fromStep }, names) => `Continued the processing of ${theEpisode(names)} from step ${fromStep}.`,
      bulk: (count) => `The processing of ${count} episodes was continued`,
      moment: null,
    },
    PipelineStepStarted: { ...withinRun, sentence: ({ step }) => `${nameOf(step)} began.` },
    PipelineStepProgressed: { ...withinRun, sentence: ({ step }) => `${nameOf(step)} went on.` },
    PipelineJobOrdered: { ...withinRun, sentence: ({ step }) => `${nameOf(step)} ordered a job from a service.` },
    PipelineJobAnswered: { ...withinRun, sentence: ({ step }) => `${nameOf(step)} received an answer from a service.` },
    PipelineStepCompleted: { ...withinRun, sentence: ({ step }) => `${nameOf(step)} was completed.` },
    PipelineStepFailed: { ...withinRun, sentence: ({ step }) => `${nameOf(step)} failed.` },
    PipelineRunFinished: {
      fields: () => [],
      inverse: A_RECORD,
      sentence: (data, names) => {
        const { outcome, stepsCompleted, totalSteps, segmentsProcessed: segments, entitiesExtracted: entities } = data;
        if (outcome !== 'completed')
          return `The processing of ${theEpisode(names)} ${outcome === 'failed' ? 'failed' : 'was cancelled'} after ${stepsCompleted} of ${totalSteps} steps.`;
        const found = [
          ...(segments === null ? [] : [counted(segments, 'segment')]),
          ...(entities === null ? [] : [counted(entities, 'entity', 'entities')]),
        ];

        return `The processing of ${theEpisode(names)} was completed${found.length === 0 ? '' : `: ${found.join(', ')}`}.`;
      },
      bulk: (count) => `${count} episodes were processed`,
      isNews: ({ outcome }) => outcome === 'completed',
      moment: null,
    },
  },
});
