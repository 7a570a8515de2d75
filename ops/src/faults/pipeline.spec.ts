import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { openStubs, type Stubs } from '@earmark/backend/testing/stubs/stubs';
import { PipelineRunsAnswer, ProcessManyAnswer } from '@earmark/contracts/pipeline';
import { AddSeriesAnswer } from '@earmark/contracts/series';
import { openLog, type EventLog, type RecordedEvent } from '@earmark/projections/event-log';
import { LoopbackEventStore } from '@earmark/projections/kit/event-log/testing/loopback-eventstore';
import { createTestDatabase } from '@earmark/projections/testing';
import { ADMIN_PASSWORD, signIn, type Caller } from './api.fixtures.ts';
import { seeded, verified } from './library.fixtures.ts';
import { crash, inEmptyFolder, serve, until, type Environment, type Product } from './product.fixtures.ts';
import { faultRounds, IN_FULL } from '../testing/fault-rounds.ts';

/** How much is killed where; elsewhere, less of the same. */
const KILLS = Number(process.env['PIPELINE_KILLS'] ?? 4);
const ONE_SERVER = { runs: faultRounds(2, KILLS / 2), kills: faultRounds(1, KILLS) };
const ELSEWHERE = { runs: KILLS / 4, kills: KILLS / 4 };
const CONCURRENCY = 2;
const SEED = 20_261;
/** Of a run, besides lines of progress: its start and end, two for each step, and what the steps record. */
const EVENTS_PER_RUN = 24;
const LONG_MS = 300_000 + ONE_SERVER.kills * 30_000;
const POLL_MS = 5;
const JOBS = '/assemblyai/v2/transcript';

interface Options {
  /** Whether the sound is transcribed by a service; otherwise the publisher offers a transcript. */
  readonly byService?: boolean;
  readonly servers: number;
  readonly inEventStore: boolean;
  readonly runs: number;
  readonly kills: number;
}
interface Place extends Options {
  readonly log: EventLog;
  readonly stubs: Stubs;
  readonly environment: Environment;
}
type Server = Product & { readonly url: string };

it(
  'ends every run, and does each step once, although the server is killed at random moments',
  async () => expect(await completedOnce({ servers: 1, inEventStore: false, ...ONE_SERVER })).toBe(ONE_SERVER.runs),
  LONG_MS,
);

if (IN_FULL) {
  it(
    'does so with two servers of which either is killed',
    async () => expect(await completedOnce({ servers: 2, inEventStore: false, ...ELSEWHERE })).toBe(ELSEWHERE.runs),
    LONG_MS,
  );
  it(
    'does so with a service that transcribes, which is asked at most once more than needed',
    async () =>
      expect(await completedOnce({ servers: 1, inEventStore: false, byService: true, ...ELSEWHERE })).toBe(
        ELSEWHERE.runs,
      ),
    LONG_MS,
  );
  it(
    'does so with the event log in EventStoreDB',
    async () => expect(await completedOnce({ servers: 1, inEventStore: true, ...ELSEWHERE })).toBe(ELSEWHERE.runs),
    LONG_MS,
  );
}

async function killed(place: Place): Promise<number> {
  const random = seeded(SEED);
  const { servers: count, runs, kills, log, environment, stubs } = place;
  const servers = await Promise.all(Array.from({ length: count }, async () => serve(environment)));
  // Before the tables are built, it answers 503.
  await until(async () => (await fetch(`${servers[0]!.url}/health/ready`)).ok);
  const podcastUuid = await addedEpisodes(await signIn(servers[0]!.url), stubs);
  const call = await signIn(servers[0]!.url);
  const { queued } = ProcessManyAnswer.parse(
    (await call('POST', '/api/admin/pipeline/runs', JSON.stringify({ podcastId: podcastUuid }))).body,
  );
  expect(queued).toBe(runs);
  const countEvents = eventCounter(log);
  const begun = await countEvents();
  for (let kill = 0; kill < kills; kill++) {
    const share = begun + ((kill + random()) / kills) * runs * EVENTS_PER_RUN * 0.8;
    await until(async () => (await countEvents()) >= share, POLL_MS);
    await sleep(random() * 40);
    const which = Math.floor(random() * count);
    await crash(servers[which]!, environment['DATA_DIR']!, { andDatabase: false });
    servers[which] = await serve(environment);
  }
  await ended(servers[0]!, runs);
  await Promise.all(servers.map(async (server) => crash(server, environment['DATA_DIR']!, { andDatabase: false })));
  if (IN_FULL) await verified(environment);

  return expectOnce(log, place);
}

/** Episodes that offer a transcript, which could not be fetched when they were added. */
async function addedEpisodes(call: Caller, stubs: Stubs): Promise<string> {
  stubs.fail('/transcripts/*', { status: 404 });
  const podcastData = { uuid: stubs.shows[0]!.taddyUuid, feedUrl: `${stubs.url}/feeds/demo.xml` };
  const added = await call('POST', '/api/admin/add-series', JSON.stringify({ podcastData }));
  const { podcastUuid } = AddSeriesAnswer.parse(added.body);
  const order = JSON.stringify({ seriesUuid: podcastUuid, newest: null });
  const { id } = (await call('POST', '/api/admin/additions', order)).body as { id: string };
  await until(async () => {
    const { body } = await call('GET', `/api/admin/additions/${id}`);
    return (body as { status: string }).status === 'done';
  });
  stubs.fail('/transcripts/*', { delayMs: 20 });

  return podcastUuid;
}

async function ended({ url }: Server, runs: number): Promise<void> {
  const call = await signIn(url);
  await until(async () => {
    const { counts } = PipelineRunsAnswer.parse((await call('GET', '/api/admin/pipeline/runs')).body);
    expect({ failed: counts.failed, cancelled: counts.cancelled }).toEqual({ failed: 0, cancelled: 0 });
    return counts.completed === runs;
  });
}

/** The number of runs. Each has ended once, with each step completed once; what steps record is there once. */
async function expectOnce(log: EventLog, { runs: count, kills, byService, stubs }: Place): Promise<number> {
  const events = await allEvents(log);
  const runs = new Map<string, RecordedEvent[]>();
  for (const event of events.filter(({ stream }) => stream.startsWith('pipelineRun-')))
    runs.set(event.stream, [...(runs.get(event.stream) ?? []), event]);
  expect(runs.size).toBe(count);
  let repeated = 0;
  let askedAgain = 0;
  for (const run of runs.values()) {
    const of = (type: string) => run.filter((event) => event.type === type);
    expect([of('PipelineRunStarted').length, of('PipelineRunFinished').length]).toEqual([1, 1]);
    expect(of('PipelineStepCompleted').map(({ data }) => (data as { step: number }).step)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    expect(of('PipelineStepFailed')).toEqual([]);
    repeated += of('PipelineStepStarted').length - 9;
    askedAgain += of('PipelineStepStarted').filter(({ data }) => (data as { step: number }).step === 1).length - 1;
  }
  // A kill interrupts at most as many steps as there are runs in progress.
  expect(repeated).toBeLessThanOrEqual(kills * CONCURRENCY);
  const asked = stubs.calls.filter(({ method, path }) => method === 'POST' && path === JOBS).length;
  expect(asked).toBeGreaterThanOrEqual(byService ? count : 0);
  // Only a kill between the answer of the service and its record makes one be asked again.
  expect(asked).toBeLessThanOrEqual(byService ? count + askedAgain : 0);
  for (const type of ['TranscriptRecorded', 'TranscriptActivated', 'EpisodeMarkedTranscribed']) {
    const streams = events.filter((event) => event.type === type).map(({ stream }) => stream);
    expect({ type, count: streams.length, once: new Set(streams).size }).toEqual({ type, count, once: count });
  }
  for (const type of ['SpeakersMapped', 'TimestampsVerified', 'EntitiesExtracted']) {
    const streams = events.filter((event) => event.type === type).map(({ stream }) => stream);
    expect({ type, twice: streams.length - new Set(streams).size }).toEqual({ type, twice: 0 });
  }

  return runs.size;
}

/** Counts the events in the log, reading each once. */
function eventCounter(log: EventLog): () => Promise<number> {
  let count = 0;
  let after = 0n;

  return async () => {
    for await (const { position } of log.readAll({ after })) {
      count++;
      after = position;
    }
    return count;
  };
}

async function allEvents(log: EventLog): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of log.readAll()) events.push(event);

  return events;
}

/** The number of runs that were completed. */
async function completedOnce(options: Options): Promise<number> {
  const { runs, inEventStore } = options;
  let completed = 0;
  await inEmptyFolder(async (dataDir) => {
    const store = inEventStore ? await LoopbackEventStore.start() : null;
    const database = await createTestDatabase();
    const stubs = await openStubs({ episodes: runs });
    stubs.shows[0]!.transcribed = runs;
    const eventstoreUrl = store && `esdb://127.0.0.1:${store.port}?tls=false`;
    const log = await openLog({ eventstoreUrl, databaseUrl: database.url });
    const environment = {
      ...stubs.environment,
      ADMIN_PASSWORD,
      DATA_DIR: join(dataDir, 'data'),
      DATABASE_URL: database.url,
      EVENTSTORE_URL: eventstoreUrl ?? '',
      PIPELINE_CONCURRENCY: String(CONCURRENCY),
      ...(options.byService ? { STT_PROVIDER: 'assemblyai', STT_POLL_MS: '100' } : {}),
    };
    try {
      completed = await killed({ ...options, log, stubs, environment });
    } finally {
      await log.close();
      await stubs.close();
      store?.stop();
    }
    await database.drop();
  });

  return completed;
}
