import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { HistoryEntries, HistoryPage } from '@earmark/contracts/history';
import type { WhyView } from '@earmark/contracts/entities';
import type { PendingChanges } from '@earmark/contracts/recounts';
import { projectors, verify } from '@earmark/projections/runner';
import {
  addPattern,
  admin,
  analyst,
  app,
  list,
  location,
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

it('counts chosen changes only, whatever else was changed, and goes back exactly', async () => {
  expect(await pending()).toEqual({ changes: [], next: null });
  await addPattern('Oslo');
  const oslo = await newestOf('PatternAdded');
  const mine = { name: 'Kyiv', entityTypeId: location };
  expect((await analyst('POST', '/api/admin/entity-patterns', mine)).status).toBe(201);
  expect(await names()).toEqual(['Kyiv', 'Oslo']);
  expect(await pending('?by=me')).toMatchObject({
    changes: [{ by: 'analyst', isOwn: true, kind: 'added', patterns: 1, names: ['Kyiv'] }],
  });
  expect(await names(`?since=${new Date(Date.now() + 1000).toISOString()}`)).toEqual([]);

  const id = await start({ changes: [oslo, oslo] });
  const view = await ready(id);
  expect(view.only).toEqual({ eventIds: [oslo], patterns: 1, names: ['Oslo'] });
  expect(view.episodes).toBe(3);
  expect(view.differences).toMatchObject([{ entity: 'Oslo', before: 0, after: 6 }]);
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  expect(await counts()).toEqual(all({ Rome: 2, Oslo: 2 }));
  expect(await names()).toEqual(['Kyiv']);
  expect(await viewOf(id)).toMatchObject({ inForce: { episodes: 3, later: null } });
  await expectAsRebuilt();

  const { changes } = (await analyst('GET', `/api/history?stream=recount-${id}`)).body as HistoryPage;
  expect(changes.map(({ sentence }) => sentence)).toEqual([
    'New counts of all podcasts, only for “Oslo”, were published.',
    'A recount of all podcasts, only for “Oslo”, was started.',
  ]);
  const entries = (await analyst('GET', '/api/history/entries')).body as HistoryEntries;
  expect(entries.entries[1]).toMatchObject({ kind: 'change', sentence: changes[1]!.sentence });
  expect((await analyst('POST', `/api/admin/history/${changes[0]!.eventId}/revert`, {})).status).toBe(200);
  expect(await counts()).toEqual(all({ Rome: 2 }));
  expect(await names()).toEqual(['Kyiv', 'Oslo']);
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  expect(await counts()).toEqual(all({ Rome: 2, Oslo: 2 }));
  await expectAsRebuilt();
});

it('adds to what earlier ones chose, in the podcasts that it is for', async () => {
  const [rome] = await patterns('Rome');
  expect((await admin('DELETE', `/api/admin/entity-patterns/${rome!.id}`)).status).toBe(200);
  const [oslo] = await patterns('Oslo');
  expect((await admin('PATCH', `/api/admin/entity-patterns/${oslo!.id}`, { near: ['only'], distance: 1 })).status).toBe(
    200,
  );
  const deleted = await newestOf('PatternDeleted');
  await ready(await start({ changes: [deleted], podcastUuids: [seriesOf(1)] }));
  const id = (await list()).recounts[0]!.id;
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  expect(await counts()).toEqual([{ Oslo: 2 }, { Oslo: 2 }, { Rome: 2, Oslo: 2 }]);
  expect(await names()).toEqual(['Oslo', 'Rome', 'Kyiv']);

  const other = await start({ changes: [await newestOf('PatternEdited')] });
  expect((await ready(other)).differences).toMatchObject([{ entity: 'Oslo', before: 6, after: 3 }]);
  expect((await analyst('POST', `/api/admin/recounts/${other}/publish`)).status).toBe(200);
  expect(await counts()).toEqual([{ Oslo: 1 }, { Oslo: 1 }, { Rome: 2, Oslo: 1 }]);
  await expectAsRebuilt();
});

it('explains a number by one line for each pattern, said by the person who set it', async () => {
  const { rows } = await app.services.pool.query<{ id: string }>(
    `select entity_id as id from read.vocabulary_entity where name = 'Oslo'`,
  );
  const why = (await app.visitor('GET', `/api/entities/${rows[0]!.id}/why`)).body as WhyView;
  expect(why.patterns).toMatchObject([{ name: 'Oslo', near: ['only'], mentions: 3, counted: 3 }]);
});

it('shows the past as it was', async () => {
  const { changes } = (await admin('GET', '/api/history?stream=vocabulary-main')).body as HistoryPage;
  const before = changes.find(({ type }) => type === 'PatternDeleted')!.position;
  const { entityMentions } = (await app.visitor('GET', `/api/podcasts/Series1/episode-1?asOf=${before}`))
    .body as EpisodePage;
  expect(Object.fromEntries(entityMentions.map(({ entity, count }) => [entity.name, count]))).toEqual({
    Rome: 2,
    Oslo: 2,
  });
});

it('leads back to the whole vocabulary', async () => {
  const id = await start({});
  expect((await ready(id)).only).toBeNull();
  expect((await analyst('POST', `/api/admin/recounts/${id}/publish`)).status).toBe(200);
  expect(await counts()).toEqual(all({ Oslo: 1, Kyiv: 1 }));
  expect(await names()).toEqual([]);
  expect((await list()).behind).toEqual({ episodes: 0, of: 3 });
});

it('refuses what it cannot be limited to', async () => {
  const post = async (body: unknown) => analyst('POST', '/api/admin/recounts', body);
  const known = await newestOf('PatternAdded');
  expect(await post({ changes: [known] })).toMatchObject({ status: 409, body: { code: 'recount-state' } });
  expect(await post({ changes: [known], asOf: '3' })).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect((await post({ changes: [randomUUID()] })).status).toBe(404);
  expect((await post({ changes: [await newestOf('EntityTypeCreated')] })).status).toBe(400);
  expect((await post({ changes: [] })).status).toBe(400);
  expect((await analyst('GET', '/api/admin/recounts/changes?before=x')).status).toBe(400);
});

const pending = async (query = '') =>
  (await analyst('GET', `/api/admin/recounts/changes${query}`)).body as PendingChanges;
const names = async (query = '') => (await pending(query)).changes.flatMap((change) => change.names);
const all = (mentions: object) => [mentions, mentions, mentions];
async function counts() {
  const found = [];
  for (const number of [1, 2, 3]) {
    const path = `/api/podcasts/Series${number === 3 ? 2 : 1}/episode-${number}`;
    const { entityMentions } = (await app.visitor('GET', path)).body as EpisodePage;
    found.push(Object.fromEntries(entityMentions.map(({ entity, count }) => [entity.name, count])));
  }

  return found;
}
async function expectAsRebuilt() {
  const compared = await verify({ log: app.services.log, pool: app.services.pool, projectors });
  expect(compared.filter(({ differences }) => differences > 0)).toEqual([]);
}
