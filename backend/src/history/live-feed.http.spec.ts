import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SeriesUuid } from '@earmark/contracts/series';
import { LogUnavailable } from '@earmark/projections/event-log';
import { systemContext } from '../kit/system-context.ts';
import { addSeries, cookieOf, follow } from './live-feed.fixture.ts';
import { LiveFeed } from './live-feed.ts';
import { admin, edited, episodeUuid, one, record, recorded, transcriptStream } from './undo.fixture.ts';
import { startApp, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app.stop());

it('sends what has just become visible, as a sentence with a link, without names for visitors', async () => {
  const reader = await follow(app);
  await addSeries(app, 'Night Owls', 1);
  const [item] = await reader.until(1);
  expect(item).toMatchObject({
    type: 'SeriesAdded',
    actor: 'system',
    sentence: 'Night Owls was added.',
    link: '/podcasts/NightOwls',
    episodeUuid: null,
    entityIds: [],
  });
  expect((await app.visitor('GET', item!.link!.replace('/podcasts', '/api/podcasts'))).status).toBe(200);
  reader.stop();
});

it('sends a returning reader everything since the last id, once', async () => {
  const first = await follow(app);
  await addSeries(app, 'Alpha', 2);
  const [seen] = await first.until(1);
  first.stop();
  await addSeries(app, 'Beta', 3);
  await addSeries(app, 'Gamma', 4);
  const again = await follow(app, { lastEventId: seen!.position });
  expect((await again.until(2)).map(({ sentence }) => sentence)).toEqual(['Beta was added.', 'Gamma was added.']);
  again.stop();
});

it('starts at the head without a last id', async () => {
  await addSeries(app, 'Before', 5);
  const reader = await follow(app);
  await addSeries(app, 'After', 6);
  expect((await reader.until(1)).map(({ sentence }) => sentence)).toEqual(['After was added.']);
  reader.stop();
});

it('reports an outage of the log once, and goes on after it', async () => {
  const reader = await follow(app);
  const lines = app.reports.length;
  const reading = jest.spyOn(app.services.log, 'readAll').mockImplementation(() => {
    throw new LogUnavailable('the log is away');
  });
  const adding = addSeries(app, 'During', 11);
  while (reading.mock.calls.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
  reading.mockRestore();
  await adding;
  await reader.untilSays('During was added.');
  reader.stop();

  expect(app.reports.slice(lines)).toEqual(['live feed: the log is away']);
});

it('sends reset when the last id is too long ago', async () => {
  await addSeries(app, 'Old', 7);
  const { streams, pool, checkpoints } = app.services;
  const later = new LiveFeed(streams, pool, checkpoints, () => {});
  await later.start();
  expect(later.since(0n)).toBeNull();
  expect(later.since(later.head)).toEqual([]);
  // From a log that was longer than this one, as after a restore.
  expect(later.since(later.head + 1n)).toBeNull();
  await later.stop();
});

it('combines bulk work in one line', async () => {
  const reader = await follow(app);
  const context = systemContext('bulk');
  await app.services.vocabulary.import(
    Array.from({ length: 4000 }, (_, index) => ({
      name: `Name ${index}`,
      entityType: 'person',
      entity: null,
      caseSensitive: false,
      wholeWord: true,
    })),
    context,
  );
  // The first line comes at once, the last when no more of the import comes.
  await addSeries(app, 'After the import', 9);
  const items = await reader.untilSays('After the import was added.');
  const sentences = items.map(({ sentence }) => sentence);
  expect(sentences.length).toBeLessThanOrEqual(5);
  const patterns = sentences.map((sentence) =>
    Number(/^([\d,]+) search patterns were imported/.exec(sentence)?.[1]?.replace(',', '') ?? 0),
  );
  expect(patterns.reduce((sum, count) => sum + count)).toBe(4000);
  reader.stop();
});

describe('while a call goes on', () => {
  const context = systemContext('in parts');
  const importOne = async (name: string) => {
    const row = { name, entityType: 'person', entity: null, caseSensitive: false, wholeWord: true };
    await app.services.vocabulary.import([row], context);
  };
  const patient = async (longestHoldMs: number) => {
    const { streams, pool, checkpoints, log } = app.services;
    const feed = new LiveFeed(streams, pool, checkpoints, () => {});
    feed.holdMs = 60_000;
    feed.longestHoldMs = longestHoldMs;
    await feed.start();
    const shown = async () => {
      for (const head = await log.head(); feed.head < head;) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const listen = () => {
      const sentences: string[] = [];
      feed.subscribe(({ item }) => sentences.push(item.sentence), feed.head);
      return sentences;
    };
    await shown();

    return { feed, shown, listen };
  };

  it('sends new readers nothing from before', async () => {
    const { feed, shown, listen } = await patient(60_000);
    const early = listen();
    await importOne('First part');
    await shown();
    await importOne('Second part');
    await shown();
    expect(early).toHaveLength(1);
    const late = listen();
    await addSeries(app, 'Other news', 10);
    await shown();
    expect(early).toHaveLength(3);
    expect(late).toEqual(['Other news was added.']);
    await feed.stop();
  });

  it('sends lines in between when it takes too long', async () => {
    const { feed, shown, listen } = await patient(0);
    const sentences = listen();
    for (const part of ['Part one', 'Part two', 'Part three']) {
      await importOne(part);
      await shown();
    }
    expect(sentences).toEqual([
      expect.stringContaining('One search pattern was imported'),
      expect.stringContaining('2 search patterns were imported'),
    ]);
    await feed.stop();
  });
});

it('describes what an edit changed, and for admins also why and in which stream', async () => {
  await addSeries(app, 'Night Shift', 8);
  const facts = { title: 'Pilot', description: null, audioUrl: null, imageUrl: null, publishedAt: null };
  const more = { durationSeconds: null, link: null, transcripts: [] };
  await app.services.series.putEpisode(
    {
      episodeUuid,
      seriesUuid: SeriesUuid.parse('11111111-1111-4111-8111-000000000008'),
      guid: null,
      facts: { ...facts, ...more },
    },
    systemContext('spec'),
  );
  await record(app.services.streams, transcriptStream, recorded);
  const reader = await follow(app);
  const signedIn = await follow(app, { cookie: await cookieOf(app, 'admin') });
  const because = { ...admin, reason: 'A slip' };
  await record(app.services.streams, transcriptStream, [edited(one.text, 'Who was Lovelace?')], because);
  const lineOf = async (one_: typeof reader) => {
    for (let count = 1; ; count++) {
      const items = await one_.until(count);
      const found = items.find(({ type }) => type === 'SegmentEdited');
      if (found) return found;
    }
  };
  const described = {
    sentence: 'Changed “lovelace?” to “Lovelace?” in a segment of Ada at 00:12:31 in “Pilot”.',
    link: '/podcasts/NightShift/pilot',
    episodeUuid,
  };
  const toVisitor = await lineOf(reader);
  expect(toVisitor).toMatchObject({ ...described, actor: 'admin' });
  expect(Object.keys(toVisitor)).not.toEqual(expect.arrayContaining(['diff']));
  expect(JSON.stringify(toVisitor)).not.toContain('A slip');
  expect(await lineOf(signedIn)).toMatchObject({
    ...described,
    actor: 'lin',
    stream: transcriptStream,
    reason: 'A slip',
    diff: [{ path: `segments/${one.segmentId}/text`, from: one.text, to: 'Who was Lovelace?' }],
  });
  reader.stop();
  signedIn.stop();
});

it('sends signed-in people their own changes, also from another window', async () => {
  const readers = await Promise.all([
    follow(app, { cookie: await cookieOf(app, 'admin') }),
    follow(app, { cookie: await cookieOf(app, 'analyst') }),
    follow(app),
  ]);
  const call = await app.signIn('admin');
  await call('PUT', `/api/episodes/${episodeUuid}/description`, { description: '<p>Who was she?</p>' });
  const lines = await Promise.all(readers.map(async (reader) => (await reader.until(1))[0]!));
  expect(lines.map(({ type, own }) => [type, own])).toEqual([
    ['DescriptionEdited', true],
    ['DescriptionEdited', false],
    ['DescriptionEdited', undefined],
  ]);
  for (const reader of readers) reader.stop();
});
