import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LedgerPage, WhyMention, WhyView } from '@earmark/contracts/entities';
import { EpisodeUuid, type EpisodePage } from '@earmark/contracts/episodes';
import type { HistoryPage } from '@earmark/contracts/history';
import { uuidFrom } from '@earmark/contracts/kit';
import type { DuplicatePage, EntityPage, MergeAnswer, MergeView, PassagePage } from '@earmark/contracts/mentions';
import type { PreviewAnswer } from '@earmark/contracts/recounts';
import type { AdvancedSearchAnswer, EntityIndexAnswer, Suggestions } from '@earmark/contracts/search';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import type { PatternPage } from '@earmark/contracts/vocabulary';
import { projectors, verify } from '@earmark/projections/runner';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
const night = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const episode = (number: number) => uuidFrom(night, String(number), EpisodeUuid);
const ids: Record<string, string> = {};

/** Facebook: 3 mentions in 2 episodes. Meta: 2 in 1. Both: one segment. */
beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  for (const [name, type] of [
    ['Facebook', 'company'],
    ['Meta', 'company'],
    ['Meta', 'product'],
  ] as const) {
    const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string; name: string }[];
    const entityTypeId = types.find((one) => one.name === type)!.id;
    const added = await admin('POST', '/api/admin/entity-patterns', {
      name: type === 'product' ? 'Horizon' : name,
      entity: type === 'product' ? 'Horizon Worlds' : name,
      entityTypeId,
    });
    ids[type === 'product' ? 'Horizon' : name] = (added.body as { entityId: string }).entityId;
  }
  await app.services.series.putSeries(
    { seriesUuid: night, feedUrl: null, itunesId: null, facts: seriesFacts('Night Shift') },
    systemContext('spec'),
  );
  await put(1, ['Ann: Facebook is now Meta.', 'Ben: Facebook, really?', 'Ann: Meta and Horizon.']);
  await put(2, ['Ann: I left Facebook.', 'Ben: Nothing else.']);
});
afterAll(async () => app.stop());

it('shows both side by side before it merges anything', async () => {
  const { body } = await merge('Facebook', 'Meta', { dryRun: true });
  expect(body).toMatchObject({
    from: { entity: { name: 'Facebook' }, mentions: 3, episodes: 2 },
    into: { entity: { name: 'Meta' }, mentions: 2, episodes: 1 },
    overlap: { mentions: 1, episodes: 1 },
    total: { mentions: 4, episodes: 2 },
  });
  expect((body as MergeView).from.contexts.map(({ text }) => text)).toEqual([
    'I left Facebook.',
    'Facebook is now Meta.',
    'Facebook, really?',
  ]);
  expect(await numbers()).toEqual({ Facebook: 3, Meta: 2, 'Horizon Worlds': 1 });
});

it('is for admins, and refuses what cannot be merged with a sentence', async () => {
  const path = `/api/admin/entities/${ids['Facebook']}/merge`;
  expect((await app.visitor('POST', path, { into: ids['Meta'] })).status).toBe(401);
  expect((await (await app.signIn('analyst'))('POST', path, { into: ids['Meta'] })).status).toBe(403);
  expect(await merge('Meta', 'Meta')).toMatchObject({
    status: 400,
    body: { detail: 'An entity cannot be merged into itself.' },
  });
  expect(await admin('POST', path, { into: uuidFrom(night, 'nobody') })).toMatchObject({
    status: 404,
    body: { code: 'entity-unknown' },
  });
  expect(await admin('POST', '/api/admin/entities/facebook/merge', { into: ids['Meta'] })).toMatchObject({
    status: 400,
  });
  expect(await admin('POST', `/api/admin/entities/${ids['Meta']}/unmerge`, {})).toMatchObject({
    status: 409,
    body: { code: 'entity-not-merged', detail: '"Meta" is not merged into another entity.' },
  });
});

let before: unknown;
it('counts both as one everywhere, at once', async () => {
  before = await everything();
  const { status, body } = await merge('Facebook', 'Meta', { reason: 'the same company' });
  expect([status, body]).toMatchObject([200, { message: 'Merged into "Meta".', slug: 'meta' }]);
  expect((body as MergeAnswer).eventId).not.toBeNull();

  expect(await numbers()).toEqual({ Meta: 4, 'Horizon Worlds': 1 });
  const page = await get<EntityPage>('/api/entities/facebook');
  expect(page).toMatchObject({
    entity: { name: 'Meta', slug: 'meta', merged: [{ id: ids['Facebook'], name: 'Facebook', slug: 'facebook' }] },
    merges: [{ name: 'Facebook', slug: 'facebook' }],
    aliases: ['Facebook'],
    mentions: 4,
    episodes: 2,
  });
  expect(page).toEqual(await get(`/api/entities/${ids['Facebook']}`));
  const { mentions } = await get<PassagePage>('/api/entities/facebook/mentions');
  expect(mentions.map(({ text, marks }) => [text, marks])).toEqual([
    ['I left Facebook.', [7, 15]],
    ['Facebook is now Meta.', [0, 8, 16, 20]],
    ['Facebook, really?', [0, 8]],
    ['Meta and Horizon.', [0, 4]],
  ]);
});

it('marks both in an episode, where the old name still finds it', async () => {
  const { entityMentions } = await get<EpisodePage>(`/api/podcasts/NightShift/${episode(1)}`);
  expect(entityMentions.map(({ entity, count, marks }) => [entity.name, count, marks])).toEqual([
    ['Meta', 3, [0, 0, 8, 0, 16, 20, 1, 0, 8, 2, 0, 4]],
    ['Horizon Worlds', 1, [2, 9, 16]],
  ]);
  const [found] = await get<{ uuid: string; matchCount: number }[]>('/api/podcasts/NightShift/search?q=Facebook').then(
    (body) => (Array.isArray(body) ? body : (body as { episodes: [] }).episodes),
  );
  expect(found).toBeDefined();
});

it('explains the number by the patterns of both, and by the merge', async () => {
  const why = await get<WhyView>('/api/entities/facebook/why');
  expect(why).toMatchObject({ entity: { name: 'Meta' }, total: 4, byHand: { counted: 0 } });
  expect(why.patterns.map(({ name, counted, mentions, ofEntity }) => [name, mentions, counted, ofEntity])).toEqual([
    ['Meta', 2, 2, null],
    ['Facebook', 3, 2, 'Facebook'],
  ]);
  const ledger = await get<LedgerPage>('/api/entities/meta/ledger');
  expect(ledger.entries.map(({ sentence, difference, total }) => [sentence, difference, total])[0]).toEqual([
    '“Facebook” was merged into “Meta”.',
    2,
    4,
  ]);
  const { mentions } = await get<PassagePage>('/api/entities/meta/mentions');
  const [left] = mentions;
  const mention = await get<WhyMention>(`/api/entities/meta/mentions/${left!.segmentId}/why?episode=${episode(2)}`);
  expect(mention.patterns).toMatchObject([{ name: 'Facebook', ofEntity: 'Facebook' }]);
});

it('finds it by both names in every search', async () => {
  for (const name of ['facebook', 'Facebook', ids['Facebook']!, 'meta']) {
    const found = await get<AdvancedSearchAnswer>(`/api/search/advanced?entity=${encodeURIComponent(name)}`);
    expect([name, found.criteria.entity, found.summary.totalMentions]).toEqual([name, 'meta', 4]);
  }
  expect((await get<Suggestions>('/api/search/suggest?q=faceb')).entities).toMatchObject([
    { name: 'Meta', slug: 'meta', mentions: 4 },
  ]);
  const index = await get<EntityIndexAnswer>('/api/entities?q=faceb');
  expect(index).toMatchObject({ total: 1, entities: [{ name: 'Meta', mentions: 4, episodes: 2 }] });
  const options = JSON.stringify(await get('/api/search/options'));
  expect(options).toContain('Meta');
  expect(options).not.toContain('Facebook');
  const segments = await get<{ segments: unknown[] }>(
    `/api/search/segments?episodeUuid=${episode(1)}&entity=Facebook&speaker=Ann`,
  );
  expect(segments.segments).toHaveLength(2);
});

it('lists the patterns of both at the one that is shown, and keeps their owners when they are edited', async () => {
  const { patterns } = (await admin('GET', '/api/admin/entity-patterns?q=facebook')).body as PatternPage;
  expect(patterns.map(({ name, entity }) => [name, entity])).toEqual([
    ['Facebook', 'Meta'],
    ['Meta', 'Meta'],
  ]);
  const edited = await admin('PATCH', `/api/admin/entity-patterns/${patterns[0]!.id}`, {
    entity: 'Meta',
    caseSensitive: true,
  });
  expect(edited).toMatchObject({ status: 200, body: { entity: 'Meta', caseSensitive: true } });
  await admin('PATCH', `/api/admin/entity-patterns/${patterns[0]!.id}`, { caseSensitive: false });
  const file = (await admin('GET', '/api/admin/entity-patterns/csv')).body as string;
  expect(file).toContain('Facebook,company,Facebook');
  const again = await admin('POST', '/api/admin/entity-patterns/csv', Buffer.from(file));
  expect(again.body).toMatchObject({ added: 0, unchanged: 3, skipped: [] });
});

it('previews a pattern of the one with what the other finds', async () => {
  const { patterns } = (await admin('GET', '/api/admin/entity-patterns?q=facebook')).body as PatternPage;
  const preview = await admin('POST', '/api/admin/patterns/preview', { change: 'delete', id: patterns[0]!.id });
  expect(preview.body as PreviewAnswer).toMatchObject({
    entity: { name: 'Meta' },
    before: { mentions: 4, episodes: 2 },
    after: { mentions: 2, episodes: 1 },
  });
});

it('does not count for a page of the past', async () => {
  const { changes } = await get<HistoryPage>(`/api/history?episodeUuid=${episode(1)}`);
  const past = await get<EpisodePage>(`/api/podcasts/NightShift/${episode(1)}?asOf=${changes[0]!.position}`);
  expect(past.entityMentions.map(({ entity, count }) => [entity.name, count])).toEqual([
    ['Facebook', 2],
    ['Meta', 2],
    ['Horizon Worlds', 1],
  ]);
});

it('exports the mentions under the name that is shown', async () => {
  const file = (await app.visitor('GET', '/api/export/mentions?form=csv&entity=facebook')).body as string;
  expect(file.match(/Meta,company/g)).toHaveLength(4);
  expect(file).not.toMatch(/Facebook,company/);
});

it('follows into another category, and comes apart in the middle', async () => {
  expect(await merge('Meta', 'Horizon')).toMatchObject({ status: 200, body: { slug: 'horizon-worlds' } });
  expect(await numbers()).toEqual({ 'Horizon Worlds': 4 });
  expect(await get('/api/entities/facebook')).toMatchObject({ entity: { name: 'Horizon Worlds', type: 'product' } });
  expect(await merge('Facebook', 'Horizon')).toMatchObject({ status: 409, body: { code: 'entity-merged' } });
  expect(await unmerge('Meta')).toMatchObject({ status: 200, body: { message: '"Meta" counts for itself again.' } });
  expect(await numbers()).toEqual({ Meta: 4, 'Horizon Worlds': 1 });
});

it('removes the merged entity from an episode with everything that counts for it', async () => {
  const path = `/api/episodes/${episode(1)}/entities`;
  const page = await get<EpisodePage>(`/api/podcasts/NightShift/${episode(1)}`);
  const kept = page.entityMentions.filter(({ entity }) => entity.name !== 'Meta');
  const saved = await admin('PUT', path, { entityMentions: kept, learnFromManualAdditions: false });
  expect(saved.status).toBe(200);
  expect(await numbers()).toEqual({ Meta: 1, 'Horizon Worlds': 1 });
  const { changes } = await get<HistoryPage>(`/api/history?episodeUuid=${episode(1)}`);
  const batch = { correlationId: changes[0]!.correlationId, dryRun: true };
  const plan = (await admin('POST', '/api/admin/history/revert-batch', batch)).body as { undoId: string; will: [] };
  expect(plan.will).toHaveLength(2);
  await admin('POST', '/api/admin/history/revert-batch', { undoId: plan.undoId });
  expect(await numbers()).toEqual({ Meta: 4, 'Horizon Worlds': 1 });
});

it('is undone by the history, and then everything is as it was', async () => {
  const { changes } = await get<HistoryPage>('/api/history?stream=vocabulary-main');
  const merged = changes.find(({ sentence }) => sentence === '“Facebook” was merged into “Meta”.')!;
  expect(merged).toMatchObject({ type: 'EntitiesMerged', revertible: true });
  expect((await admin('POST', `/api/admin/history/${merged.eventId}/revert`, {})).status).toBe(200);
  expect(await everything()).toEqual(before);
});

it('suggests entities that may be the same, until somebody says that they are not or merges them', async () => {
  const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string; name: string }[];
  const entityTypeId = types.find(({ name }) => name === 'company')!.id;
  await admin('POST', '/api/admin/entity-patterns', { name: 'Face Book', entityTypeId });
  const list = async () => (await admin('GET', '/api/admin/duplicate-entities')).body as DuplicatePage;
  const page = await list();
  expect(page).toMatchObject({
    total: 1,
    next: null,
    duplicates: [
      { from: { name: 'Face Book', mentions: 0 }, into: { name: 'Facebook', mentions: 3 }, likeness: 'same' },
    ],
  });
  const { from, into } = page.duplicates[0]!;
  const tell = async (isUndone: boolean) =>
    admin('POST', '/api/admin/duplicate-entities/different', { one: from.id, other: into.id, isUndone });
  expect((await tell(false)).status).toBe(200);
  expect((await tell(false)).status).toBe(200);
  expect(await list()).toMatchObject({ total: 0, duplicates: [] });
  await tell(true);
  expect(await list()).toMatchObject({ total: 1 });
  await admin('POST', `/api/admin/entities/${from.id}/merge`, { into: into.id });
  expect(await list()).toMatchObject({ total: 0 });
});

it('is the same after a rebuild', async () => {
  await merge('Facebook', 'Meta');
  const { log, pool } = app.services;
  const comparisons = await verify({ log, pool, projectors });
  expect(comparisons.flatMap(({ examples }) => examples)).toEqual([]);
});

const merge = async (from: string, into: string, more: object = {}) =>
  admin('POST', `/api/admin/entities/${ids[from]}/merge`, { into: ids[into], ...more });
const unmerge = async (from: string) => admin('POST', `/api/admin/entities/${ids[from]}/unmerge`, {});

async function get<Body>(path: string): Promise<Body> {
  const answer = await app.visitor('GET', path);
  expect([path, answer.status]).toEqual([path, 200]);

  return answer.body as Body;
}

/** The mentions of every entity that is listed. */
async function numbers(): Promise<Record<string, number>> {
  const { entities } = await get<EntityIndexAnswer>('/api/entities');
  for (const { slug, mentions } of entities)
    expect(await get<EntityPage>(`/api/entities/${slug}`)).toMatchObject({ mentions });
  const dashboard = await get<{ mentionsCount: number }[]>('/api/dashboard/podcast-series');
  const total = await get<{ total: number }>('/api/why');
  expect(total.total).toBe(entities.reduce((sum, { mentions }) => sum + mentions, 0));
  expect(dashboard).toHaveLength(1);

  return Object.fromEntries(entities.map(({ name, mentions }) => [name, mentions]));
}

/** What several pages show, without places in the log. */
async function everything(): Promise<unknown> {
  const pages = [
    '/api/entities',
    '/api/entities/facebook',
    '/api/entities/meta',
    '/api/entities/meta/mentions',
    '/api/why',
    '/api/dashboard/recent-episodes',
    '/api/episodes',
    `/api/podcasts/NightShift/${episode(1)}`,
    '/api/search/options',
    '/api/search/advanced?entity=facebook',
  ];
  const bodies: unknown[] = [];
  for (const path of pages) bodies.push(await get(path));

  return JSON.parse(
    JSON.stringify(bodies, (name, value: unknown) => (['version', 'position', 'pin'].includes(name) ? null : value)),
  );
}

async function put(number: number, lines: readonly string[]): Promise<void> {
  const episodeUuid = episode(number);
  const facts = {
    title: `Episode ${number}`,
    description: null,
    audioUrl: null,
    imageUrl: null,
    publishedAt: `2026-03-0${number}T10:00:00.000Z`,
    durationSeconds: 60,
    link: null,
  };
  await app.services.series.putEpisode(
    { episodeUuid, seriesUuid: night, guid: null, facts: { ...facts, transcripts: [] } },
    systemContext('spec'),
  );
  const segments = lines.map((line, index) => {
    const [speaker, body] = line.split(': ');
    return { startTime: index, endTime: index + 1, speaker, body };
  });
  const file = Buffer.from(JSON.stringify({ version: '1.0.0', segments }));
  expect((await admin('POST', `/api/admin/episodes/${episodeUuid}/transcript-file`, file)).status).toBe(200);
}
