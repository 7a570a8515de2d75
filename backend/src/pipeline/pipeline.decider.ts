import type { FileRef } from '@earmark/contracts/files';
import { stepsOf, type PipelineEvent, type StepOutput } from '@earmark/contracts/pipeline';
import type { Decider } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';

type DataOf<Type extends PipelineEvent['type']> = Extract<PipelineEvent, { type: Type }>['data'];
export type RunFacts = DataOf<'PipelineRunStarted'>;
type Outcome = DataOf<'PipelineRunFinished'>['outcome'];

interface StepState {
  readonly status: 'processing' | 'completed' | 'error' | 'pending';
  /** Of all times that it was begun. */
  readonly attempts: number;
  /** Times in a row that it was begun and neither completed nor failed. */
  readonly interruptions: number;
}

export interface RunState {
  /** Null: there is no such run. */
  facts: RunFacts | null;
  /** Null while it is open. */
  outcome: Outcome | null;
  steps: Map<number, StepState>;
  /** What services were asked to do, by its key. */
  jobs: Map<string, { jobId: string; answer: FileRef | null }>;
  /** Of all completed steps. */
  output: StepOutput;
}

type OfStep<Type extends 'PipelineStepStarted' | StepLine['type']> = Omit<
  DataOf<Type>,
  'runId' | 'episodeUuid' | 'attempt'
>;
type StepLine = Extract<PipelineEvent, { data: { attempt: number } }>;

/** Sent by the server that has begun the step. */
type StepCommand =
  | { type: 'BeginStep'; data: OfStep<'PipelineStepStarted'> }
  | { type: 'Progress'; data: OfStep<'PipelineStepProgressed'> }
  | { type: 'OrderJob'; data: OfStep<'PipelineJobOrdered'> }
  | { type: 'AnswerJob'; data: OfStep<'PipelineJobAnswered'> }
  | { type: 'CompleteStep'; data: OfStep<'PipelineStepCompleted'> }
  | { type: 'FailStep'; data: OfStep<'PipelineStepFailed'> };
export type RunCommand =
  { type: 'Start'; facts: RunFacts } | { type: 'Retry'; fromStep: number | null } | { type: 'Cancel' } | StepCommand;

export const NO_OUTPUT: StepOutput = {
  transcription: null,
  versionId: null,
  segments: null,
  entities: null,
  mentions: null,
  waiting: null,
};

export type StartedRun = RunState & { readonly facts: RunFacts };

const NOT_BEGUN: StepState = { status: 'pending', attempts: 0, interruptions: 0 };

export const stepOf = ({ steps }: RunState, step: number): StepState => steps.get(step) ?? NOT_BEGUN;

/** The first step that is not completed; null: all are. */
export const nextStep = (state: StartedRun): number | null =>
  stepsOf(state.facts).find((step) => stepOf(state, step).status !== 'completed') ?? null;

export const hasRun = (state: RunState): state is StartedRun => state.facts !== null;

/** A run of the pipeline for one episode. */
export const pipelineRun: Decider<RunState, RunCommand, PipelineEvent> = {
  category: 'pipelineRun',
  initial: () => ({ facts: null, outcome: null, steps: new Map(), jobs: new Map(), output: NO_OUTPUT }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'PipelineRunStarted':
        return { ...state, facts: event.data };
      case 'PipelineRunRetried': {
        for (const [step, known] of state.steps)
          if (step >= event.data.fromStep) state.steps.set(step, { ...known, status: 'pending', interruptions: 0 });
        return { ...state, outcome: null };
      }
      case 'PipelineStepStarted': {
        const { step, attempt } = event.data;
        const { status, interruptions } = stepOf(state, step);
        state.steps.set(step, {
          status: 'processing',
          attempts: attempt,
          interruptions: status === 'processing' ? interruptions + 1 : 0,
        });
        return state;
      }
      case 'PipelineStepProgressed':
        return state;
      case 'PipelineJobOrdered':
        state.jobs.set(event.data.key, { jobId: event.data.jobId, answer: null });
        return state;
      case 'PipelineJobAnswered': {
        const { key, answer } = event.data;
        state.jobs.set(key, { jobId: state.jobs.get(key)?.jobId ?? '', answer });
        return state;
      }
      case 'PipelineStepCompleted':
        settle(state, event.data.step, 'completed');
        return { ...state, output: merged(state.output, event.data.output) };
      case 'PipelineStepFailed':
        settle(state, event.data.step, 'error');
        return state;
      case 'PipelineRunFinished':
        return { ...state, outcome: event.data.outcome };
    }
  },
  decide: (state, command) => {
    if (command.type === 'Start') return hasRun(state) ? [] : [{ type: 'PipelineRunStarted', data: command.facts }];
    if (!hasRun(state)) throw new Rejected('run-unknown', 'There is no such run.');
    switch (command.type) {
      case 'Retry':
        return retry(state, command.fromStep);
      case 'Cancel':
        return state.outcome === null ? [finished(state, 'cancelled', null)] : [];
      default:
        return state.outcome === null ? inStep(state, command) : [];
    }
  },
};

function settle(state: RunState, step: number, status: 'completed' | 'error'): void {
  state.steps.set(step, { ...stepOf(state, step), status, interruptions: 0 });
}

/** What a later step does not say stays as it was. */
const merged = (before: StepOutput, after: StepOutput): StepOutput => ({
  transcription: after.transcription ?? before.transcription,
  versionId: after.versionId ?? before.versionId,
  segments: after.segments ?? before.segments,
  entities: after.entities ?? before.entities,
  mentions: after.mentions ?? before.mentions,
  waiting: after.waiting ?? before.waiting,
});

function retry(state: StartedRun, wanted: number | null): PipelineEvent[] {
  if (state.outcome === null) throw new Rejected('run-in-progress', 'This run is still in progress.');
  const { runId, episodeUuid } = state.facts;
  const next = nextStep(state);
  const fromStep = wanted ?? next;
  if (fromStep === null)
    throw new Rejected(
      'invalid',
      'All steps of this run are completed. Name the step to begin with, or start a new run.',
    );
  if (!stepsOf(state.facts).includes(fromStep)) throw new Rejected('invalid', `This run skips step ${fromStep}.`);
  if (next !== null && fromStep > next)
    throw new Rejected('invalid', `Step ${fromStep} cannot come before step ${next}, which is not completed.`);

  return [{ type: 'PipelineRunRetried', data: { runId, episodeUuid, fromStep } }];
}

function inStep(state: StartedRun, command: StepCommand): PipelineEvent[] {
  const { runId, episodeUuid } = state.facts;
  const { attempts } = stepOf(state, command.data.step);
  const ids = { runId, episodeUuid, attempt: attempts };
  switch (command.type) {
    case 'BeginStep':
      return [{ type: 'PipelineStepStarted', data: { ...ids, ...command.data, attempt: attempts + 1 } }];
    case 'Progress':
      return [{ type: 'PipelineStepProgressed', data: { ...ids, ...command.data } }];
    case 'OrderJob':
      return [{ type: 'PipelineJobOrdered', data: { ...ids, ...command.data } }];
    case 'AnswerJob':
      return [{ type: 'PipelineJobAnswered', data: { ...ids, ...command.data } }];
    case 'CompleteStep': {
      const completed: PipelineEvent = { type: 'PipelineStepCompleted', data: { ...ids, ...command.data } };
      const { step, output } = command.data;
      if (stepsOf(state.facts).some((other) => other !== step && stepOf(state, other).status !== 'completed'))
        return [completed];
      const steps = new Map(state.steps).set(step, { ...stepOf(state, step), status: 'completed' });

      return [completed, finished({ ...state, steps, output: merged(state.output, output) }, 'completed', null)];
    }
    case 'FailStep':
      return [
        { type: 'PipelineStepFailed', data: { ...ids, ...command.data } },
        finished(state, 'failed', command.data.message),
      ];
  }
}

function finished(state: StartedRun, outcome: Outcome, errorMessage: string | null): PipelineEvent {
  const { runId, episodeUuid } = state.facts;
  const steps = stepsOf(state.facts);

  return {
    type: 'PipelineRunFinished',
    data: {
      runId,
      episodeUuid,
      outcome,
      stepsCompleted: steps.filter((step) => stepOf(state, step).status === 'completed').length,
      totalSteps: steps.length,
      segmentsProcessed: state.output.segments,
      entitiesExtracted: state.output.entities,
      errorMessage,
    },
  };
}
