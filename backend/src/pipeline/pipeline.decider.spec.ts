import { it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { runIdOf, stepsOf, type PipelineEvent } from '@earmark/contracts/pipeline';
import { SeriesUuid } from '@earmark/contracts/series';
import { storiesOf } from '../kit/decider-spec.ts';
import { NO_OUTPUT, pipelineRun, type RunCommand, type RunFacts } from './pipeline.decider.ts';

const { given } = storiesOf(pipelineRun);
const episodeUuid = EpisodeUuid.parse('11111111-1111-4111-8111-111111111111');
const seriesUuid = SeriesUuid.parse('22222222-2222-4222-8222-222222222222');
const runId = runIdOf(episodeUuid, 1);
const facts: RunFacts = { runId, episodeUuid, seriesUuid, number: 1, skipTranscription: false, batchId: null };
const ids = { runId, episodeUuid };

it('starts once', () => {
  given().when({ type: 'Start', facts }).thenRecords({ type: 'PipelineRunStarted', data: facts });
  given(started()).when({ type: 'Start', facts }).thenNothing();
});

it('is refused before it was started', () => {
  given().when({ type: 'Cancel' }).thenRejected('run-unknown');
  given().when(retry()).thenRejected('run-unknown');
});

it('counts the attempts of a step, also those that were interrupted', () => {
  given(started())
    .when(begin(0))
    .thenRecords({ data: { step: 0, attempt: 1 } });
  given(started(), begun(0))
    .when(begin(0))
    .thenRecords({ data: { step: 0, attempt: 2 } });
});

it('ends with its last step, with what its steps have produced', () => {
  const before = [1, 2, 3, 4, 5, 6, 7].flatMap((step) => [begun(step), completed(step, { segments: 812 })]);
  given(started(), begun(0), completed(0), ...before, begun(8))
    .when(complete(8, { entities: 34 }))
    .thenRecords(
      { type: 'PipelineStepCompleted', data: { step: 8, attempt: 1 } },
      {
        type: 'PipelineRunFinished',
        data: { outcome: 'completed', stepsCompleted: 9, segmentsProcessed: 812, entitiesExtracted: 34 },
      },
    );
  given(started(), begun(0), completed(0), begun(1)).when(complete(1)).thenRecords({ type: 'PipelineStepCompleted' });
});

it('has eight steps when the transcription is skipped', () => {
  const steps = stepsOf({ skipTranscription: true }).slice(0, -1);
  const before = steps.flatMap((step) => [begun(step), completed(step)]);
  given(started({ skipTranscription: true }), ...before, begun(8))
    .when(complete(8))
    .thenRecords({}, { data: { outcome: 'completed', stepsCompleted: 8, totalSteps: 8 } });
});

it('fails with its step, and continues from there', () => {
  const failing = [started(), begun(0), completed(0), begun(1)];
  given(...failing)
    .when(fail(1, 'outside-refused'))
    .thenRecords(
      { type: 'PipelineStepFailed', data: { step: 1, message: 'It was refused.' } },
      { data: { outcome: 'failed', stepsCompleted: 1, errorMessage: 'It was refused.' } },
    );
  const story = [...failing, failed(1, 'outside-refused'), finished('failed')];
  given(...story)
    .when(retry())
    .thenRecords({ type: 'PipelineRunRetried', data: { fromStep: 1 } });
  given(...story)
    .when(retry(0))
    .thenRecords({ data: { fromStep: 0 } });
  given(...story)
    .when(retry(2))
    .thenRejected('invalid', 'Step 2 cannot come before step 1');
  given(...story, retried(1))
    .when(begin(1))
    .thenRecords({ data: { attempt: 2 } });
});

it('is refused to continue while it is open, when it is completed, or at a step that it skips', () => {
  given(started()).when(retry()).thenRejected('run-in-progress');
  const all = stepsOf(facts).flatMap((step) => [begun(step), completed(step)]);
  given(started(), ...all, finished('completed'))
    .when(retry())
    .thenRejected('invalid', 'All steps');
  given(started(), ...all, finished('completed'))
    .when(retry(3))
    .thenRecords({ data: { fromStep: 3 } });
  given(started({ skipTranscription: true }), finished('cancelled'))
    .when(retry(1))
    .thenRejected('invalid', 'skips');
});

it('is cancelled once, and then records nothing more', () => {
  const cancelled = [started(), begun(0), finished('cancelled')];
  given(started(), begun(0))
    .when({ type: 'Cancel' })
    .thenRecords({ type: 'PipelineRunFinished', data: { outcome: 'cancelled', stepsCompleted: 0 } });
  given(...cancelled)
    .when({ type: 'Cancel' })
    .thenNothing();
  given(...cancelled)
    .when(complete(0))
    .thenNothing();
});

function started(more: Partial<RunFacts> = {}): PipelineEvent {
  return { type: 'PipelineRunStarted', data: { ...facts, ...more } };
}
const step = (number: number) => ({ ...ids, step: number, attempt: 1 });
const done = { message: 'Done.', details: [], warnings: [], predictionId: null };
const begin = (number: number): RunCommand => ({ type: 'BeginStep', data: { step: number, message: '' } });
const begun = (number: number): PipelineEvent => ({
  type: 'PipelineStepStarted',
  data: { ...step(number), message: '' },
});
const complete = (number: number, output = {}): RunCommand => ({
  type: 'CompleteStep',
  data: { step: number, ...done, output: { ...NO_OUTPUT, ...output } },
});
function completed(number: number, output = {}): PipelineEvent {
  return { type: 'PipelineStepCompleted', data: { ...step(number), ...done, output: { ...NO_OUTPUT, ...output } } };
}
const failure = (code: string) => ({ message: 'It was refused.', code, details: [], predictionId: null });
const fail = (number: number, code: string): RunCommand => ({
  type: 'FailStep',
  data: { step: number, ...failure(code) },
});
const failed = (number: number, code: string): PipelineEvent => ({
  type: 'PipelineStepFailed',
  data: { ...step(number), ...failure(code) },
});
const finished = (outcome: 'completed' | 'failed' | 'cancelled'): PipelineEvent => ({
  type: 'PipelineRunFinished',
  data: {
    ...ids,
    outcome,
    stepsCompleted: 0,
    totalSteps: 9,
    segmentsProcessed: null,
    entitiesExtracted: null,
    errorMessage: null,
  },
});
const retry = (fromStep: number | null = null): RunCommand => ({ type: 'Retry', fromStep });
const retried = (fromStep: number): PipelineEvent => ({ type: 'PipelineRunRetried', data: { ...ids, fromStep } });
