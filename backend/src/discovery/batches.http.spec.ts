import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import {
  DiscoveryBatchId,
  type BatchLine,
  type DiscoveryBatch,
  type DiscoveryBatchEvent,
} from '@earmark/contracts/discovery';
import type { z } from 'zod';
import { systemContext } from '../kit/system-context.ts';
import { STUB_KEY } from '../models/models.fixture.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import { discoveryBatch } from './batch.decider.ts';
import { addEpisodes, episode, projected } from './discovery.fixture.ts';

type Line = z.infer<typeof BatchLine>;

let stubs: Stubs;
let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  stubs = await openStubs();
  app = await startApp({ ...stubs.environment, LLM_PROVIDER: 'openai', LLM_API_KEY: STUB_KEY, LLM_TIMEOUT_MS: '2000' });
  admin = await app.signIn('admin');
  await addEpisodes(app, [['We met Naval Ravikant.'], ['Zapier is here.'], ['Naval Ravikant and Zapier.'], ['Roam.']]);
});
afterEach(() => {
  stubs.models.fault = null;
});
afterAll(async () => {
  await app.stop();
  await stubs.close();
});

const start = async (...numbers: number[]) => {
  const { body } = await admin('POST', '/api/admin/discover-entities-batch', { episodeUuids: numbers.map(episode) });
  return linesIn(body as string);
};
const linesIn = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Line);
const batches = async () => (await admin('GET', '/api/admin/discovery-batches')).body as DiscoveryBatch[];
const record = async (event: DiscoveryBatchEvent) =>
  app.services.streams.decide(discoveryBatch, event.data.batchId, event, systemContext('spec'));

it('ends when it is cancelled, with what was not searched', async () => {
  // Nothing searches yet.
  const answer = start(1, 2);
  while ((await batches()).length === 0);
  const [{ id }] = (await batches()) as [DiscoveryBatch];
  expect((await admin('POST', `/api/admin/discovery-batches/${id}/cancel`)).status).toBe(204);
  expect((await answer).slice(-3)).toMatchObject([
    { type: 'log', level: 'warn', message: 'The batch was cancelled; 2 episodes were not searched.' },
    { type: 'progress', completed: 0, total: 2 },
    { type: 'complete', outcome: 'cancelled', results: { total: 2, successful: 0, failed: 0 } },
  ]);
  expect(await batches()).toMatchObject([{ status: 'cancelled', startedBy: 'admin', total: 2 }]);
});

it('goes on with what a server that ended has left', async () => {
  stubs.models.answer = () => ({ entities: [] });
  const batchId = DiscoveryBatchId.parse('33333333-3333-4333-8333-333333333333');
  const episodeUuids = [episode(1), episode(2)];
  await record({ type: 'DiscoveryBatchStarted', data: { batchId, episodeUuids } });
  await record({ type: 'EpisodeDiscoveryStarted', data: { batchId, episodeUuid: episode(1) } });
  await record({ type: 'EpisodeDiscoveryCompleted', data: { batchId, episodeUuid: episode(1), proposed: 0 } });
  await record({ type: 'EpisodeDiscoveryStarted', data: { batchId, episodeUuid: episode(2) } });
  app.services.discoveryBatches.start();
  const { body } = await admin('GET', `/api/admin/discovery-batches/${batchId}/events`);
  const lines = linesIn(body as string);
  expect(lines.at(-1)).toMatchObject({ outcome: 'completed', results: { total: 2, successful: 2, failed: 0 } });
  expect(lines.filter(({ type }) => type === 'progress')).toHaveLength(3);
});

it('says what it does line by line, and one failing episode stops nothing', async () => {
  stubs.models.answer = ({ input }) => ({
    entities: ['Naval Ravikant', 'Zapier']
      .filter((name) => input.includes(name))
      .map((name) => ({ name, type: 'person', confidence: 0.8, segmentIds: [0], suggestedUrl: null })),
  });
  const lines = await start(1, 2, 3, 99);
  expect(lines.slice(0, 2)).toMatchObject([
    { type: 'log', level: 'info', message: 'Searching 4 episodes for entities.', episodeUuid: null },
    { type: 'progress', completed: 0, total: 4, successful: 0, failed: 0 },
  ]);
  const messages = lines.flatMap((line) => (line.type === 'log' ? [`${line.level} ${line.message}`] : []));
  expect(messages).toEqual(
    expect.arrayContaining([
      'info Part 3: searching.',
      expect.stringMatching(/^info Part 3: \S+ found 2 candidates, 2 of them new/),
      `error An episode: There is no episode ${episode(99)}.`,
    ]),
  );
  expect(lines.at(-1)).toEqual({
    type: 'complete',
    outcome: 'completed',
    results: { total: 4, successful: 3, failed: 1 },
  });
  await projected(app);
  const [batch] = await batches();
  expect(batch).toMatchObject({ status: 'completed', total: 4, successful: 3, failed: 1 });
  // Whoever comes late sees the same, and whoever has seen the end nothing more.
  const late = await admin('GET', `/api/admin/discovery-batches/${batch!.id}/events`);
  expect(linesIn(late.body as string)).toEqual(lines);
  const last = /id: (\d+)\ndata: [^\n]*"complete"/.exec(late.body as string)![1]!;
  const again = await admin('GET', `/api/admin/discovery-batches/${batch!.id}/events`, undefined, {
    'last-event-id': last,
  });
  expect(again.status).toBe(204);
  const { body } = await admin('GET', '/api/admin/episodes-ready-for-discovery');
  expect(body).toMatchObject([
    { name: 'Part 4', podcastName: 'Notes', hasDiscoveredEntities: false, hasWhisperTranscript: true },
    { name: 'Part 3', hasDiscoveredEntities: true, uploadedToOpenai: false },
    {},
    {},
  ]);
});

it('stops at once when the service refuses the key: the rest counts as failed', async () => {
  stubs.models.fault = { kind: 'wrong-key', after: 0 };
  const lines = await start(1, 2, 3, 4);
  expect(lines.slice(-3)).toMatchObject([
    {
      type: 'log',
      level: 'error',
      message: expect.stringMatching(
        /^The AI service refused the request; (one episode was|[2-4] episodes were) not searched\.$/,
      ),
    },
    { type: 'progress', total: 4, failed: 4 },
    { type: 'complete', outcome: 'refused', results: { total: 4, successful: 0, failed: 4 } },
  ]);
  await projected(app);
  expect((await batches())[0]).toMatchObject({ status: 'refused', failed: 4 });
});

it('searches one episode and answers what it found', async () => {
  expect(await admin('POST', '/api/admin/discover-entities', { episodeUuid: episode(4) })).toMatchObject({
    status: 200,
    body: { success: true, proposed: 0, provider: 'openai' },
  });
  expect(await admin('POST', '/api/admin/discover-entities', { episodeUuid: episode(99) })).toMatchObject({
    status: 404,
  });
  expect(await admin('GET', `/api/admin/discovery-batches/${episode(99)}/events`)).toMatchObject({ status: 404 });
  expect(await admin('POST', '/api/admin/discover-entities-batch', { episodeUuids: [] })).toMatchObject({
    status: 400,
  });
});
