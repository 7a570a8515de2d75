import { PIPELINE_STEPS } from '@earmark/contracts/pipeline';
import type { EpisodeProcessing } from '@earmark/contracts/pipeline';

/** The state of an unfinished transcript, for readers; null: there is nothing to say. */
export function processingWords(processing: EpisodeProcessing): string | null {
  const { state, queuePosition, reason } = processing;
  switch (state) {
    case 'none':
    case 'done':
      return null;
    case 'queued':
      return queuePosition === null
        ? 'It waits to be transcribed.'
        : `It waits to be transcribed: number ${queuePosition} in the queue.`;
    case 'running':
      return `It is being transcribed now${stepWords(processing)}.`;
    case 'failed':
      return reason === null ? 'The transcription failed.' : `The transcription failed. ${reason}`;
    case 'not-permitted':
      return 'The publisher does not permit its transcription.';
    case 'corrections-wait':
      return 'A new transcript is ready and appears once its corrections have been checked.';
  }
}

/** `: step 2 of 9, Speech-to-text transcription` */
function stepWords({ step, stepName, totalSteps }: EpisodeProcessing): string {
  if (step === null) return '';
  // Steps are numbered from 0; where one is skipped, it is the second.
  const place = step === 0 || totalSteps === PIPELINE_STEPS.length ? step + 1 : step;

  return `: step ${place} of ${totalSteps}${stepName === null ? '' : `, ${stepName}`}`;
}
