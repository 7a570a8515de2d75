import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { FeedItem } from '@earmark/contracts/history';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { LogUnavailable } from '@earmark/projections/event-log';
import { systemContext } from '../kit/system-context.ts';
import { LiveFeed } from './live-feed.ts';
import { admin, edited, episodeUuid, one, record, recorded, transcriptStream } from './undo.fixture.ts';
import { startApp, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app.stop());

it('sends what has just become visible, as a sentence with a link, without names for visitors', async () => {
  const reader = await follow();
  await addSeries('Night Owls', 1);
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
  const first = await follow();
  await addSeries('Alpha', 2);
  const [seen] = await first.until(1);
  first.stop();
  await addSeries('Beta', 3);
  await addSeries('Gamma', 4);
  const again = await follow(seen!.position);
  expect((await again.until(2)).map(({ sentence }) => sentence)).toEqual(['Beta was added.', 'Gamma was added.']);
  again.stop();
});

it('starts at the head without a last id', async () => {
  await addSeries('Before', 5);
  const reader = await follow();
  await addSeries('After', 6);
  expect((await reader.until(1)).map(({ sentence }) => sentence)).toEqual(['After was added.']);
  reader.stop();
});

it('reports an outage of the log once, and goes on after it', async () => {
  const reader = await follow();
  const lines = app.reports.length;
  const reading = jest.spyOn(app.services.log, 'readAll').mockImplementation(() => {
    throw new LogUnavailable('the log is away');
  });
  const adding = addSeries('During', 11);
  while (reading.mock.calls.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
  reading.mockRestore();
  await adding;
  await reader.untilSays('During was added.');
  reader.stop();

  expect(app.reports.slice(lines)).toEqual(['live feed: the log is away']);
});

it('sends reset when the last id is too long ago', async () => {
  await addSeries('Old', 7);
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
  const reader = await follow();
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
  await addSeries('After the import', 9);
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
    await addSeries('Other news', 10);
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
  await addSeries('Night Shift', 8);
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
  const reader = await follow();
  const signedIn = await follow(undefined, await cookieOf('admin'));
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
    follow(undefined, await cookieOf('admin')),
    follow(undefined, await cookieOf('analyst')),
    follow(),
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

it('ends when a reader’s role changes, who then reconnects with the new one', async () => {
  app.feed.heartbeatMs = 20;
  const reader = await follow(undefined, await cookieOf('analyst'));
  await expect(
    Promise.race([reader.until(1), new Promise((resolve) => setTimeout(resolve, 200, 'open'))]),
  ).resolves.toBe('open');
  await app.services.pool.query(`update app.account set role = 'reader' where username = 'analyst'`);
  await expect(reader.until(1)).rejects.toThrow('the feed ended');
  app.feed.heartbeatMs = 15_000;
});

describe('ends at once for somebody who', () => {
  const set = (change: string) => app.services.pool.query(`update app.session set ${change}`);
  it.each<[string, (cookie: string) => Promise<unknown>]>([
    ['signs out', async (cookie) => app.visitor('POST', '/api/auth/logout', {}, { cookie })],
    [
      'signs out everywhere from another window',
      async () => (await app.signIn('admin'))('POST', '/api/auth/logout-everywhere', {}),
    ],
    ['has been idle too long', async () => set('expire = now()')],
    ['signed in ninety days ago', async () => set(`started_at = now() - interval '90 days'`)],
  ])('%s', async (_, end) => {
    const cookie = await cookieOf('admin');
    const [reader, visitor] = [await follow(undefined, cookie), await follow()];
    await end(cookie);

    await expect(reader.until(1)).rejects.toThrow('the feed ended');
    expect((await app.visitor('GET', '/api/auth/me', undefined, { cookie })).body).toEqual({ user: null });
    await expect(
      Promise.race([visitor.until(1), new Promise((resolve) => setImmediate(resolve, 'open'))]),
    ).resolves.toBe('open');
    visitor.stop();
  });
});

async function cookieOf(username: string): Promise<string> {
  const body = { username, password: 'correct horse battery' };
  const { headers } = await app.visitor('POST', '/api/auth/login', body);

  return (headers.get('set-cookie') ?? '').split(';')[0]!;
}

async function addSeries(name: string, number: number): Promise<void> {
  const seriesUuid = SeriesUuid.parse(`11111111-1111-4111-8111-${String(number).padStart(12, '0')}`);
  const { position } = await app.services.series.putSeries(
    { seriesUuid, feedUrl: null, itunesId: null, facts: seriesFacts(name) },
    systemContext('spec'),
  );
  while (app.feed.head < position!) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function follow(lastEventId?: string, cookie?: string) {
  const abort = new AbortController();
  const response = await fetch(`${app.url}/api/events`, {
    signal: abort.signal,
    headers: {
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...(cookie === undefined ? {} : { cookie }),
    },
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const chunks = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const read = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { done, value } = await chunks.read();
      if (done) throw new Error(`the feed ended: ${text}`);
      text += decoder.decode(value, { stream: true });
    }
  };
  const items = (): FeedItem[] =>
    text.split('\n\n').flatMap((block) => {
      const data = /^data: (\{"position".*\})$/m.exec(block);
      return data ? [JSON.parse(data[1]!) as FeedItem] : [];
    });
  await read(() => text.includes('retry: '));
  if (lastEventId === undefined) await read(() => text.includes('event: hello\ndata: {}\n\n'));

  return {
    until: async (count: number) => {
      await read(() => items().length >= count);
      return items();
    },
    untilSays: async (sentence: string) => {
      await read(() => items().some((item) => item.sentence === sentence));
      return items();
    },
    stop: () => abort.abort(),
  };
}
