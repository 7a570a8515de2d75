import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { HistoryPage } from '@earmark/contracts/history';
import { RecountId, type RecountEffect, type RecountPassages } from '@earmark/contracts/recounts';
import { listDifferences } from '@earmark/projections/recounts';
import { projectors, verify } from '@earmark/projections/runner';
import { SPEC_PATIENCE_MS, type Caller } from '../testing/running-app.ts';
import {
  addPattern,
  admin,
  analyst,
  app,
  episodeOf,
  list,
  newestOf,
  patterns,
  ready,
  seriesOf,
  start,
  startRecounts,
  viewOf,
} from './recounts.fixture.ts';

beforeAll(startRecounts);
afterAll(async () => app.stop());

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
  expect((await viewOf(id, 'text=oSL')).differences).toEqual(view.differences);
  expect((await viewOf(id, 'by=podcast&text=series 1')).differences).toMatchObject([{ place: 'Series 1' }]);
  expect((await viewOf(id, 'text=%')).differences).toEqual([]);
  expect(await counts()).toEqual(before);
  const entityId = view.differences[0]!.entityId;
  const coming = await passages(id, { entityId });
  expect(coming).toMatchObject({ addedTotal: 6, removed: [], removedTotal: 0 });
  expect(coming.added).toHaveLength(6);
  expect(coming.added[0]).toMatchObject({ episodeTitle: 'Episode 3', text: 'Rome and Oslo.', marks: [9, 13] });
  expect((await passages(id, { entityId, podcastUuid: seriesOf(1) })).addedTotal).toBe(4);
  expect((await passages(id, { entityId, episodeUuid: episodeOf(3) })).addedTotal).toBe(2);

  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).body).toMatchObject({ status: 'published' });
  expect(await passages(id, { entityId })).toEqual(coming);
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

it('says how many episodes changed after they were counted, and counts them again when asked', async () => {
  const save = async (segments: EpisodePage['transcript']) =>
    expect((await admin('PUT', `/api/episodes/${episodeOf(1)}/transcript`, { segments })).status).toBe(200);
  const segments = (await episode(1)).transcript;
  const id = await start({});
  const { before, changedSince } = await ready(id);
  expect(changedSince).toBe(0);
  expect((await analyst('POST', `/api/admin/recounts/${id}/resume`)).status).toBe(409);
  await save(segments.map((one) => (one.text === 'Nothing.' ? { ...one, text: 'Rome.' } : one)));
  expect(await viewOf(id)).toMatchObject({ status: 'ready', before, changedSince: 1 });
  expect((await list()).recounts.find((one) => one.id === id)!.changedSince).toBe(1);

  expect((await analyst('POST', `/api/admin/recounts/${id}/resume`)).status).toBe(200);
  const again = await ready(id);
  expect(again).toMatchObject({ changedSince: 0, before: { mentions: before!.mentions + 1 } });
  expect(again.before!.mentions).toBe(await shownMentions());
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  expect(await shownMentions()).toBe(again.after!.mentions);
  await revertNewest(id);
  await save(segments);
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

  // Published, it still says what it removed; a text that was corrected since stands there without marks.
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  expect(await passages(id, { entityId, episodeUuid: episodeOf(1) })).toEqual(going);
  const segments = (await episode(1)).transcript;
  const save = async (text: string) =>
    admin('PUT', `/api/episodes/${episodeOf(1)}/transcript`, {
      segments: segments.map((one) => (one.text === 'Rome and Oslo.' ? { ...one, text } : one)),
    });
  expect((await save('Oslo, then Rome.')).status).toBe(200);
  const { removed } = await passages(id, { entityId, episodeUuid: episodeOf(1) });
  expect(removed.map(({ text, marks }) => [text, marks])).toEqual([
    ['Oslo, then Rome.', []],
    ['ROME again, Rome!', [0, 4, 12, 16]],
  ]);
  expect((await save('Rome and Oslo.')).status).toBe(200);
  await revertNewest(id);

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

it('says when a comparison is not kept any more, and counts again what is reverted then', async () => {
  const id = await start({});
  const { before, after } = await ready(id);
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  // As after a restore: a backup has no rows of recounts.
  for (const table of ['run', 'episode', 'difference', 'mention', 'passage', 'changed_entity'])
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
  /** Episodes whose numbers a recount would change. */
  const moved = async () => ((await analyst('GET', '/api/admin/recounts/effect')).body as RecountEffect).episodes;
  const remove = async (name: string) => {
    const [pattern] = await patterns(name);
    expect((await admin('DELETE', `/api/admin/entity-patterns/${pattern!.id}`)).status).toBe(200);
  };
  expect(await behind()).toBe(0);
  await addPattern('Paris');
  expect(await behind()).toBe(3);
  // No text has it.
  expect(await moved()).toBe(0);
  await remove('Paris');
  expect(await behind()).toBe(0);
  await remove('Kyiv');
  expect(await behind()).toBe(3);
  const withKyiv = (await counts()).filter((found) => 'Kyiv' in found).length;
  expect([await moved(), withKyiv]).toEqual([2, 2]);
  const { changes } = (await admin('GET', '/api/history')).body as HistoryPage;
  expect((await admin('POST', `/api/admin/history/${changes[0]!.eventId}/revert`, {})).status).toBe(200);
  expect(await behind()).toBe(0);
});

it('counts by no pattern that the tables do not know yet', async () => {
  const { checkpoints, pool } = app.services;
  const holder = await pool.connect();
  await holder.query('begin; lock table read.mentions_pattern in share mode');
  checkpoints.patienceMs = 1;
  await addPattern('Nothing');
  const id = await start({});
  await app.services.recountsProcess.resume();
  expect(await viewOf(id)).toMatchObject({ status: 'running', progress: { percent: 0 } });
  await holder.query('rollback');
  holder.release();
  checkpoints.patienceMs = SPEC_PATIENCE_MS;
  await app.services.recountsProcess.resume();
  const { before, after } = await ready(id);
  expect(after!.mentions - before!.mentions).toBe(3);
});

it('leaves out what was removed, in previews and results, and moves none of it', async () => {
  await addPattern('and');
  const id = await start({});
  const whole = await ready(id);
  expect(whole.before).toMatchObject({ episodes: 3 });
  const removal = await admin('DELETE', `/api/admin/series/${seriesOf(2)}`);
  expect(removal).toMatchObject({ status: 200 });

  const [rome] = await patterns('Rome');
  expect(await analyst('POST', '/api/admin/patterns/preview', { change: 'delete', id: rome!.id })).toMatchObject({
    body: { before: { mentions: 4, episodes: 2 } },
  });
  const left = await viewOf(id, 'by=podcast');
  expect(left).toMatchObject({ before: { episodes: 2 }, after: { episodes: 2 } });
  expect(left.after!.mentions).toBeLessThan(whole.after!.mentions);
  expect(new Set(left.differences.map(({ place }) => place))).toEqual(new Set(['Series 1']));
  const { entityId } = left.differences.find(({ entity }) => entity === 'and')!;
  const coming = await passages(id, { entityId });
  expect(new Set(coming.added.map(({ podcastUuid }) => podcastUuid))).toEqual(new Set([seriesOf(1)]));
  expect((await list()).behind).toMatchObject({ of: 2 });

  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  await expectAsRebuilt();
  const { eventId } = removal.body as { eventId: string };
  expect((await admin('POST', `/api/admin/history/${eventId}/revert`, {})).status).toBe(200);
  expect((await counts()).map((found) => 'and' in found)).toEqual([true, true, false]);
  expect((await list()).recounts.find((one) => one.id === id)!.inForce).toMatchObject({ episodes: 2 });
  expect((await list()).behind).toEqual({ episodes: 1, of: 3 });
  await expectAsRebuilt();
});

async function passages(id: string, place: Record<string, string>): Promise<RecountPassages> {
  const { status, body } = await analyst(
    'GET',
    `/api/admin/recounts/${id}/passages?${String(new URLSearchParams(place))}`,
  );
  expect(status).toBe(200);

  return body as RecountPassages;
}
/** Takes the publication back; answers the event that did it. */
async function revertNewest(recountId: string): Promise<string> {
  const { changes } = (await analyst('GET', `/api/history?stream=recount-${recountId}`)).body as HistoryPage;
  const { eventId } = changes.find(({ type }) => type === 'RecountPublished')!;
  const { status, body } = await analyst('POST', `/api/admin/history/${eventId}/revert`, {});
  expect(status).toBe(200);

  return (body as { eventIds: string[] }).eventIds[0]!;
}
const episode = async (number: number) =>
  (await app.visitor('GET', `/api/podcasts/Series${number === 3 ? 2 : 1}/episode-${number}`)).body as EpisodePage;
const counts = async () => {
  const pages = [await episode(1), await episode(2), await episode(3)];

  return pages.map(({ entityMentions }) =>
    Object.fromEntries(entityMentions.map(({ entity, count }) => [entity.name, count])),
  );
};
const shownMentions = async () =>
  (await counts()).flatMap((ofEpisode) => Object.values(ofEpisode)).reduce((sum, count) => sum + count, 0);
async function expectAsRebuilt(): Promise<void> {
  const ours = projectors.filter(({ name }) => name === 'mentions');
  const comparisons = await verify({ log: app.services.log, pool: app.services.pool, projectors: ours });
  expect(comparisons.filter(({ differences }) => differences > 0)).toEqual([]);
}
