import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { runIdOf, type RunId } from '@earmark/contracts/pipeline';
import { SeriesUuid } from '@earmark/contracts/series';
import { processDatabase, until, type ProcessDatabase } from '../kit/process/process.fixture.ts';
import { Streams } from '../kit/streams.ts';
import { systemContext } from '../kit/system-context.ts';
import { pipelineRun } from './pipeline.decider.ts';
import { RunJournal, RunMoved } from './run-journal.ts';

let database: ProcessDatabase;
let streams: Streams;
let number = 0;
const episodeUuid = EpisodeUuid.parse('11111111-1111-4111-8111-111111111111');
const seriesUuid = SeriesUuid.parse('22222222-2222-4222-8222-222222222222');
const context = systemContext('spec');
const troubles: unknown[] = [];
beforeAll(async () => {
  database = await processDatabase();
  streams = new Streams(database.log);
});
afterAll(async () => database.close());

const BEGIN = { type: 'BeginStep', data: { step: 1, message: 'begun' } } as const;
const FILE = { sha256: 'a'.repeat(64), bytes: 1, contentType: 'text/vtt' };

it('keeps a line of progress a second, and the last one', async () => {
  const { runId, journal } = await opened();
  await journal.record(BEGIN);
  for (const message of ['one', 'two', 'three']) journal.progress({ step: 1, message, predictionId: null });
  await journal.settle();
  expect(await messagesOf(runId)).toEqual(['begun', 'one', 'three']);
  journal.close();
});

it('records what a service was asked to do, so that the next attempt finds it', async () => {
  const { runId, journal } = await opened();
  await journal.record(BEGIN);
  const jobs = journal.jobs(1, await journal.state());
  expect(jobs.find('part 1')).toBeNull();
  await jobs.ordered('part 1', 'replicate', 'job-1');
  expect(jobs.find('part 1')).toEqual({ jobId: 'job-1', answer: null });
  await jobs.answered('part 1', FILE);
  const { journal: later } = await opened(runId);
  expect(later.jobs(1, await later.state()).find('part 1')).toEqual({ jobId: 'job-1', answer: FILE });
});

it('records nothing once another server has written to the run', async () => {
  const { runId, journal } = await opened();
  await journal.record(BEGIN);
  const other = new Streams(database.log);
  const { journal: theirs } = await opened(runId, other);
  theirs.progress({ step: 1, message: 'theirs', predictionId: null });
  await theirs.settle();
  await expect(journal.record(BEGIN)).rejects.toThrow(RunMoved);
  journal.progress({ step: 1, message: 'still ours', predictionId: null });
  await until(() => troubles.length > 0);
  expect(troubles[0]).toBeInstanceOf(RunMoved);
  expect(await messagesOf(runId)).toEqual(['begun', 'theirs']);
  journal.close();
});

async function opened(runId: RunId | null = null, on = streams): Promise<{ runId: RunId; journal: RunJournal }> {
  const id = runId ?? runIdOf(episodeUuid, ++number);
  const facts = { runId: id, episodeUuid, seriesUuid, number: 1, skipTranscription: false, batchId: null };
  await on.decide(pipelineRun, id, { type: 'Start', facts }, context);
  const { revision } = await on.read(pipelineRun, id);

  return { runId: id, journal: new RunJournal(on, id, revision, context, (error) => troubles.push(error)) };
}

async function messagesOf(runId: RunId): Promise<string[]> {
  const messages: string[] = [];
  for await (const { data } of database.log.readStream(`pipelineRun-${runId}`, { from: 1 }))
    messages.push((data as { message: string }).message);

  return messages;
}
