import { expect, it } from '@jest/globals';
import { openStubs } from '@earmark/backend/testing/stubs/stubs';
import { Addition, AdditionStarted, AddSeriesAnswer } from '@earmark/contracts/series';
import { ADMIN_PASSWORD, signIn, type Caller } from './api.fixtures.ts';
import { verified } from './library.fixtures.ts';
import { crash, inDatabase, inDataFolder, serve, until } from './product.fixtures.ts';
import { faultRounds, IN_FULL } from '../testing/fault-rounds.ts';

const EPISODES = 200;
/** Of the oldest, which are added last. */
const TRANSCRIPTS = 60;
/** Episodes added when the server is killed for the last time, in the middle of those with transcripts. */
const ENOUGH = 165;
const KILLS = faultRounds(1, 3);

it('adds each of 200 episodes with its transcript once, although the server is killed while it adds them', () =>
  inDataFolder(async (dataDir) => {
    const stubs = await openStubs({ episodes: EPISODES });
    stubs.shows[0]!.transcribed = TRANSCRIPTS;
    stubs.fail('/transcripts/*', { delayMs: 30 });
    try {
      const environment = { ...stubs.environment, DATA_DIR: dataDir, ADMIN_PASSWORD, FEED_REFRESH_MINUTES: '0' };
      let server = await serve(environment);
      // Before the tables are built, it answers 503.
      await until(async () => (await fetch(`${server.url}/health/ready`)).ok);
      let call = await signIn(server.url);
      const podcastData = { uuid: stubs.shows[0]!.taddyUuid, feedUrl: `${stubs.url}/feeds/demo.xml` };
      const { podcastUuid } = AddSeriesAnswer.parse(await post(call, 'add-series', { podcastData }));
      const { id } = AdditionStarted.parse(await post(call, 'additions', { seriesUuid: podcastUuid, newest: null }));
      for (let kill = 1; kill <= KILLS; kill++) {
        const enough = ENOUGH - (KILLS - kill) * 30;
        await until(async () => (await addition(call, id)).done >= enough);
        await crash(server, dataDir, { andDatabase: kill % 2 === 0 });
        server = await serve(environment);
        call = await signIn(server.url);
      }
      expect((await addition(call, id)).status).toBe('running');
      await until(async () => (await addition(call, id)).status !== 'running');
      expect(await addition(call, id)).toMatchObject({ status: 'done', total: EPISODES, done: EPISODES, failed: 0 });
      await crash(server, dataDir, { andDatabase: true });
      if (IN_FULL) await verified({ DATA_DIR: dataDir });
      expect(await inDatabase(dataDir, ONCE)).toEqual([
        { series: 1, episodes: EPISODES, transcripts: TRANSCRIPTS, twice: 0, titles: EPISODES },
      ]);
    } finally {
      await stubs.close();
    }
  }));

async function post(call: Caller, path: string, body: object): Promise<unknown> {
  const answer = await call('POST', `/api/admin/${path}`, JSON.stringify(body));
  expect(answer).toMatchObject({ status: path === 'additions' ? 201 : 200 });

  return answer.body;
}

const addition = async (call: Caller, id: string): Promise<Addition> =>
  Addition.parse((await call('GET', `/api/admin/additions/${id}`)).body);

/** Events by what they record, and how many are in the log twice. */
const ONCE = `
  select count(*) filter (where e.type = 'SeriesAdded')::int as series,
         count(*) filter (where e.type = 'EpisodeAdded')::int as episodes,
         count(*) filter (where e.type = 'TranscriptRecorded')::int as transcripts,
         (select count(*) from (
            select from log.event e where e.type in ('SeriesAdded', 'EpisodeAdded', 'TranscriptRecorded')
            group by e.stream, e.type having count(*) > 1) twice)::int as twice,
         (select count(distinct c.title) from read.catalogue_episode c)::int as titles
  from log.event e`;
