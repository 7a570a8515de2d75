import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { HistoryPage, RevertBatchPlan } from '@earmark/contracts/history';
import type { RemovedAnswer, SeriesFacts } from '@earmark/contracts/series';
import {
  entityNamed,
  episodeAdded,
  event,
  id,
  patternAdded,
  record,
  seriesAdded,
  transcriptEvents,
} from '@earmark/projections/testing';
import type { z } from 'zod';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Answer, type Caller, type RunningApp } from '../testing/running-app.ts';
import { headPin } from '../vocabulary/pins.ts';

const SERIES = id<string>('series');
const [PILOT, FINALE] = [id<string>('episode', 1), id<string>('episode', 2)];
const PODCAST = `/api/admin/series/${SERIES}`;
const EPISODE = `/api/admin/episodes/${PILOT}`;
const PAGE = '/api/podcasts/nightshift/pilot';
const FILE = Buffer.from('WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello.\n');
const GONE = {
  status: 404,
  body: { code: 'series-removed', detail: '“Night Shift” was removed. An admin can undo that.' },
};

let app: RunningApp;
let admin: Caller;
beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  const { log } = app.services;
  await record(log, 'vocabulary-main', entityNamed(1, 'Oslo'), patternAdded(1, 'Oslo'));
  const { vocabularyRevision } = await headPin(log);
  await record(log, `series-${SERIES}`, seriesAdded());
  for (const [number, title] of [
    [1, 'Pilot'],
    [2, 'Finale'],
  ] as const) {
    await record(log, `episode-${id('episode', number)}`, episodeAdded(number, title));
    const lines = ['Ann: Oslo and Rome.', 'Bob: Oslo.'];
    const events = transcriptEvents(number, lines, vocabularyRevision);
    await record(log, `transcript-${id('episode', number)}`, ...events);
  }
  while (!(await app.services.checkpoints.passed(await log.head())));
  const { transcript } = await page();
  const segments = transcript.map((segment, index) =>
    index === 0 ? { ...segment, text: 'Oslo, then Rome.' } : segment,
  );
  await admin('PUT', `/api/episodes/${PILOT}/transcript`, { segments });
});
afterAll(async () => app.stop());

const get = async (path: string): Promise<Answer> => app.visitor('GET', path);
const page = async () => (await get(PAGE)).body as EpisodePage;
/** What depends on neither the log nor the revisions of streams. */
const shown = async () => {
  const { version: _version, position: _position, ...rest } = await page();
  return rest;
};
const remove = async (path: string, reason?: string) => {
  const answer = await admin('DELETE', path, reason === undefined ? undefined : { reason });
  expect(answer).toMatchObject({ status: 200 });

  return answer.body as z.infer<typeof RemovedAnswer>;
};
const undo = async (eventId: string) => {
  expect(await admin('POST', `/api/admin/history/${eventId}/revert`, {})).toMatchObject({ status: 200 });
};
const feedAtHead = async () => {
  const head = await app.services.log.head();
  while (app.feed.head < head) await new Promise((resolve) => setTimeout(resolve, 10));
};
const history = async (query: string) => ((await admin('GET', `/api/history?${query}`)).body as HistoryPage).changes;

describe('a podcast', () => {
  it('says what disappears with it', async () => {
    expect(await admin('GET', `${PODCAST}/removal`)).toMatchObject({
      status: 200,
      body: { name: 'Night Shift', episodes: 2, transcripts: 2, mentions: 4, corrections: 1 },
    });
    expect(await admin('GET', `/api/admin/series/${id('nothing')}/removal`)).toMatchObject({ status: 404 });
    expect(await admin('DELETE', '/api/admin/series/nothing')).toMatchObject({ status: 400 });
  });

  it('disappears everywhere, cannot be changed meanwhile, and is back as it was when that is undone', async () => {
    const before = await shown();
    const { message, eventId } = await remove(PODCAST, 'asked for');
    expect(message).toBe('"Night Shift" was removed.');

    for (const path of [PAGE, `${PAGE}?asOf=${eventId}`, '/api/podcasts/NightShift', `/api/podcasts/${SERIES}`])
      expect([path, await get(path)]).toMatchObject([path, GONE]);
    for (const path of [
      '/api/podcasts/nightshift/search?q=rome',
      '/api/episodes?podcast=nightshift',
      `/api/episodes/${PILOT}/moments`,
      `/api/why?episode=${PILOT}`,
      `/api/entities/${id('entity')}/ledger?podcast=${SERIES}`,
      '/api/export/mentions?podcast=nightshift',
    ])
      expect([path, await get(path)]).toMatchObject([path, GONE]);
    for (const path of ['/api/dashboard/podcast-series', '/api/dashboard/recent-episodes', '/api/podcasts/recent'])
      expect([path, (await get(path)).body]).toEqual([path, []]);
    expect(await get('/api/podcasts/search?q=night')).toMatchObject({ body: { results: [], total: 0 } });
    expect(await get(`/api/entities/${id('entity')}`)).toMatchObject({ body: { mentions: 0, podcasts: [] } });

    const [segments, entityMentions] = [[{ text: 'x' }], [{ entity: { name: 'Rome', type: 'location' } }]];
    for (const [method, path, body] of [
      ['PUT', `/api/episodes/${PILOT}/transcript`, { segments }],
      ['PUT', `/api/episodes/${PILOT}/entities`, { entityMentions }],
      ['PUT', `/api/episodes/${PILOT}/description`, { description: 'x' }],
      ['POST', `/api/episodes/${PILOT}/refresh-entities`, {}],
      ['POST', `${EPISODE}/transcript-file`, FILE],
      ['DELETE', EPISODE, {}],
      ['DELETE', PODCAST, {}],
      ['GET', `${PODCAST}/removal`, undefined],
    ] as const) {
      const answer = await admin(method, path, body);
      expect([path, answer]).toMatchObject([path, { status: 404, body: { code: 'series-removed' } }]);
    }
    expect(await admin('POST', '/api/admin/recounts', { podcastUuids: [SERIES] })).toMatchObject({ status: 404 });
    const { facts } = seriesAdded().data as { facts: SeriesFacts };
    const put = { seriesUuid: id<never>('series'), feedUrl: null, itunesId: null, facts };
    await expect(app.services.series.putSeries(put, systemContext('spec'))).rejects.toMatchObject({
      code: 'series-removed',
    });

    const [removal] = await history(`stream=series-${SERIES}`);
    expect(removal).toMatchObject({
      ...{ eventId, type: 'SeriesRemoved', sentence: 'Night Shift was removed with its episodes.' },
      ...{ reason: 'asked for', revertible: true, link: null },
    });
    const [edit] = await history(`episodeUuid=${PILOT}`);
    expect(edit).toMatchObject({ type: 'SegmentEdited', revertible: false, why: expect.stringContaining('removed') });
    expect(await admin('POST', `/api/admin/history/${edit!.eventId}/revert`, {})).toMatchObject({ status: 409 });
    const batch = { correlationId: edit!.correlationId, dryRun: true };
    expect(await admin('POST', '/api/admin/history/revert-batch', batch)).toMatchObject({
      body: { will: [], willNot: [{ eventId: edit!.eventId, why: 'It was removed. Undo its removal first.' }] },
    });
    const earlier = { episodeUuid: PILOT, position: String(BigInt(edit!.position) - 1n) };
    expect(await admin('POST', '/api/admin/history/restore', earlier)).toMatchObject({ status: 409 });
    expect((await history(`podcast=${SERIES}`)).map(({ type }) => type)).toContain('SegmentEdited');

    await undo(eventId);
    expect(await shown()).toEqual(before);
    expect(await get(`/api/entities/${id('entity')}`)).toMatchObject({ body: { mentions: 4 } });
    expect(await history(`episodeUuid=${PILOT}`)).toMatchObject([{ revertible: true }, {}, {}, {}]);
  });

  it('comes back by a batch, and an undone undo removes it again', async () => {
    const { eventId } = await remove(PODCAST);
    const { correlationId } = (await history(`stream=series-${SERIES}`))[0]!;
    const plan = (await admin('POST', '/api/admin/history/revert-batch', { correlationId, dryRun: true })).body;
    const { undoId, will } = plan as RevertBatchPlan;
    expect(will).toEqual([eventId]);
    expect(await admin('POST', '/api/admin/history/revert-batch', { undoId })).toMatchObject({
      body: { notUndone: [] },
    });
    expect((await get(PAGE)).status).toBe(200);

    const [restored] = await history(`stream=series-${SERIES}`);
    expect(restored).toMatchObject({ type: 'SeriesRestored', sentence: 'Night Shift was restored with its episodes.' });
    await undo(restored!.eventId);
    expect((await get(PAGE)).status).toBe(404);
    const [again] = await history(`stream=series-${SERIES}`);
    await undo(again!.eventId);
    expect((await get(PAGE)).status).toBe(200);
  });
});

it('is sent to callers that do not unzip it, too', async () => {
  const answer = async (encoding: string) => {
    const response = await fetch(`${app.url}/api/podcasts/nightshift`, { headers: { 'accept-encoding': encoding } });

    return { encoding: response.headers.get('content-encoding'), body: await response.json() };
  };
  const { body } = await get('/api/podcasts/nightshift');
  expect(body).toMatchObject({ podcast: { totalEpisodes: 2 } });
  expect(await answer('gzip')).toEqual({ encoding: 'gzip', body });
  expect(await answer('identity')).toEqual({ encoding: null, body });
});

describe('an episode', () => {
  it('disappears by itself, and is not brought back with its podcast', async () => {
    const before = await shown();
    expect(await admin('GET', `${EPISODE}/removal`)).toMatchObject({
      body: { name: 'Pilot', episodes: 1, transcripts: 1, mentions: 2, corrections: 1 },
    });
    const { eventId } = await remove(EPISODE);
    const gone = {
      status: 404,
      body: { code: 'episode-removed', detail: '“Pilot” was removed. An admin can undo that.' },
    };
    expect(await get(PAGE)).toMatchObject(gone);
    expect(await admin('PUT', `/api/episodes/${PILOT}/description`, { description: 'x' })).toMatchObject(gone);
    expect(await get('/api/podcasts/nightshift')).toMatchObject({
      body: { podcast: { totalEpisodes: 1 }, episodes: [{ title: 'Finale', mentionsCount: 2 }] },
    });
    expect(await get(`/api/entities/${id('entity')}`)).toMatchObject({ body: { mentions: 2 } });

    const podcast = await remove(PODCAST);
    expect(await admin('POST', `/api/admin/history/${eventId}/revert`, {})).toMatchObject({ status: 409 });
    await undo(podcast.eventId);
    expect(await get(PAGE)).toMatchObject(gone);
    expect((await get(`/api/podcasts/nightshift/${FINALE}`)).status).toBe(200);
    await undo(eventId);
    expect(await shown()).toEqual(before);
  });

  it('has no page of the moments at which it was removed, but of those before', async () => {
    const { position } = await page();
    const { eventId } = await remove(EPISODE);
    await undo(eventId);
    expect(await get(`${PAGE}?asOf=${eventId}`)).toMatchObject({
      status: 404,
      body: { code: 'episode-removed', detail: '"Pilot" was removed at that time.' },
    });
    expect((await get(`${PAGE}?asOf=${position}`)).status).toBe(200);
    const moments = (await get(`/api/episodes/${PILOT}/moments`)).body as { sentence: string }[];
    expect(moments.map(({ sentence }) => sentence)).not.toContainEqual(expect.stringMatching(/removed|restored/));
  });

  it('keeps its counts when recounts are published while it is removed', async () => {
    const { log } = app.services;
    const { eventId } = await remove(EPISODE);
    await record(log, 'vocabulary-main', patternAdded(2, 'Rome', { entity: 1 }));
    const data = { recountId: id('recount'), pin: await headPin(log), scope: { podcastUuids: null } };
    const published = await record(log, 'recount-main', event('RecountPublished', data));
    while (!(await app.services.checkpoints.passed(published)));
    await undo(eventId);
    const counts = async (path: string) =>
      ((await get(path)).body as EpisodePage).entityMentions.map(({ count }) => count);
    expect(await counts(PAGE)).toEqual([2]);
    expect(await counts(`/api/podcasts/nightshift/${FINALE}`)).toEqual([2]);
    const { body } = await get(`/api/why?episode=${PILOT}`);
    expect(body).toMatchObject({ vocabularyBehind: { episodes: 1, of: 1 } });
    expect((await get(`/api/why?episode=${FINALE}`)).body).toMatchObject({ vocabularyBehind: { episodes: 0 } });
  });
});

it('is announced in the live feed', async () => {
  await feedAtHead();
  const from = app.feed.head;
  const { eventId } = await remove(PODCAST);
  await undo(eventId);
  await feedAtHead();
  expect(app.feed.since(from)).toMatchObject([
    { item: { sentence: 'Night Shift was removed with its episodes.', podcastUuid: SERIES } },
    { item: { sentence: 'Night Shift was restored with its episodes.', podcastUuid: SERIES } },
  ]);
});
