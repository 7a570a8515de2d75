import { describe, expect, it } from '@jest/globals';
import type { PipelineRunView } from '@earmark/contracts/pipeline';
import { lineOf, runViewOf, stepDone, stepOf } from '../testing/pipeline.ts';
import type { LogLine } from './run-log.ts';
import { withLines } from './run-progress.ts';

const LATER = '2026-11-23T05:00:00.000Z';

describe('a view that is behind its lines', () => {
  it('is moved on', () => {
    const shown = withLines(runningAt(1), [
      lineAt('step_complete', 1, 'Fetched', { details: ['from the publisher'] }),
      lineAt('step_start', 2, 'Storing'),
      lineAt('step_progress', 2, 'Stored 1 of 2'),
    ]);
    expect(shown.steps.slice(0, 4).map(({ status, message }) => [status, message])).toEqual([
      ['completed', 'Clear existing data is done'],
      ['completed', 'Fetched'],
      ['processing', 'Stored 1 of 2'],
      ['pending', null],
    ]);
    expect(shown).toMatchObject({ status: 'running', currentStep: 2, stepsCompleted: 2 });
    expect(shown.steps[1]).toMatchObject({ details: ['from the publisher'], endedAt: LATER });
  });

  it('begins and ends with them', () => {
    const queued = { ...runningAt(0), status: 'queued' as const, steps: [stepOf(0), stepOf(1)], startedAt: null };
    expect(withLines(queued, [lineAt('queued', null, 'Waiting')])).toBe(queued);
    expect(withLines(queued, [lineAt('step_start', 0, 'Clearing')])).toMatchObject({
      status: 'running',
      startedAt: LATER,
    });
    expect(
      withLines(runningAt(1), [
        lineAt('step_error', 1, 'No answer'),
        lineAt('complete', null, 'No answer', { status: 'failed', errorMessage: 'No answer' }),
      ]),
    ).toMatchObject({ status: 'failed', errorMessage: 'No answer', currentStep: 1 });
  });
});

describe('a view that is further than its lines', () => {
  it('stays as it is while they are replayed', () => {
    const run = runningAt(2);
    expect(withLines(run, [lineAt('step_start', 1, 'Fetching'), lineAt('step_complete', 1, 'Fetched')])).toBe(run);
    const ended = runViewOf('run-1');
    expect(withLines(ended, [lineAt('step_start', 1, 'Fetching')])).toBe(ended);
  });

  it('does not end as an earlier attempt did', () => {
    const steps = [
      stepDone(0, 1),
      stepDone(1, 0, { status: 'processing', attempts: 2, startedAt: LATER, endedAt: null }),
    ];
    const retried = { ...runningAt(1), steps };
    const failed = { status: 'failed', timestamp: '2026-11-23T04:30:00.000Z' };
    expect(withLines(retried, [lineAt('step_error', 1, 'No'), lineAt('complete', null, 'No', failed)])).toBe(retried);
    const queued = { ...retried, status: 'queued' as const, steps: [stepDone(0, 1), stepOf(1, { attempts: 1 })] };
    expect(withLines(queued, [lineAt('step_error', 1, 'No'), lineAt('retry', null, 'Retried')])).toBe(queued);
  });
});

const runningAt = (step: number): PipelineRunView =>
  runViewOf('run-1', {
    status: 'running',
    endedAt: null,
    currentStep: step,
    stepsCompleted: step,
    steps: Array.from({ length: 9 }, (_, at) =>
      at < step
        ? stepDone(at, 1)
        : at > step
          ? stepOf(at)
          : stepDone(at, 0, { status: 'processing', endedAt: null, message: 'Begun' }),
    ),
  });

const lineAt = (type: LogLine['type'], step: number | null, message: string, more: Partial<LogLine> = {}): LogLine => ({
  ...lineOf(type, step, message, { timestamp: LATER }),
  id: `${type} ${step} ${message}`,
  ...more,
});
