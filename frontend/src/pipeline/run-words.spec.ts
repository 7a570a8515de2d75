import { describe, expect, it } from '@jest/globals';
import { runOf, stepDone, stepOf, waiting } from '../testing/pipeline.ts';
import {
  amountsOf,
  estimateSentence,
  formatElapsed,
  processSentence,
  retrySentence,
  retryStep,
  standingOf,
  timeLeft,
} from './run-words.ts';
import { barsOf, workedMs } from './waterfall.ts';

it('writes a duration in the units that matter', () => {
  expect([40, 9_900, 12_000, 60_000, 245_000, 3_600_000, 3_720_000].map(formatElapsed)).toEqual([
    '0.0 s',
    '9.9 s',
    '12 s',
    '1 min',
    '4 min 5 s',
    '1 h',
    '1 h 2 min',
  ]);
});

it('rounds what is left, and admits when a run takes longer than others', () => {
  expect(timeLeft(null, 1000)).toBeNull();
  expect(timeLeft(60_000, 1_000)).toBe('about 1 min left');
  expect(timeLeft(60_000, 38_000)).toBe('about 20 s left');
  expect(timeLeft(600_000, 60_000)).toBe('about 9 min left');
  expect(timeLeft(60_000, 61_000)).toBe('longer than earlier runs of this length');
});

describe('where a run stands', () => {
  it('is its place, its step, its reason or its result', () => {
    expect(standingOf(runOf('1', { queuePosition: 3 }))).toBe('Number 3 in the queue');
    expect(standingOf(runOf('1', { status: 'running', currentStep: 4 }))).toBe('Step 4: Speaker mapping');
    expect(standingOf(runOf('1', { status: 'failed', errorMessage: 'No key.' }))).toBe('No key.');
    expect(standingOf(runOf('1', { status: 'cancelled', stepsCompleted: 2 }))).toBe('Cancelled after 2 of 9 steps');
    expect(
      standingOf(runOf('1', { status: 'completed', segmentsProcessed: 1204, entitiesExtracted: 1, warnings: 2 })),
    ).toBe('1,204 segments · 1 entity · 2 warnings');
  });
});

describe('what a retry runs', () => {
  it('begins with the step that failed or was not reached', () => {
    expect(retryStep([stepDone(0, 1), stepDone(1, 1, { status: 'error' }), stepOf(2)])).toBe(1);
    expect(retryStep([stepDone(0, 1), stepDone(1, 1)])).toBe(0);
  });
  it('is said in a sentence', () => {
    expect(retrySentence(3, false)).toBe(
      'Steps 3 to 8 run again, beginning with Database storage. The results of steps 0 to 2 are kept.',
    );
    expect(retrySentence(8, false)).toBe(
      'Step 8, Dashboard mentions update, runs again. The results of steps 0 to 7 are kept.',
    );
    expect(retrySentence(0, true)).toBe(
      'Steps 0 to 8 run again, beginning with Clear existing data; the transcription is skipped.',
    );
  });
});

describe('the estimate', () => {
  const rate = { provider: 'openai', pricePerMinute: 0.006, currency: 'USD' };

  it('counts what has to be transcribed', () => {
    expect(
      amountsOf([waiting('A'), waiting('B', { hasOfferedTranscript: true }), waiting('C', { durationSeconds: null })]),
    ).toEqual({ offered: 1, minutes: 60, unknownLengths: 1 });
  });
  it('says where texts come from, and the price where it is known', () => {
    expect(estimateSentence({ offered: 1, minutes: 90, unknownLengths: 1 }, rate)).toBe(
      '1 episode has a transcript of the publisher. openai transcribes 1 h 30 min of audio, about US$0.54. 1 more episode is of unknown length.',
    );
    expect(estimateSentence({ offered: null, minutes: 60, unknownLengths: 0 }, { ...rate, pricePerMinute: null })).toBe(
      'openai transcribes 1 h of audio.',
    );
    expect(estimateSentence({ offered: null, minutes: 0, unknownLengths: 0 }, { ...rate, provider: 'publisher' })).toBe(
      'An episode whose publisher offers no transcript fails at step 1: no speech-to-text service is configured.',
    );
    expect(estimateSentence({ offered: 2, minutes: 60, unknownLengths: 0 }, { ...rate, provider: 'publisher' })).toBe(
      '2 episodes have a transcript of the publisher. An episode whose publisher offers no transcript fails at step 1: no speech-to-text service is configured.',
    );
  });
  it('follows what will run', () => {
    expect(processSentence(1, false)).toBe('1 episode: all nine steps run, 0 to 8.');
    expect(processSentence(3, true)).toBe(
      '3 episodes: steps 0 and 2 to 8 run; the transcript that is stored or that the publisher offers is used.',
    );
  });
});

describe('the waterfall', () => {
  it('is to scale and leaves out the time between steps', () => {
    const steps = [stepDone(0, 2), stepOf(1, { status: 'skipped' }), stepDone(2, 6), stepOf(3)];
    expect(barsOf(steps, 0)).toEqual([
      { from: 0, width: 0.25, ms: 2000 },
      null,
      { from: 0.25, width: 0.75, ms: 6000 },
      null,
    ]);
  });
  it('grows with the step that runs', () => {
    const running = stepDone(1, 0, { status: 'processing', endedAt: null });
    const steps = [stepDone(0, 2), running];
    expect(workedMs(steps, Date.parse(running.startedAt!) + 6000)).toBe(8000);
    expect(barsOf(steps, Date.parse(running.startedAt!) + 6000)[1]).toEqual({ from: 0.25, width: 0.75, ms: 6000 });
    expect(barsOf(steps, Date.parse(running.startedAt!) + 2000, 8000)).toEqual([
      { from: 0, width: 0.25, ms: 2000 },
      { from: 0.25, width: 0.25, ms: 2000 },
    ]);
  });
});
