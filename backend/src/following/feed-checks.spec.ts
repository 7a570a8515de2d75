import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { feedUuid } from '@earmark/contracts/kit';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { deferred, until } from '../kit/process/process.fixture.ts';
import { feedOf, movedTo, transcribedFeedOf, type Publisher } from './publisher.fixture.ts';
import {
  added,
  app,
  check,
  checks,
  context,
  finishChecks,
  follow,
  hoursUntil,
  now,
  opened,
  pass,
  processesOn,
  publisher,
  reports,
  server,
  shown,
  startFeedChecks,
  stopFeedChecks,
  store,
} from './feed-checks.fixture.ts';

beforeAll(startFeedChecks);
afterAll(stopFeedChecks);
beforeEach(finishChecks);

it('adds what is new of a followed podcast with its transcript, from all pages; of others says how many', async () => {
  const { pages, url } = publisher;
  pages['/hello.vtt'] = { body: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n' };
  pages['/followed'] = transcribedFeedOf('Followed', ['1'], `${url}/hello.vtt`);
  pages['/other'] = feedOf('Other', ['1', '2'], '<atom:link rel="next" href="/other2"/>');
  pages['/other2'] = feedOf('Other', ['3']);
  const [followed, other] = [await added('/followed'), await added('/other')];
  await follow(followed);
  await check();
  expect(await shown(followed)).toMatchObject({ episodesHere: 1, transcribed: 1, state: 'up-to-date', newEpisodes: 0 });
  expect(await shown(other)).toMatchObject({ episodesHere: 0, episodesInFeed: 3, state: 'new', newEpisodes: 3 });

  pages['/followed'] = transcribedFeedOf('Followed', ['2', '1'], `${url}/hello.vtt`);
  pages['/other'] = feedOf('Other, renamed', ['1'], '<description>New</description>');
  await pass(2);
  expect(await shown(followed)).toMatchObject({ episodesHere: 2, transcribed: 2 });
  expect(await shown(other)).toMatchObject({ episodesHere: 0, name: 'Other, renamed', newEpisodes: 1 });

  // It was read without adding its episodes, so "not modified" would be no answer.
  publisher.asked.length = 0;
  await follow(other);
  await pass(0.5);
  expect(publisher.asked).toEqual(['/other']);
  expect(await shown(other)).toMatchObject({ episodesHere: 1, isFollowed: true, state: 'up-to-date', newEpisodes: 0 });
});

it('asks once and conditionally for a feed that has not changed, and records and reports nothing', async () => {
  publisher.pages['/same'] = feedOf('Same', ['1']);
  const uuid = await added('/same');
  await follow(uuid);
  await check();
  const head = await app.services.log.head();
  publisher.asked.length = 0;
  await check();
  await pass(2);
  expect(publisher.asked.filter((path) => path.startsWith('/same'))).toEqual(['/same?']);
  expect([await app.services.log.head(), reports]).toEqual([head, []]);
  expect(hoursUntil((await shown(uuid)).nextCheckAt)).toBeCloseTo(1, 0);
});

it('leaves podcasts that were added from files alone', async () => {
  publisher.pages['/beside'] = feedOf('Beside', ['1']);
  const { position } = await app.services.series.putSeries(
    {
      seriesUuid: SeriesUuid.parse(feedUuid('files')),
      feedUrl: null,
      itunesId: null,
      facts: seriesFacts('Files'),
    },
    context,
  );
  await app.services.checkpoints.passed(position);
  expect((await store.listDue(new Date(now), { busyHosts: [], except: [], limit: 4 })).length).toBe(0);
  const uuid = await added('/beside');
  await check();
  expect(await shown(uuid)).toMatchObject({ state: 'new' });
});

it('leaves a failing feed alone for 1, 6 and 24 hours, and says why', async () => {
  publisher.pages['/down'] = feedOf('Down', ['1']);
  const uuid = await added('/down');
  await check();
  publisher.pages['/down'] = { status: 503 };
  await pass(2);
  const since = new Date(now).toISOString();
  for (const hours of [1, 6, 24, 24]) {
    expect(await shown(uuid)).toMatchObject({
      state: 'failing',
      stateSince: since,
      problem: expect.stringMatching(/^127\.0\.0\.1:\d+ is temporarily unavailable \(503\)\.$/),
    });
    const left = hoursUntil((await shown(uuid)).nextCheckAt);
    expect(Math.abs(left / hours - 1)).toBeLessThanOrEqual(0.1001);
    await pass(left + 0.01);
  }
  publisher.pages['/down'] = feedOf('Down', ['1']);
  await pass(27);
  expect(await shown(uuid)).toMatchObject({ state: 'new', problem: null, stateSince: null });
  expect(reports).toEqual([]);
});

it('heeds Retry-After, for all feeds of the host', async () => {
  const busy = await opened();
  busy.pages['/a'] = feedOf('Busy A', ['1']);
  busy.pages['/b'] = feedOf('Busy B', ['1']);
  const [one, other] = [await added('/a', busy), await added('/b', busy)];
  busy.asked.length = 0;
  busy.pages['/a'] = busy.pages['/b'] = { status: 429, headers: { 'retry-after': String(3 * 3600) } };
  await check();
  expect(busy.asked).toHaveLength(1);
  const failing = (await shown(one)).state === 'failing' ? one : other;
  expect(hoursUntil((await shown(failing)).nextCheckAt)).toBeGreaterThanOrEqual(3);
  await pass(2.9);
  expect(busy.asked).toHaveLength(1);
  await pass(4);
  expect(busy.asked.length).toBeGreaterThan(1);
});

it('follows a feed that has moved, and asks only at its new address', async () => {
  const { pages, url } = publisher;
  pages['/old'] = feedOf('Moving', ['1']);
  const uuid = await added('/old');
  await check();
  pages['/old'] = movedTo('/new');
  pages['/new'] = feedOf('Moving', ['1']);
  await pass(2);
  expect(await shown(uuid)).toMatchObject({ state: 'moved', feedUrl: `${url}/new` });
  publisher.asked.length = 0;
  await pass(2);
  expect(publisher.asked.filter((path) => /old|new/.test(path))).toEqual(['/new?']);

  pages['/new'] = feedOf('Moving', ['1'], `<itunes:new-feed-url>${url}/newest</itunes:new-feed-url>`);
  pages['/newest'] = feedOf('Moving', ['2', '1']);
  await pass(2);
  expect(await shown(uuid)).toMatchObject({
    state: 'moved',
    feedUrl: `${url}/newest`,
    newEpisodes: 2,
    stateSince: expect.any(String),
  });
});

it('does not take a feed for that of another podcast to which it redirects', async () => {
  const { pages, url } = publisher;
  pages['/mine'] = feedOf('Mine', ['1']);
  pages['/theirs'] = feedOf('Theirs', ['1']);
  const [mine] = [await added('/mine'), await added('/theirs')];
  await check();
  pages['/mine'] = movedTo(`${url}/theirs`);
  await pass(2);
  expect(await shown(mine)).toMatchObject({
    state: 'failing',
    feedUrl: `${url}/mine`,
    name: 'Mine',
    problem: expect.stringContaining('which is the feed of “Theirs”'),
  });
});

it('no longer asks for a feed that is gone, except when somebody does', async () => {
  publisher.pages['/gone'] = feedOf('Gone', ['1']);
  const uuid = await added('/gone');
  await check();
  publisher.pages['/gone'] = { status: 410 };
  await pass(2);
  expect(await shown(uuid)).toMatchObject({ state: 'gone', nextCheckAt: null });
  publisher.asked.length = 0;
  await pass(100);
  expect(publisher.asked).not.toContain('/gone?');
  publisher.pages['/gone'] = feedOf('Gone', ['2', '1']);
  expect(await checks.refresh(uuid, context)).toMatchObject({ problem: null });
  expect(await shown(uuid)).toMatchObject({ state: 'new', newEpisodes: 2 });
});

it('tries transcripts that cannot be fetched three times more, then when the feed changes', async () => {
  const { pages, url, asked } = publisher;
  pages['/lost.vtt'] = { status: 404 };
  pages['/lost'] = transcribedFeedOf('Lost', ['1'], `${url}/lost.vtt`);
  await follow(await added('/lost'));
  const tries = () => asked.filter((path) => path === '/lost.vtt').length;
  for (let round = 0; round < 6; round++) await pass(2);
  expect(tries()).toBe(4);
  pages['/lost'] = transcribedFeedOf('Lost', ['2', '1'], `${url}/lost.vtt`);
  await pass(2);
  expect(tries()).toBe(6);
});

it('asks at most four hosts at once, and each host for one feed', async () => {
  const slow = await Promise.all(Array.from({ length: 6 }, opened));
  const open = new Map<Publisher, number>();
  const most = { hosts: 0, perHost: 0 };
  const waiting: (() => void)[] = [];
  const left = new Map(slow.map((host) => [host, 2]));
  for (const [index, host] of slow.entries())
    for (const path of ['/1', '/2']) {
      const feed = feedOf(`Slow ${index}${path}`, ['1']);
      host.pages[path] = feed;
      await added(path, host);
      host.pages[path] = (_request, response) => {
        open.set(host, (open.get(host) ?? 0) + 1);
        most.hosts = Math.max(most.hosts, open.size);
        most.perHost = Math.max(most.perHost, ...open.values());
        waiting.push(() => {
          open.delete(host);
          left.set(host, left.get(host)! - 1);
          host.pages[path] = feed;
          response.end(feed.body);
        });
      };
    }
  const checking = check();
  for (let answered = 0; answered < 12; answered++) {
    const hosts = [...left.values()].filter((feeds) => feeds > 0).length;
    // A failure ends the checks, and nobody waits any more.
    await Promise.race([until(() => waiting.length === Math.min(4, hosts)), checking]);
    waiting.shift()!();
  }
  await checking;
  expect(most).toEqual({ hosts: 4, perHost: 1 });
});

it('checks a feed that becomes due while another host is slow', async () => {
  const asked = deferred<void>();
  const answer = deferred<void>();
  const slow = await opened();
  slow.pages['/feed'] = (_request, response) => {
    asked.resolve();
    void answer.promise.then(() => response.end(feedOf('Sluggish', ['1']).body));
  };
  publisher.pages['/prompt'] = feedOf('Prompt', ['1']);
  const sluggish = await added('/feed', slow);
  const checking = check();
  await asked.promise;
  const prompt = await added('/prompt');
  checks.wake();
  await until(async () => (await shown(prompt)).state === 'new');
  expect(await shown(sluggish)).toMatchObject({ isRefreshing: true });
  answer.resolve();
  await checking;
});

it('ends its request when it is stopped, and the feed stays due', async () => {
  const asked = deferred<void>();
  const left = deferred<void>();
  publisher.pages['/endless'] = feedOf('Endless', ['1']);
  const uuid = await added('/endless');
  publisher.pages['/endless'] = (_request, response) => {
    response.on('close', () => left.resolve());
    asked.resolve();
  };
  const stopping = new AbortController();
  const checking = checks.checkDue(stopping.signal).catch((error: unknown) => error);
  await asked.promise;
  expect(await shown(uuid)).toMatchObject({ isRefreshing: true });
  const enough = new Error('enough');
  stopping.abort(enough);
  expect(await checking).toBe(enough);
  await left.promise;
  expect(await shown(uuid)).toMatchObject({ state: 'unchecked', problem: null, isRefreshing: false });
  publisher.pages['/endless'] = feedOf('Endless', ['1']);
  await check();
  expect(await shown(uuid)).toMatchObject({ state: 'new' });
});

it('is done by one server, and by another when that one dies', async () => {
  const hung = await opened();
  hung.pages['/feed'] = feedOf('Shared', ['1']);
  const uuid = await added('/feed', hung);
  hung.asked.length = 0;
  hung.pages['/feed'] = () => {};
  const [first, second] = [server(), server()];
  const processes = processesOn(first, second);
  processes[0]!.start();
  await until(() => hung.asked.length === 1);
  processes[1]!.start();
  hung.pages['/feed'] = feedOf('Shared', ['1']);
  await first.close();
  await until(async () => (await shown(uuid)).state === 'new');
  expect(hung.asked).toEqual(['/feed', '/feed']);
  await Promise.all(processes.map(async (one) => one.stop()));
  expect(reports).toEqual([]);
});

it('goes on with a refresh that takes longer than its caller waits', async () => {
  const answer = deferred<void>();
  publisher.pages['/slow'] = (_request, response) => {
    void answer.promise.then(() => response.end(feedOf('Slow', ['1']).body));
  };
  const uuid = await added('/slow');
  const [process] = processesOn(server());
  expect(await process!.refreshWithin(1, uuid, context)).toBeNull();
  await until(async () => (await shown(uuid)).isRefreshing);
  answer.resolve();
  await until(async () => (await shown(uuid)).state === 'new');
  await process!.stop();
});
