import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { OPENAI_KEYS } from '@earmark/backend/testing/stubs/openai.stub';
import { openStubs, type Stubs } from '@earmark/backend/testing/stubs/stubs';
import { AddSeriesAnswer } from '@earmark/contracts/series';
import { EpisodesStatusAnswer, UploadBatch, UploadManyAnswer } from '@earmark/contracts/uploads';
import { openLog, type EventLog } from '@earmark/projections/event-log';
import { createTestDatabase } from '@earmark/projections/testing';
import { faultRounds, IN_FULL } from '../testing/fault-rounds.ts';
import { ADMIN_PASSWORD, signIn, type Caller } from './api.fixtures.ts';
import { seeded, verified } from './library.fixtures.ts';
import { crash, inEmptyFolder, serve, until, type Environment } from './product.fixtures.ts';

const UPLOADS = faultRounds(8, 60);
const KILLS = faultRounds(1, Number(process.env['UPLOAD_KILLS'] ?? 3));
const SEED = 20_262;
/** Of an upload, after its request. */
const EVENTS_PER_UPLOAD = 3;
const LONG_MS = 300_000 + KILLS * 30_000;
const BASE = '/api/admin/transcript-search';

it(
  'uploads each transcript once and leaves no file behind, although the server is killed at random moments',
  async () => {
    await inEmptyFolder(async (dataDir) => {
      const database = await createTestDatabase();
      const stubs = await openStubs({ episodes: UPLOADS });
      stubs.shows[0]!.transcribed = UPLOADS;
      const log = await openLog({ eventstoreUrl: null, databaseUrl: database.url });
      const environment = {
        ...stubs.environment,
        ...OPENAI_KEYS,
        ASSISTANT_PROVIDER: 'openai',
        ADMIN_PASSWORD,
        DATA_DIR: join(dataDir, 'data'),
        DATABASE_URL: database.url,
      };
      try {
        await uploadedWhileKilled(log, stubs, environment);
        expect(filesByEpisode(stubs)).toEqual({ episodes: UPLOADS, attached: UPLOADS, files: UPLOADS });
        expect(await endsOf(log)).toEqual(Array.from({ length: UPLOADS }, () => 1));
        if (IN_FULL) await verified(environment);
      } finally {
        await log.close();
        await stubs.close();
      }
      await database.drop();
    });
  },
  LONG_MS,
);

async function uploadedWhileKilled(log: EventLog, stubs: Stubs, environment: Environment): Promise<void> {
  const random = seeded(SEED);
  const dataDir = environment['DATA_DIR']!;
  let server = await serve(environment);
  // Before the tables are built, it answers 503.
  await until(async () => (await fetch(`${server.url}/health/ready`)).ok);
  let call = await signIn(server.url);
  await addTranscripts(call, stubs);
  expect((await call('POST', `${BASE}/initialize`)).status).toBe(200);
  // So that a kill meets a call of each kind.
  for (const path of ['/v1/files', '/v1/files/*', '/v1/vector_stores/*']) stubs.fail(path, { delayMs: 15 });
  const order = await call('POST', `${BASE}/upload-validated`, JSON.stringify({ wait: false }));
  const { batchId, queued } = UploadManyAnswer.parse(order.body);
  expect(queued).toBe(UPLOADS);
  const countEvents = eventCounter(log);
  for (let kill = 0; kill < KILLS; kill++) {
    // Uploads go on while the others are still requested.
    const share = UPLOADS + ((kill + random()) / KILLS) * UPLOADS * EVENTS_PER_UPLOAD * 0.8;
    await until(async () => (await countEvents()) >= share, 5);
    await sleep(random() * 60);
    await crash(server, dataDir, { andDatabase: false });
    server = await serve(environment);
  }
  call = await signIn(server.url);
  await until(async () => {
    const {
      queued: left,
      uploading,
      errorCount,
    } = UploadBatch.parse((await call('GET', `${BASE}/batches/${batchId}`)).body);
    expect(errorCount).toBe(0);
    return left + uploading === 0;
  });
  await crash(server, dataDir, { andDatabase: false });
}

async function addTranscripts(call: Caller, stubs: Stubs): Promise<void> {
  const podcastData = { uuid: stubs.shows[0]!.taddyUuid, feedUrl: `${stubs.url}/feeds/demo.xml` };
  const added = await call('POST', '/api/admin/add-series', JSON.stringify({ podcastData }));
  const { podcastUuid } = AddSeriesAnswer.parse(added.body);
  await call('POST', '/api/admin/additions', JSON.stringify({ seriesUuid: podcastUuid, newest: null }));
  await until(async () => {
    const { body } = await call('GET', `${BASE}/episodes-status?paged=true`);
    return EpisodesStatusAnswer.parse(body).summary.ready === UPLOADS;
  });
}

/** Different episodes in the store, files that it searches, and files altogether. */
function filesByEpisode({ openAiStores: { files, stores } }: Stubs) {
  const attached = [...stores.values()].flatMap((store) => [...store.files.values()]);

  return {
    episodes: new Set(attached.map(({ attributes }) => attributes['episode_uuid'])).size,
    attached: attached.length,
    files: files.size,
  };
}

/** How often each upload has ended. */
async function endsOf(log: EventLog): Promise<number[]> {
  const ends = new Map<string, number>();
  for await (const { type, stream } of log.readAll({ filter: { streamPrefixes: ['upload-'] } }))
    if (/^(TranscriptUploaded|UploadConfirmed|UploadFailed|UploadWithdrawn)$/.test(type))
      ends.set(stream, (ends.get(stream) ?? 0) + 1);

  return [...ends.values()];
}

/** Counts the events of uploads, reading each once. */
function eventCounter(log: EventLog): () => Promise<number> {
  let count = 0;
  let after = 0n;

  return async () => {
    for await (const { position } of log.readAll({ after, filter: { streamPrefixes: ['upload-'] } })) {
      count++;
      after = position;
    }
    return count;
  };
}
