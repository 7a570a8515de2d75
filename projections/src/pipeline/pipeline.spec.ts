import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { runIdOf, type StepOutput } from '@earmark/contracts/pipeline';
import type { VersionId } from '@earmark/contracts/transcripts';
import type { NewEvent } from '../kit/event-log/event-log.ts';
import { verify } from '../kit/verify.ts';
import { projectors } from '../projectors.ts';
import {
  at,
  categories,
  episodeAdded,
  event,
  id,
  projectedLog,
  record,
  seriesAdded,
  transcriptEvents,
  type ProjectedLog,
} from '../testing.ts';
import { countRuns, findLatestRunNumber, findRun, listRunIds, listRuns } from './pipeline.queries.ts';
import { listProcessingHistory } from './processing-history.queries.ts';
import {
  countWaitingEpisodes,
  findEpisodeRun,
  listWaitingEpisodes,
  measureEpisodes,
} from './waiting-episodes.queries.ts';

const AUDIO = { audioUrl: 'https://media.example/1.mp3', durationSeconds: 90 };
const EPISODES = ['One', 'Two', 'Three', 'Four'];
const FILE = { sha256: 'a'.repeat(64), bytes: 12, contentType: 'text/vtt' };
const NONE: StepOutput = {
  transcription: null,
  versionId: null,
  segments: null,
  entities: null,
  mentions: null,
  waiting: null,
};
const episodeOf = (number: number) => EpisodeUuid.parse(id('episode', number));
const runOf = (number: number, run = 1) => runIdOf(episodeOf(number), run);
const batchId = id('batch');

let world: ProjectedLog;
beforeAll(async () => {
  world = await projectedLog();
  await record(world.log, 'vocabulary-main', ...categories());
  await record(world.log, `series-${id('series')}`, seriesAdded());
  for (const [index, title] of EPISODES.entries()) {
    const added = episodeAdded(index + 1, title);
    const data = added.data as { facts: object };
    const facts = { ...data.facts, ...(index === 3 ? {} : AUDIO) };
    await record(world.log, `episode-${episodeOf(index + 1)}`, { ...added, data: { ...data, facts } });
  }
});
afterAll(async () => world.close());

it('lists what could be processed: episodes with something to take a transcript from', async () => {
  await world.settled();
  expect(await waiting()).toEqual(['One', 'Three', 'Two']);
  expect(await countWaitingEpisodes(world.pool, { q: 'tw' })).toBe(1);
  expect(await measureEpisodes(world.pool, { withOffered: false })).toEqual({
    episodes: 3,
    seconds: 270,
    unknownLengths: 0,
  });
  expect(await findEpisodeRun(world.pool, episodeOf(1))).toMatchObject({ status: null, hasTranscript: false });
});

it('queues runs in the order in which they were requested', async () => {
  for (const number of [2, 1, 3]) await append(number, started(number));
  await world.settled();
  expect(await shown()).toEqual(['Two queued 1', 'One queued 2', 'Three queued 3']);
  expect(await waiting()).toEqual([]);
  expect(await findRun(world.pool, runOf(2))).toMatchObject({
    status: 'queued',
    number: 1,
    requestedBy: 'spec',
    requestedAt: at,
    batchId,
    currentStep: 0,
    stepsCompleted: 0,
    totalSteps: 9,
    message: null,
  });
});

it('shows running ones first, with their steps', async () => {
  await append(1, begun(1, 0), progressed(1, 0, 'Halfway'));
  await world.settled();
  expect(await shown()).toEqual(['One running null', 'Two queued 1', 'Three queued 2']);
  expect(await findRun(world.pool, runOf(1))).toMatchObject({
    startedAt: at,
    message: 'Halfway',
    steps: [
      { step: 0, status: 'processing', message: 'Halfway', attempts: 1 },
      { status: 'pending' },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ],
  });
});

it('keeps what its steps have produced, and counts again when it is continued from an earlier step', async () => {
  const versionId = id<VersionId>('version of episode 1');
  await append(
    1,
    completed(1, 0),
    begun(1, 1),
    completed(1, 1, {
      transcription: { provider: 'openai', model: 'whisper-1', transcript: FILE, answers: [FILE], audio: null },
    }),
    begun(1, 2),
    completed(1, 2, { versionId, segments: 3 }, ['Speaker labels are off.']),
    begun(1, 3),
    event('PipelineStepFailed', {
      ...step(1, 3),
      message: 'It failed.',
      code: 'busy',
      details: [],
      predictionId: null,
    }),
    finished(1, 'failed'),
  );
  await world.settled();
  expect(await findRun(world.pool, runOf(1))).toMatchObject({
    status: 'failed',
    stepsCompleted: 3,
    currentStep: 3,
    warnings: 1,
    errorMessage: 'It failed.',
    provider: 'openai',
    model: 'whisper-1',
    versionId,
    segmentsProcessed: 3,
    files: [{ ...FILE, name: 'transcript' }],
    endedAt: at,
  });
  expect(await waiting()).toEqual(['One']);
  expect(await findEpisodeRun(world.pool, episodeOf(1))).toMatchObject({ status: 'failed', errorCode: 'busy' });

  await append(1, event('PipelineRunRetried', { ...ids(1), fromStep: 2 }));
  await world.settled();
  expect(await findRun(world.pool, runOf(1))).toMatchObject({
    status: 'queued',
    queuePosition: 3,
    stepsCompleted: 2,
    currentStep: 2,
    warnings: 0,
    errorMessage: null,
    endedAt: null,
    steps: [
      {},
      {},
      { status: 'pending', attempts: 1, message: null },
      { status: 'pending', attempts: 1 },
      {},
      {},
      {},
      {},
      {},
    ],
  });
});

it('pages its lists and filters them by words, podcast and batch', async () => {
  await append(2, finished(2, 'cancelled'));
  await world.settled();
  expect(await shown()).toEqual(['Three queued 1', 'One queued 2', 'Two cancelled null']);
  expect(await shown({ q: 'Shift thr' })).toEqual(['Three queued 1']);
  expect(await shown({ batch: id('other') })).toEqual([]);
  expect(await listRunIds(world.pool, { batch: batchId, status: 'queued' })).toEqual([runOf(3), runOf(1)]);
  expect(await countRuns(world.pool, {})).toEqual({ queued: 2, cancelled: 1 });
  const { runs } = await listRuns(world.pool, {}, { rank: 1, key: '9000000000000000000' });
  expect(runs.map(({ episodeName }) => episodeName)).toEqual(['Two']);
  const { history, last } = await listProcessingHistory(world.pool, null);
  expect(history).toMatchObject([{ episodeName: 'Two', status: 'failed', errorMessage: 'The run was cancelled.' }]);
  expect(last).toBeNull();
});

it('knows whether a version waits for somebody to confirm corrections', async () => {
  await record(world.log, `transcript-${episodeOf(1)}`, ...transcriptEvents(1, ['Ada: One.'], 0));
  const waits = { versionId: id<VersionId>('version of another file'), waiting: 2 };
  await append(1, begun(1, 2, 2), completed(1, 2, waits, [], 2), finished(1, 'completed'));
  await world.settled();
  expect(await findEpisodeRun(world.pool, episodeOf(1))).toMatchObject({ status: 'completed', waits: true });
  const carried = { episodeUuid: episodeOf(1), versionId: waits.versionId, outcome: 'kept' };
  await record(world.log, `carryOver-${waits.versionId}`, event('CarryOverFinished', carried));
  await world.settled();
  expect(await findEpisodeRun(world.pool, episodeOf(1))).toMatchObject({ waits: false });
  expect(await findLatestRunNumber(world.pool, episodeOf(1))).toBe(1);
  expect(await findLatestRunNumber(world.pool, episodeOf(4))).toBe(0);
});

it('is the same after a rebuild', async () => {
  await world.settled();
  const ours = projectors.filter(({ name }) => name === 'pipeline');
  const comparisons = await verify({ log: world.log, pool: world.pool, projectors: ours });
  expect(comparisons.map(({ rows, differences }) => [rows, differences])).toEqual([
    [3, 0],
    [27, 0],
  ]);
});

const append = async (number: number, ...events: NewEvent[]) =>
  record(world.log, `pipelineRun-${runOf(number)}`, ...events);
const ids = (number: number) => ({ runId: runOf(number), episodeUuid: episodeOf(number) });
const step = (number: number, one: number, attempt = 1) => ({ ...ids(number), step: one, attempt });
const started = (number: number) =>
  event('PipelineRunStarted', {
    ...ids(number),
    seriesUuid: id('series'),
    number: 1,
    skipTranscription: false,
    batchId,
  });
const begun = (number: number, one: number, attempt = 1) =>
  event('PipelineStepStarted', { ...step(number, one, attempt), message: 'It has begun' });
const progressed = (number: number, one: number, message: string) =>
  event('PipelineStepProgressed', { ...step(number, one), message, predictionId: null });
const completed = (
  number: number,
  one: number,
  output: Partial<StepOutput> = {},
  warnings: string[] = [],
  attempt = 1,
) =>
  event('PipelineStepCompleted', {
    ...step(number, one, attempt),
    message: 'Done',
    details: [],
    warnings,
    predictionId: null,
    output: { ...NONE, ...output },
  });
const finished = (number: number, outcome: string) =>
  event('PipelineRunFinished', {
    ...ids(number),
    outcome,
    stepsCompleted: 0,
    totalSteps: 9,
    segmentsProcessed: null,
    entitiesExtracted: null,
    errorMessage: null,
  });

const shown = async (filter = {}) =>
  (await listRuns(world.pool, filter, null)).runs.map(
    ({ episodeName, status, queuePosition }) => `${episodeName} ${status} ${queuePosition}`,
  );
const waiting = async () =>
  (await listWaitingEpisodes(world.pool, {}, null, 50)).episodes
    .map(({ name }) => name)
    .sort((a, b) => (a < b ? -1 : 1));
