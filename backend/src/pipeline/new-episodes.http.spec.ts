import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { feedUuid } from '@earmark/contracts/kit';
import type { PipelineRunsAnswer } from '@earmark/contracts/pipeline';
import { ChangeSeries, ImportFeed, SeriesUuid } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import type { z } from 'zod';

let stubs: Stubs;
let app: RunningApp;
let admin: Caller;
const context = systemContext('feed refresh');
beforeAll(async () => {
  stubs = await openStubs();
  app = await startApp({ ...stubs.environment, AUTO_PROCESS: 'publisher' });
  admin = await app.signIn('admin');
  app.services.pipelineProcess.start();
});
afterAll(async () => {
  await app.stop();
  await stubs.close();
});

it('processes the new episodes of a followed podcast, and nothing that anybody imports or adds', async () => {
  const [, kitchen] = stubs.shows;
  const feedUrl = `${stubs.url}${kitchen!.feedPath}`;
  kitchen!.transcribed = 100;
  // As the command line imports a feed.
  await imported(feedUrl, 'all');
  const seriesUuid = SeriesUuid.parse(feedUuid(feedUrl));
  await settled();
  expect(await runs()).toEqual([]);

  await app.services.commands.send(new ChangeSeries({ type: 'FollowSeries', seriesUuid }, context));
  kitchen!.episodes += 2;
  const { report } = await imported(feedUrl, 'new');
  expect(report).toMatchObject({ episodes: 2, transcripts: 2, failed: 0 });
  await settled();
  while ((await runs()).some(({ status }) => status !== 'completed'));
  expect((await runs()).map(({ episodeName, status, number }) => [episodeName, status, number])).toEqual(
    expect.arrayContaining([
      ['Episode 9', 'completed', 1],
      ['Episode 8', 'completed', 1],
    ]),
  );
  // The publisher was asked for each transcript once.
  expect(stubs.calls.filter(({ path }) => path === '/transcripts/9.vtt')).toHaveLength(1);

  await imported(feedUrl, 'new');
  await settled();
  expect(await runs()).toHaveLength(2);
});

it('does not forget an episode that was added by a reading that was cut off', async () => {
  const [demo] = stubs.shows;
  const feedUrl = `${stubs.url}${demo!.feedPath}`;
  demo!.transcribed = 100;
  await imported(feedUrl, 'all');
  const seriesUuid = SeriesUuid.parse(feedUuid(feedUrl));
  demo!.episodes += 1;
  const ending = new AbortController();
  stubs.fail('/transcripts/24.vtt', { connection: 'silent' });
  const reading = imported(feedUrl, 'new', ending.signal);
  while (!stubs.calls.some(({ path }) => path === '/transcripts/24.vtt')) await settled();
  ending.abort(new Error('cut off'));
  await expect(reading).rejects.toThrow('cut off');
  stubs.fail('/transcripts/24.vtt', null);
  await imported(feedUrl, 'new');
  await settled();
  const ofDemo = (await admin('GET', `/api/admin/pipeline/runs?podcast=${seriesUuid}`)).body;
  expect(ofDemo).toMatchObject({ runs: [{ episodeName: 'Episode 24' }] });
});

const imported = async (source: string, part: 'all' | 'new', signal?: AbortSignal) =>
  app.services.commands.send(
    new ImportFeed({ source, bytes: null, part, mayMove: false, onProgress: () => undefined, signal }, context),
  );
const settled = async () => {
  const head = await app.services.log.head();
  while (!(await app.services.checkpoints.passed(head)));
};
const runs = async () =>
  ((await admin('GET', '/api/admin/pipeline/runs')).body as z.infer<typeof PipelineRunsAnswer>).runs;
