import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { BatchEpisode } from '@earmark/contracts/discovery';
import { openLog, type EventLog } from '@earmark/projections/event-log';
import { createTestDatabase } from '@earmark/projections/testing';
import { z } from 'zod';
import { faultRounds, IN_FULL } from '../testing/fault-rounds.ts';
import { ADMIN_PASSWORD, signIn } from './api.fixtures.ts';
import { imported, seeded, verified, writeLibrary } from './library.fixtures.ts';
import { crash, inEmptyFolder, serve, until, type Environment } from './product.fixtures.ts';

const EPISODES = faultRounds(12, 80);
const KILLS = faultRounds(1, Number(process.env['DISCOVERY_KILLS'] ?? 3));
const SEED = 20_263;
const LONG_MS = 300_000 + KILLS * 30_000;

it(
  'searches each episode of a batch to its end once and proposes each name once, although the server is killed',
  async () => {
    await inEmptyFolder(async (folder) => {
      const database = await createTestDatabase();
      const log = await openLog({ eventstoreUrl: null, databaseUrl: database.url });
      const environment = { ADMIN_PASSWORD, DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url };
      try {
        await imported(await writeLibrary(folder, { episodes: EPISODES, seed: SEED }), environment);
        const episodeUuids = await searchedWhileKilled(log, environment);
        expect(await endsOf(log)).toEqual({
          searched: episodeUuids.toSorted(),
          failed: [],
          outcomes: ['completed'],
        });
        const { names, twice } = await proposedIn(log);
        expect(names).toBeGreaterThan(EPISODES);
        expect(twice).toEqual([]);
        if (IN_FULL) await verified(environment);
      } finally {
        await log.close();
      }
      await database.drop();
    });
  },
  LONG_MS,
);

/** The episodes of the batch, once it has ended. */
async function searchedWhileKilled(log: EventLog, environment: Environment): Promise<string[]> {
  const random = seeded(SEED);
  const dataDir = environment['DATA_DIR']!;
  let server = await serve(environment);
  // Before the tables are built, it answers 503.
  await until(async () => (await fetch(`${server.url}/health/ready`)).ok);
  const call = await signIn(server.url);
  const { body } = await call('GET', '/api/admin/episodes-ready-for-discovery');
  const episodeUuids = z
    .array(BatchEpisode)
    .parse(body)
    .map(({ uuid }) => uuid);
  expect(episodeUuids).toHaveLength(EPISODES);
  // Its answer is a stream, which the first kill ends.
  const stream = call('POST', '/api/admin/discover-entities-batch', JSON.stringify({ episodeUuids })).catch(() => null);
  for (let kill = 0; kill < KILLS; kill++) {
    const share = ((kill + random()) / KILLS) * EPISODES * 0.8;
    await until(async () => (await searchedIn(log)).length >= Math.max(1, share), 5);
    await sleep(random() * 20);
    expect(await outcomesOf(log)).toEqual([]);
    await crash(server, dataDir, { andDatabase: false });
    server = await serve(environment);
  }
  await stream;
  await until(async () => (await outcomesOf(log)).length > 0);
  await crash(server, dataDir, { andDatabase: false });

  return episodeUuids;
}

const ofBatch = z.object({ episodeUuid: z.string().optional(), outcome: z.string().optional() });

async function batchEvents(log: EventLog, type: string) {
  const found: z.infer<typeof ofBatch>[] = [];
  for await (const { data } of log.readAll({ filter: { types: [type] } })) found.push(ofBatch.parse(data));

  return found;
}

const searchedIn = async (log: EventLog) =>
  (await batchEvents(log, 'EpisodeDiscoveryCompleted')).flatMap(({ episodeUuid }) => episodeUuid ?? []).toSorted();
const outcomesOf = async (log: EventLog) =>
  (await batchEvents(log, 'DiscoveryBatchFinished')).map(({ outcome }) => outcome);

const endsOf = async (log: EventLog) => ({
  searched: await searchedIn(log),
  failed: await batchEvents(log, 'EpisodeDiscoveryFailed'),
  outcomes: await outcomesOf(log),
});

const Discovered = z.object({ candidateId: z.string(), before: z.unknown() });

/** Names that were proposed, and those that were proposed as new more than once. */
async function proposedIn(log: EventLog): Promise<{ names: number; twice: string[] }> {
  const ids: string[] = [];
  for await (const { data } of log.readAll({ filter: { types: ['EntityDiscovered'] } })) {
    const { candidateId, before } = Discovered.parse(data);
    if (before === null) ids.push(candidateId);
  }

  return { names: new Set(ids).size, twice: ids.filter((id, index) => ids.indexOf(id) !== index) };
}
