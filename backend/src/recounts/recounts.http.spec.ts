import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type EpisodePage, EpisodeUuid } from '@earmark/contracts/episodes';
import type { HistoryPage } from '@earmark/contracts/history';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import {
  RecountId,
  type PreviewAnswer,
  type RecountList,
  type RecountPassages,
  type RecountView,
} from '@earmark/contracts/recounts';
import { SeriesUuid } from '@earmark/contracts/series';
import type { PatternPage } from '@earmark/contracts/vocabulary';
import { listDifferences } from '@earmark/projections/recounts';
import { projectors, verify } from '@earmark/projections/runner';
import { Leases } from '../kit/process/lease.ts';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let analyst: Caller;
let admin: Caller;
const PATIENCE_MS = 60_000;
const SOON_MS = 300;
/** Previews: see previews.ts. */
const MAX_WAITING = 16;
const location = uuidFrom(EARMARK_NAMESPACE, 'location');
const seriesOf = (number: number) => uuidFrom(EARMARK_NAMESPACE, `series ${number}`, SeriesUuid);
const episodeOf = (number: number) => uuidFrom(EARMARK_NAMESPACE, `episode ${number}`, EpisodeUuid);
const TEXTS = ['Rome and Oslo.', 'Oslo only.', 'In Kyiv, by ship.', 'ROME again, Rome!', 'Nothing.'];

beforeAll(async () => {
  app = await startApp();
  analyst = await app.signIn('analyst');
  admin = await app.signIn('admin');
  await addPattern('Rome');
  for (const series of [1, 2])
    await app.services.series.putSeries(
      {
        seriesUuid: seriesOf(series),
        feedUrl: null,
        itunesId: null,
        facts: {
          name: `Series ${series}`,
          host: null,
          author: null,
          description: null,
          imageUrl: null,
          websiteUrl: null,
          language: null,
          explicit: false,
          categories: [],
        },
      },
      systemContext('spec'),
    );
  for (const number of [1, 2, 3]) {
    await app.services.series.putEpisode(
      {
        episodeUuid: episodeOf(number),
        seriesUuid: seriesOf(number === 3 ? 2 : 1),
        guid: null,
        facts: {
          title: `Episode ${number}`,
          description: null,
          audioUrl: null,
          imageUrl: null,
          publishedAt: `2026-01-0${number}T00:00:00.000Z`,
          durationSeconds: null,
          link: null,
          transcripts: [],
        },
      },
      systemContext('spec'),
    );
    await putTranscript(number);
  }
});
afterAll(async () => app.stop());

it('previews an addition, a change and a deletion without writing anything', async () => {
  const head = await app.services.log.head();
  const added = await preview({ change: 'add', name: 'Oslo', entityTypeId: location });
  expect(added).toMatchObject({
    before: { mentions: 0, episodes: 0 },
    after: { mentions: 6, episodes: 3 },
    unchanged: 0,
    removed: [],
  });
  expect(added.added).toHaveLength(6);
  expect(added.added[0]).toMatchObject({
    episodeTitle: 'Episode 3',
    text: 'Rome and Oslo.',
    speaker: 'Ada',
    marks: [9, 13],
    podcastUuid: seriesOf(2),
    link: '/podcasts/Series2/episode-3',
  });
  expect(added.episodes).toHaveLength(3);
  const [rome] = await patterns('Rome');
  expect(await preview({ change: 'edit', id: rome!.id, caseSensitive: true })).toMatchObject({
    before: { mentions: 6, episodes: 3 },
    after: { mentions: 6, episodes: 3 },
    unchanged: 6,
  });
  const stricter = await preview({ change: 'edit', id: rome!.id, name: 'ROME', caseSensitive: true });
  expect(stricter).toMatchObject({ after: { mentions: 3 }, unchanged: 3, added: [] });
  expect(stricter.unchangedPassages.map(({ text, marks }) => text.slice(marks[0], marks[1]))).toEqual(
    Array.from({ length: 3 }, () => 'ROME'),
  );
  expect(stricter.removed).toHaveLength(3);
  // An alias: a segment counts once for both.
  expect(await preview({ change: 'add', name: 'Oslo', entity: 'Rome', entityTypeId: location })).toMatchObject({
    before: { mentions: 6 },
    after: { mentions: 9 },
    unchanged: 6,
  });
  const gone = await preview({ change: 'delete', id: rome!.id });
  expect(gone).toMatchObject({ before: { mentions: 6 }, after: { mentions: 0, episodes: 0 }, unchanged: 0 });
  expect(gone.removed).toHaveLength(6);
  expect(await app.services.log.head()).toBe(head);
});

it('finds matches inside words when the pattern allows it', async () => {
  expect(await preview({ change: 'add', name: 'yi', wholeWord: false, entityTypeId: location })).toMatchObject({
    after: { mentions: 3 },
  });
  expect(await preview({ change: 'add', name: 'yi', wholeWord: true, entityTypeId: location })).toMatchObject({
    after: { mentions: 0 },
  });
});

it('refuses a preview of an invalid change', async () => {
  const status = async (body: unknown) => (await analyst('POST', '/api/admin/patterns/preview', body)).status;
  expect(await status({ change: 'add', name: '\u200b', entityTypeId: location })).toBe(400);
  expect(await status({ change: 'add', name: 'x', entityTypeId: seriesOf(1) })).toBe(404);
  expect(await status({ change: 'delete', id: seriesOf(1) })).toBe(404);
  expect(await status({ change: 'rename' })).toBe(400);
  expect(await status({ change: 'edit', id: episodeOf(1), name: '\u200b' })).toBe(400);
  for (const change of ['edit', 'delete'])
    expect(await analyst('POST', '/api/admin/patterns/preview', { change })).toMatchObject({
      status: 400,
      body: { detail: 'Say which pattern to change: the field "id" is missing.' },
    });
  expect((await (await app.signIn('reader'))('POST', '/api/admin/patterns/preview', {})).status).toBe(403);
  expect((await app.visitor('POST', '/api/admin/recounts', {})).status).toBe(401);
});

it('gives up the previews of callers who have gone, so that the newest need not wait for them', async () => {
  const url = '/api/admin/patterns/preview';
  const body = { change: 'add', name: 'yi', wholeWord: false, entityTypeId: location };
  const holder = await app.services.pool.connect();
  await holder.query('begin; lock table read.mentions_episode in access exclusive mode');
  try {
    const leaving = new AbortController();
    const left = Array.from({ length: MAX_WAITING }, async () => analyst('POST', url, body, {}, leaving.signal));
    const ends = Promise.allSettled(left);
    await until(async () => (await soon(analyst('POST', url, body)))?.status === 429);
    leaving.abort();
    await ends;

    let newest = analyst('POST', url, body);
    await until(async () => {
      if ((await soon(newest)) === null) return true;
      newest = analyst('POST', url, body);
      return false;
    });
    await holder.query('rollback');
    expect(await newest).toMatchObject({ status: 200, body: { after: { mentions: 3 } } });
  } finally {
    holder.release(true);
  }
});

it('counts again what changes of patterns did, in the current texts, whatever is published', async () => {
  await addPattern('Nothing');
  const [nothing] = await patterns('Nothing');
  const path = `/api/admin/entity-patterns/${nothing!.id}`;
  expect((await analyst('PATCH', path, { name: 'again' })).status).toBe(200);
  expect((await analyst('DELETE', path)).status).toBe(200);
  const rows = ['ship', 'Kyiv'].map((name) => ({ name, entity: null, entityType: 'location' }));
  await app.services.vocabulary.import(
    rows.map((row) => ({ ...row, caseSensitive: false, wholeWord: true, url: null })),
    systemContext('spec'),
  );
  const imported = await newestOf('PatternsImported');
  expect((await analyst('POST', `/api/admin/history/${imported}/revert`, {})).status).toBe(200);

  const head = await app.services.log.head();
  const added = await compare(await newestOf('PatternAdded'));
  expect(added).toMatchObject({ before: { mentions: 0 }, after: { mentions: 3, episodes: 3 }, unchanged: 0 });
  expect(added.added.map(({ text }) => text)).toEqual(['Nothing.', 'Nothing.', 'Nothing.']);
  const edited = await compare(await newestOf('PatternEdited'));
  expect(edited).toMatchObject({ before: { mentions: 3 }, after: { mentions: 3 }, unchanged: 0 });
  expect([edited.removed[0]?.text, edited.added[0]?.text]).toEqual(['Nothing.', 'ROME again, Rome!']);
  const deleted = await compare(await newestOf('PatternDeleted'));
  expect(deleted).toMatchObject({ before: { mentions: 3 }, after: { mentions: 0, episodes: 0 } });
  // One text mentions both.
  const both = await compare(imported);
  expect(both).toMatchObject({ before: { mentions: 0 }, after: { mentions: 6, episodes: 3 } });
  expect(both.added.map(({ marks }) => marks)).toEqual([1, 2, 3].map(() => [3, 7, 12, 16]));
  expect((await compare(await newestOf('PatternsRemoved'))).removed).toHaveLength(3);
  expect(await app.services.log.head()).toBe(head);
});

it('compares changes of patterns only, for analysts', async () => {
  const asked = async (caller: Caller, id: string) =>
    (await caller('GET', `/api/admin/history/${id}/comparison`)).status;
  const added = await newestOf('PatternAdded');
  expect(await asked(analyst, await newestOf('EntityNamed'))).toBe(400);
  expect(await asked(analyst, seriesOf(1))).toBe(404);
  expect(await asked(analyst, 'x')).toBe(400);
  expect(await asked(await app.signIn('reader'), added)).toBe(403);
  expect(await asked(app.visitor, added)).toBe(401);
});

it('counts beside the live numbers, publishes them at once, and goes back exactly', async () => {
  await addPattern('Oslo');
  const before = await counts();
  expect(before).toEqual([{ Rome: 2 }, { Rome: 2 }, { Rome: 2 }]);
  expect((await list()).behind).toEqual({ episodes: 3, of: 3 });

  const id = await start({});
  const view = await ready(id);
  expect(view).toMatchObject({ before: { mentions: 6, episodes: 3 }, after: { mentions: 12, episodes: 3 } });
  expect(view.differences).toMatchObject([{ entity: 'Oslo', before: 0, after: 6, place: null }]);
  expect((await viewOf(id, 'by=podcast')).differences).toMatchObject([
    { place: 'Series 1', after: 4 },
    { place: 'Series 2', after: 2 },
  ]);
  expect((await viewOf(id, 'by=episode&sort=relative')).differences).toHaveLength(3);
  expect(await counts()).toEqual(before);
  const entityId = view.differences[0]!.entityId;
  const coming = await passages(id, { entityId });
  expect(coming).toMatchObject({ addedTotal: 6, removed: [], removedTotal: 0 });
  expect(coming.added).toHaveLength(6);
  expect(coming.added[0]).toMatchObject({ episodeTitle: 'Episode 3', text: 'Rome and Oslo.', marks: [9, 13] });
  expect((await passages(id, { entityId, podcastUuid: seriesOf(1) })).addedTotal).toBe(4);
  expect((await passages(id, { entityId, episodeUuid: episodeOf(3) })).addedTotal).toBe(2);

  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).body).toMatchObject({ status: 'published' });
  expect(await passages(id, { entityId })).toEqual({ added: [], addedTotal: 0, removed: [], removedTotal: 0 });
  expect(await counts()).toEqual([
    { Rome: 2, Oslo: 2 },
    { Rome: 2, Oslo: 2 },
    { Rome: 2, Oslo: 2 },
  ]);
  expect((await list()).behind).toEqual({ episodes: 0, of: 3 });
  const category = { name: 'river', displayName: 'River', iconName: 'MapPin', colorClass: 'bg-blue-100 text-blue-800' };
  expect((await admin('POST', '/api/admin/entity-types', category)).status).toBe(201);
  // It moves the vocabulary on, but no pattern.
  expect((await list()).behind).toEqual({ episodes: 0, of: 3 });
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(409);
  await expectAsRebuilt();

  const history = (await analyst('GET', `/api/history?stream=recount-${id}`)).body as HistoryPage;
  const [publication] = history.changes;
  expect((await analyst('POST', `/api/admin/history/${publication!.eventId}/revert`, {})).status).toBe(200);
  expect(await counts()).toEqual(before);
  expect((await viewOf(id)).status).toBe('ready');
  expect((await passages(id, { entityId })).addedTotal).toBe(6);
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  expect((await counts())[0]).toEqual({ Rome: 2, Oslo: 2 });
  await expectAsRebuilt();
});

it('publishes a part, and not when another was published since it began', async () => {
  await addPattern('Kyiv');
  const one = await start({ podcastUuids: [seriesOf(2).toUpperCase(), seriesOf(2)] });
  const other = await start({});
  const bare = await start({ asOf: '0' });
  const early = await start({ asOf: await newestOf('PatternAdded'), podcastUuids: [seriesOf(1)] });
  await addPattern('Bergen');
  const ofPast = await start({ asOf: await newestOf('EntityTypeCreated') });
  for (const id of [one, other, bare, early, ofPast]) expect((await ready(id)).overtaken).toBeNull();
  expect(await analyst('POST', `/api/admin/recounts/${one}/publish`)).toMatchObject({
    status: 200,
    body: { status: 'published', podcastUuids: [seriesOf(2)], differences: expect.any(Array), next: null },
  });
  expect(await counts()).toEqual([
    { Rome: 2, Oslo: 2 },
    { Rome: 2, Oslo: 2 },
    { Rome: 2, Oslo: 2, Kyiv: 1 },
  ]);
  for (const id of [other, early]) expect((await viewOf(id)).overtaken).toEqual({ asOf: null });
  for (const id of [bare, ofPast]) {
    const { pin, overtaken } = await viewOf(id);
    expect((await viewOf(await start(overtaken!))).pin).toEqual(pin);
  }
  expect((await list()).recounts.find(({ id }) => id === other)!.overtaken).toEqual({ asOf: null });
  const refused = await analyst('POST', `/api/admin/recounts/${other}/publish`);
  expect(refused).toMatchObject({ status: 409, body: { code: 'recount-state' } });
  expect((await analyst('POST', `/api/admin/recounts/${other}/discard`)).body).toMatchObject({ status: 'discarded' });
  expect((await analyst('POST', `/api/admin/recounts/${seriesOf(1)}/publish`)).status).toBe(404);
  expect((await analyst('POST', '/api/admin/recounts', { podcastUuids: [episodeOf(1)] })).status).toBe(404);
  const garbage = { podcastUuids: [episodeOf(1)], asOf: 'garbage' };
  expect((await analyst('POST', '/api/admin/recounts', garbage)).status).toBe(400);
});

it('says of each publication what follows it, and reverts one that was overtaken without moving a number', async () => {
  const [part, whole] = (await list()).recounts.filter(({ status }) => status === 'published');
  expect(whole!.inForce).toMatchObject({ episodes: 2, later: { id: part!.id, by: 'analyst' } });
  expect(part!.inForce).toEqual({ episodes: 1, later: null });
  const before = await counts();
  const newest = await start({});
  await ready(newest);
  expect((await analyst('POST', `/api/admin/recounts/${newest}/publish`)).status).toBe(200);
  expect((await viewOf(newest)).inForce).toEqual({ episodes: 3, later: null });
  for (const { id } of [part!, whole!])
    expect((await viewOf(id)).inForce).toMatchObject({ episodes: 0, later: { id: newest } });

  const all = await counts();
  const taken = await revertNewest(part!.id);
  expect(await counts()).toEqual(all);
  expect((await viewOf(part!.id)).inForce).toBeNull();
  expect((await analyst('POST', `/api/admin/history/${taken}/revert`, {})).status).toBe(200);
  expect((await viewOf(part!.id)).inForce).toMatchObject({ episodes: 0, later: { id: newest } });
  expect(await counts()).toEqual(all);
  await revertNewest(newest);
  expect(await counts()).toEqual(before);
  await expectAsRebuilt();
});

it('puts what was nothing before first where percentages order', async () => {
  const recountId = RecountId.parse(randomUUID());
  const { pool } = app.services;
  const changes = { Rome: [1, 4], Oslo: [0, 1], Kyiv: [0, 2] };
  for (const [name, [before, after]] of Object.entries(changes))
    await pool.query(
      `insert into recount.difference (recount_id, entity_id, episode_uuid, series_uuid, before, after)
       select $1, entity_id, $2, $3, $4, $5 from read.vocabulary_entity where name = $6`,
      [recountId, episodeOf(1), seriesOf(1), before, after, name],
    );
  const { differences } = await listDifferences(pool, recountId, 'entity', 'relative', 0);
  expect(differences.map(({ entity }) => entity)).toEqual(['Kyiv', 'Oslo', 'Rome']);
});

it('refuses passages of what is not there', async () => {
  const entityId = seriesOf(1);
  const asked = async (caller: Caller, id: string, query: string) =>
    (await caller('GET', `/api/admin/recounts/${id}/passages?${query}`)).status;
  expect(await asked(analyst, seriesOf(1), `entityId=${entityId}`)).toBe(404);
  expect(await asked(analyst, seriesOf(1), '')).toBe(400);
  expect(await asked(await app.signIn('reader'), seriesOf(1), `entityId=${entityId}`)).toBe(403);
});

it('takes the vocabulary of an earlier moment', async () => {
  const id = await start({ asOf: '0' });
  const { after, differences } = await ready(id);
  expect(after).toEqual({ mentions: 0, episodes: 0 });
  const { entityId } = differences.find(({ entity }) => entity === 'Rome')!;
  const going = await passages(id, { entityId, episodeUuid: episodeOf(1) });
  expect(going).toMatchObject({ added: [], addedTotal: 0, removedTotal: 2 });
  expect(going.removed.map(({ text }) => text)).toEqual(['Rome and Oslo.', 'ROME again, Rome!']);
  expect((await analyst('POST', '/api/admin/recounts', { asOf: 'yesterday' })).status).toBe(400);
  expect((await analyst('POST', '/api/admin/recounts', { asOf: '99999999' })).status).toBe(400);
});

it('keeps what people decided, and counts again what was changed after it was ready', async () => {
  const page = await episode(1);
  const mentions = page.entityMentions.filter(({ entity }) => entity.name !== 'Oslo');
  const put = await admin('PUT', `/api/episodes/${episodeOf(1)}/entities`, {
    entityMentions: [...mentions, { entity: { name: 'Ship', type: 'product' } }],
  });
  expect(put.status).toBe(200);
  expect((await counts())[0]).toEqual({ Rome: 2, Ship: 1 });
  const id = await start({});
  await ready(id);
  const deleted = await admin('PUT', `/api/episodes/${episodeOf(2)}/transcript`, {
    segments: (await episode(2)).transcript.filter(({ text }) => !text.startsWith('In Kyiv')),
  });
  expect(deleted.status).toBe(200);
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  expect(await counts()).toEqual([
    { Rome: 2, Kyiv: 1, Ship: 1 },
    { Rome: 2, Oslo: 2 },
    { Rome: 2, Oslo: 2, Kyiv: 1 },
  ]);
  await expectAsRebuilt();
});

it('pauses and resumes', async () => {
  const id = await start({});
  await ready(id);
  await app.services.pool.query(`update recount.run set status = 'running' where recount_id = $1`, [id]);
  expect((await analyst('POST', `/api/admin/recounts/${id}/pause`)).body).toMatchObject({ status: 'paused' });
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(409);
  expect((await analyst('POST', `/api/admin/recounts/${id}/resume`)).status).toBe(200);
  await ready(id);
});

it('counts one recount at a time, while the others say that they wait', async () => {
  const { pool, recountsProcess } = app.services;
  const holder = await pool.connect();
  try {
    // The first one cannot store what it has counted.
    await holder.query('begin');
    await holder.query('lock table recount.episode in share mode');
    const ids = [await start({}), await start({}), await start({})];
    await until(async () => {
      await recountsProcess.resume();
      return (await blockedCounts()) > 0;
    });
    await recountsProcess.resume();
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect(await blockedCounts()).toBe(1);
    const { recounts } = await list();
    const shown = new Map(recounts.map(({ id, status, isWaiting }) => [id, { status, isWaiting }]));
    expect(ids.map((id) => shown.get(id))).toEqual([
      { status: 'running', isWaiting: false },
      { status: 'running', isWaiting: true },
      { status: 'running', isWaiting: true },
    ]);
    expect((await viewOf(ids[1]!)).isWaiting).toBe(true);
    await holder.query('rollback');
    for (const id of ids) expect(await ready(id)).toMatchObject({ isWaiting: false });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

it('resumes unfinished recounts at start, and begins again where nothing was kept', async () => {
  const id = await start({});
  await ready(id);
  await app.services.pool.query('delete from recount.episode where recount_id = $1', [id]);
  await app.services.pool.query('delete from recount.run where recount_id = $1', [id]);
  await app.services.recountsProcess.resume();
  expect((await ready(id)).after).toMatchObject({ episodes: 3 });
});

it('leaves a recount alone while another process counts it, and takes it over when that one ends', async () => {
  const id = await start({});
  await ready(id);
  const { pool, recountsProcess, databaseUrl } = app.services;
  const other = new Leases(databaseUrl, () => {});
  const ended = new AbortController();
  const counting = new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()));
  let held: Promise<boolean> = Promise.resolve(false);
  await new Promise<void>((resolve) => {
    held = other.tryHold(`recount ${id}`, async () => {
      resolve();
      await counting;
    });
  });
  try {
    await pool.query('delete from recount.episode where recount_id = $1', [id]);
    await pool.query(`update recount.run set status = 'running' where recount_id = $1`, [id]);
    await recountsProcess.resume();
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect((await viewOf(id)).status).toBe('running');
  } finally {
    // With its connection, as when a process is killed.
    await other.close();
    ended.abort();
    await held;
  }
  await until(async () => {
    await recountsProcess.resume();
    return (await viewOf(id)).status === 'ready';
  });
});

it('says when a comparison is not kept any more, and counts again what is reverted then', async () => {
  const id = await start({});
  const { before, after } = await ready(id);
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  // As after a restore: a backup has no rows of recounts.
  for (const table of ['run', 'episode', 'difference', 'mention', 'changed_entity'])
    await app.services.pool.query(`delete from recount.${table}`);
  expect(await viewOf(id)).toMatchObject({ status: 'published', before: null, after: null, differences: [] });
  await app.services.recountsProcess.resume();
  expect(await viewOf(id)).toMatchObject({ status: 'published', before: null });

  const history = (await analyst('GET', `/api/history?stream=recount-${id}`)).body as HistoryPage;
  expect((await analyst('POST', `/api/admin/history/${history.changes[0]!.eventId}/revert`, {})).status).toBe(200);
  expect((await analyst('POST', `/api/admin/recounts/${id}/pause`)).body).toMatchObject({ status: 'paused' });
  expect((await analyst('POST', `/api/admin/recounts/${id}/resume`)).status).toBe(200);
  await ready(id);
  await app.services.pool.query('delete from recount.run where recount_id = $1', [id]);
  await app.services.recountsProcess.resume();
  expect(await ready(id)).toMatchObject({ before, after });
});

it('counts outdated episodes by the current patterns, not by those that were added and removed again', async () => {
  const id = await start({});
  await ready(id);
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  const behind = async () => (await list()).behind.episodes;
  const remove = async (name: string) => {
    const [pattern] = await patterns(name);
    expect((await admin('DELETE', `/api/admin/entity-patterns/${pattern!.id}`)).status).toBe(200);
  };
  expect(await behind()).toBe(0);
  await addPattern('Paris');
  expect(await behind()).toBe(3);
  await remove('Paris');
  expect(await behind()).toBe(0);
  await remove('Kyiv');
  expect(await behind()).toBe(3);
  const { changes } = (await admin('GET', '/api/history')).body as HistoryPage;
  expect((await admin('POST', `/api/admin/history/${changes[0]!.eventId}/revert`, {})).status).toBe(200);
  expect(await behind()).toBe(0);
});

it('counts by no pattern that the tables do not know yet', async () => {
  const holder = await app.services.pool.connect();
  await holder.query('begin; lock table read.mentions_pattern in share mode');
  await addPattern('Nothing');
  const id = await start({});
  await app.services.recountsProcess.resume();
  expect(await viewOf(id)).toMatchObject({ status: 'running', progress: { percent: 0 } });
  await holder.query('rollback');
  holder.release();
  await app.services.recountsProcess.resume();
  const { before, after } = await ready(id);
  expect(after!.mentions - before!.mentions).toBe(3);
});

it('sends the progress of recounts to viewers until none is being counted', async () => {
  const id = await start({});
  await ready(id);
  const { pool } = app.services;
  // Only its rows say so; no process counts it.
  await pool.query(`update recount.run set status = 'running', done = 1, total = 4 where recount_id = $1`, [id]);
  const [early, late] = [await watch(), await watch()];
  await until(async () => early.shown().length === 1 && late.shown().length === 1);
  expect(early.shown()[0]).toMatchObject({ id, status: 'running', progress: { percent: 25 } });
  await pool.query('update recount.run set done = 2 where recount_id = $1', [id]);
  await until(async () => early.shown().length === 2);
  await pool.query(`update recount.run set status = 'ready', done = 4 where recount_id = $1`, [id]);
  await Promise.all([early.ended, late.ended]);
  expect(early.shown()).toEqual([
    expect.objectContaining({ status: 'running' }),
    expect.objectContaining({ status: 'running', progress: expect.objectContaining({ percent: 50 }) }),
    expect.objectContaining({ status: 'ready', after: expect.any(Object) }),
  ]);
  expect(early.text()).toMatch(/event: complete\ndata: \{\}\n\n$/);
  expect(late.shown().at(-1)).toEqual(early.shown().at(-1));
  const nothing = await watch();
  await nothing.ended;
  expect(nothing.shown()).toEqual([]);
  expect((await app.visitor('GET', '/api/admin/recounts/progress')).status).toBe(401);
});

/** How many recounts wait for a lock of a table. */
async function blockedCounts(): Promise<number> {
  const { rows } = await app.services.pool.query<{ blocked: number }>(
    `select count(*)::integer as blocked from pg_stat_activity
     where datname = current_database() and application_name = 'earmark recounts' and wait_event_type = 'Lock'`,
  );

  return rows[0]!.blocked;
}

async function watch() {
  const login = { username: 'analyst', password: 'correct horse battery' };
  const { headers } = await app.visitor('POST', '/api/auth/login', login);
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0]!;
  const response = await fetch(`${app.url}/api/admin/recounts/progress`, { headers: { cookie } });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  };

  return {
    ended: read(),
    text: () => text,
    shown: () =>
      text.split('\n\n').flatMap((block) => {
        const [, data] = /^data: (\{"id".*\})$/m.exec(block) ?? [];
        return data === undefined ? [] : [JSON.parse(data) as RecountView];
      }),
  };
}

const preview = async (body: unknown): Promise<PreviewAnswer> => {
  const answer = await analyst('POST', '/api/admin/patterns/preview', body);
  expect(answer.status).toBe(200);

  return answer.body as PreviewAnswer;
};
async function putTranscript(number: number): Promise<void> {
  const cues = TEXTS.map((text, index) => `00:00:0${index}.000 --> 00:00:0${index + 1}.000\n<v Ada>${text}`);
  const { status } = await admin(
    'POST',
    `/api/admin/episodes/${episodeOf(number)}/transcript-file`,
    new TextEncoder().encode(`WEBVTT\n\n${cues.join('\n\n')}`),
  );
  expect(status).toBe(200);
}
async function addPattern(name: string): Promise<void> {
  const { status } = await admin('POST', '/api/admin/entity-patterns', { name, entityTypeId: location });
  expect(status).toBe(201);
}
const patterns = async (name: string) =>
  ((await analyst('GET', '/api/admin/entity-patterns')).body as PatternPage).patterns.filter(
    (one) => one.name === name,
  );
async function start(body: unknown): Promise<string> {
  const { status, body: answer } = await analyst('POST', '/api/admin/recounts', body);
  expect(status).toBe(201);

  return (answer as { id: string }).id;
}
const viewOf = async (id: string, query = ''): Promise<RecountView> =>
  (await analyst('GET', `/api/admin/recounts/${id}?${query}`)).body as RecountView;
async function passages(id: string, place: Record<string, string>): Promise<RecountPassages> {
  const { status, body } = await analyst(
    'GET',
    `/api/admin/recounts/${id}/passages?${String(new URLSearchParams(place))}`,
  );
  expect(status).toBe(200);

  return body as RecountPassages;
}
async function newestOf(type: string): Promise<string> {
  const { changes } = (await analyst('GET', '/api/history?stream=vocabulary-main')).body as HistoryPage;

  return changes.find((change) => change.type === type)!.eventId;
}
/** Takes the publication back; answers the event that did it. */
async function revertNewest(recountId: string): Promise<string> {
  const { changes } = (await analyst('GET', `/api/history?stream=recount-${recountId}`)).body as HistoryPage;
  const { eventId } = changes.find(({ type }) => type === 'RecountPublished')!;
  const { status, body } = await analyst('POST', `/api/admin/history/${eventId}/revert`, {});
  expect(status).toBe(200);

  return (body as { eventIds: string[] }).eventIds[0]!;
}
async function compare(eventId: string): Promise<PreviewAnswer> {
  const { status, body } = await analyst('GET', `/api/admin/history/${eventId}/comparison`);
  expect(status).toBe(200);

  return body as PreviewAnswer;
}
async function ready(id: string): Promise<RecountView> {
  let view = await viewOf(id);
  await until(async () => {
    // As a server does every two seconds: what was asked for while another thread or late tables stood in the way.
    await app.services.recountsProcess.resume();
    view = await viewOf(id);
    if (view.status === 'failed') throw new Error(view.failure ?? 'failed');
    return view.status === 'ready';
  });

  return view;
}
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it did not come about in time');
}
/** Null when there is no answer yet. */
const soon = async <Result>(answer: Promise<Result>): Promise<Result | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setTimeout(() => resolve(null), SOON_MS))]);
const list = async () => (await analyst('GET', '/api/admin/recounts')).body as RecountList;
const episode = async (number: number) =>
  (await app.visitor('GET', `/api/podcasts/Series${number === 3 ? 2 : 1}/episode-${number}`)).body as EpisodePage;
const counts = async () => {
  const pages = [await episode(1), await episode(2), await episode(3)];

  return pages.map(({ entityMentions }) =>
    Object.fromEntries(entityMentions.map(({ entity, count }) => [entity.name, count])),
  );
};

async function expectAsRebuilt(): Promise<void> {
  const ours = projectors.filter(({ name }) => name === 'mentions');
  const comparisons = await verify({ log: app.services.log, pool: app.services.pool, projectors: ours });
  expect(comparisons.filter(({ differences }) => differences > 0)).toEqual([]);
}
