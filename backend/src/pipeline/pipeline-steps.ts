import { Injectable } from '@nestjs/common';
import { FinishingSteps } from './finishing-steps.ts';
import type { PipelineStep, StepResult, StepWork } from './pipeline-step.ts';
import { TranscriptionSteps } from './transcription-steps.ts';

/** What each step does, by its number. */
@Injectable()
export class PipelineSteps {
  private readonly steps: readonly PipelineStep[];

  constructor(transcription: TranscriptionSteps, finishing: FinishingSteps) {
    this.steps = [
      async (work) => transcription.clear(work),
      async (work) => transcription.transcribe(work),
      async (work) => transcription.verifyFiles(work),
      async (work) => transcription.record(work),
      async (work) => finishing.mapSpeakers(work),
      async (work) => finishing.verifyTimestamps(work),
      async (work) => finishing.mark(work),
      async (work) => finishing.extract(work),
      async (work) => finishing.show(work),
    ];
  }

  async do(step: number, work: StepWork): Promise<StepResult> {
    const one = this.steps[step];
    if (one === undefined) throw new Error(`there is no step ${step}`);

    return one(work);
  }
}
