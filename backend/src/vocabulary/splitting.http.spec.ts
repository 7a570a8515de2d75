import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LedgerPage, WhyMention, WhyView } from '@earmark/contracts/entities';
import { EpisodeUuid, type EpisodePage } from '@earmark/contracts/episodes';
import type { HistoryPage } from '@earmark/contracts/history';
import { uuidFrom } from '@earmark/contracts/kit';
import type { EntityPage, PassagePage, SplitAnswer, SplitRequest } from '@earmark/contracts/mentions';
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
const stars = SeriesUuid.parse('22222222-2222-4222-8222-222222222222');
const SLUGS = { [night]: 'NightShift', [stars]: 'Stargazing' };
const episode = (podcast: SeriesUuid, number: number) => uuidFrom(podcast, String(number), EpisodeUuid);
let mercury: string;
let entityTypeId: string;

/** Mercury: 3 mentions in 2 episodes of Night Shift, about a company, 2 in one of Stargazing, about a planet. */
beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string; name: string }[];
  entityTypeId = types.find(({ name }) => name === 'company')!.id;
  const added = await admin('POST', '/api/admin/entity-patterns', { name: 'Mercury', entityTypeId });
  mercury = (added.body as { entityId: string }).entityId;
  for (const [uuid, name] of [
    [night, 'Night Shift'],
    [stars, 'Stargazing'],
  ] as const)
    await app.services.series.putSeries(
      { seriesUuid: uuid, feedUrl: null, itunesId: null, facts: seriesFacts(name) },
      systemContext('spec'),
    );
  await put(night, 1, ['Ann: Mercury sells cars.', 'Ben: Mercury, the planet?', 'Ann: No.']);
  await put(night, 2, ['Ann: I left Mercury.', 'Ben: Nothing else.']);
  await put(stars, 1, ['Cem: Mercury is close to the sun.', 'Cem: Mercury is small.']);
});
afterAll(async () => app.stop());

it('shows the numbers of both before anything is recorded', async () => {
  expect(await split({ name: 'Planet Mercury', podcastUuids: [stars], dryRun: true })).toMatchObject({
    status: 200,
    body: {
      from: { name: 'Mercury', before: { mentions: 5, episodes: 3 }, after: { mentions: 3, episodes: 2 } },
      into: {
        name: 'Planet Mercury',
        before: { mentions: 0, episodes: 0 },
        after: { mentions: 2, episodes: 1 },
      },
      existing: null,
    },
  });
  const asked = [await passageOf('Mercury, the planet?')];
  expect(await split({ name: 'Planet Mercury', podcastUuids: [stars], segments: asked, dryRun: true })).toMatchObject({
    body: { from: { after: { mentions: 2, episodes: 2 } }, into: { after: { mentions: 3 } } },
  });
  expect(await numbers()).toEqual({ Mercury: 5 });
});

it('is for admins, and refuses what cannot be split with a sentence', async () => {
  const path = `/api/admin/entities/${mercury}/split`;
  const body = { name: 'Planet Mercury', entityTypeId, podcastUuids: [stars] };
  expect((await app.visitor('POST', path, body)).status).toBe(401);
  expect((await (await app.signIn('analyst'))('POST', path, body)).status).toBe(403);
  expect(await split({ name: 'Planet Mercury' })).toMatchObject({
    status: 400,
    body: { detail: 'Choose a podcast or a passage to split off.' },
  });
  expect(await split({ name: 'mercury', podcastUuids: [stars] })).toMatchObject({ status: 400 });
  const nowhere = uuidFrom(night, 'nowhere');
  expect(await split({ name: 'Planet', podcastUuids: [nowhere] })).toMatchObject({
    status: 404,
    body: { detail: `There is no podcast or passage ${nowhere}.` },
  });
  expect(await admin('POST', `/api/admin/splits/${nowhere}/undo`, {})).toMatchObject({
    status: 404,
    body: { code: 'split-unknown' },
  });
});

let before: unknown;
let podcastSplit: SplitAnswer;
it('gives a podcast to the other entity everywhere, at once', async () => {
  before = await everything();
  const { status, body } = await split({ name: 'Planet Mercury', podcastUuids: [stars], reason: 'two things' });
  podcastSplit = body as SplitAnswer;
  expect([status, body]).toMatchObject([200, { message: 'Split off "Planet Mercury".', slug: 'planet-mercury' }]);
  expect(await numbers()).toEqual({ Mercury: 3, 'Planet Mercury': 2 });
  const page = await get<EntityPage>('/api/entities/planet-mercury');
  expect(page).toMatchObject({
    entity: { name: 'Planet Mercury', type: 'company' },
    splits: [{ from: { name: 'Mercury' }, into: { name: 'Planet Mercury' }, podcasts: ['Stargazing'], segments: 0 }],
    podcasts: [{ name: 'Stargazing', count: 2 }],
  });
  expect((await get<EntityPage>('/api/entities/mercury')).splits).toEqual(page.splits);
  expect(await listed(stars, 1)).toEqual([['Planet Mercury', 2, [0, 0, 7, 1, 0, 7]]]);
  expect(await listed(night, 1)).toEqual([['Mercury', 2, [0, 0, 7, 1, 0, 7]]]);
});

it('explains both numbers: by the pattern of the one, and by the split', async () => {
  const why = await get<WhyView>('/api/entities/planet-mercury/why');
  expect(why).toMatchObject({ total: 2, byHand: { counted: 0 }, moved: { mentions: 0 }, removed: { mentions: 0 } });
  expect(why.patterns).toMatchObject([{ name: 'Mercury', mentions: 2, counted: 2, ofEntity: 'Mercury' }]);
  expect(await get<WhyView>('/api/entities/mercury/why')).toMatchObject({
    total: 3,
    patterns: [{ mentions: 3, counted: 3 }],
  });
  for (const [slug, difference, total] of [
    ['planet-mercury', 2, 2],
    ['mercury', -2, 3],
  ] as const) {
    const { entries } = await get<LedgerPage>(`/api/entities/${slug}/ledger`);
    expect(entries[0]).toMatchObject({
      sentence: '“Planet Mercury” was split off “Mercury”, with its mentions in one podcast.',
      difference,
      total,
    });
  }
  const { mentions } = await get<PassagePage>('/api/entities/planet-mercury/mentions');
  const { segmentId, episodeUuid } = mentions[0]!;
  expect(
    await get<WhyMention>(`/api/entities/planet-mercury/mentions/${segmentId}/why?episode=${episodeUuid}`),
  ).toMatchObject({ patterns: [{ name: 'Mercury', ofEntity: 'Mercury' }] });
});

it('is found by its name in every search, and exported under it', async () => {
  const found = await get<AdvancedSearchAnswer>('/api/search/advanced?entity=planet-mercury');
  expect([found.criteria.entity, found.summary.totalMentions]).toEqual(['planet-mercury', 2]);
  expect((await get<Suggestions>('/api/search/suggest?q=planet')).entities).toMatchObject([
    { name: 'Planet Mercury', mentions: 2 },
  ]);
  const file = (await app.visitor('GET', '/api/export/mentions?form=csv')).body as string;
  expect(file.match(/Planet Mercury,company/g)).toHaveLength(2);
});

it('gives new episodes of the podcast to it, and previews and recounts with it', async () => {
  await put(stars, 2, ['Cem: Mercury again.']);
  expect(await numbers()).toEqual({ Mercury: 3, 'Planet Mercury': 3 });
  const { patterns } = (await admin('GET', '/api/admin/entity-patterns?q=mercury')).body as PatternPage;
  const pattern = { id: patterns[0]!.id, change: 'delete' };
  expect((await admin('POST', '/api/admin/patterns/preview', pattern)).body as PreviewAnswer).toMatchObject({
    before: { mentions: 6, episodes: 4 },
    after: { mentions: 0, episodes: 0 },
  });
  await admin('PATCH', `/api/admin/entity-patterns/${patterns[0]!.id}`, { name: 'Mercury is', entity: 'Mercury' });
  const recount = await readyRecount();
  expect(recount).toMatchObject({ before: { mentions: 6 }, after: { mentions: 2 } });
  expect(recount.differences.map(({ entity, before: was, after }) => [entity, was, after])).toEqual(
    expect.arrayContaining([
      ['Mercury', 3, 0],
      ['Planet Mercury', 3, 2],
    ]),
  );
  await admin('POST', `/api/admin/recounts/${recount.id}/publish`, {});
  expect(await numbers()).toMatchObject({ 'Planet Mercury': 2 });
  await undo('RecountPublished', 'recount-main');
  await undo('PatternEdited', 'vocabulary-main');
  expect(await numbers()).toEqual({ Mercury: 3, 'Planet Mercury': 3 });
});

it('does not count for a page of the past', async () => {
  const { changes } = await get<HistoryPage>(`/api/history?episodeUuid=${episode(stars, 1)}`);
  const transcribed = changes.find(({ type }) => type === 'TranscriptActivated')!;
  const past = await get<EpisodePage>(`${pathOf(stars, 1)}?asOf=${transcribed.position}`);
  expect(past.entityMentions.map(({ entity, count }) => [entity.name, count])).toEqual([['Mercury', 2]]);
});

it('adds a chosen passage to the entity that is there, and follows its edits', async () => {
  const chosen = await passageOf('Mercury, the planet?');
  const asked = await split({ name: 'planet mercury', segments: [chosen], dryRun: true });
  expect(asked.body).toMatchObject({ existing: { slug: 'planet-mercury' }, into: { after: { mentions: 4 } } });
  expect((await split({ name: 'planet mercury', segments: [chosen] })).status).toBe(200);
  expect(await numbers()).toEqual({ Mercury: 2, 'Planet Mercury': 4 });
  expect((await listed(night, 1)).map(([name, count]) => [name, count])).toEqual([
    ['Mercury', 1],
    ['Planet Mercury', 1],
  ]);
  await write(night, 1, chosen.segmentId, 'Ben: Mercury? Mercury!');
  expect(await numbers()).toEqual({ Mercury: 2, 'Planet Mercury': 4 });
  await write(night, 1, chosen.segmentId, 'Ben: What?');
  expect(await numbers()).toEqual({ Mercury: 2, 'Planet Mercury': 3 });
  await write(night, 1, chosen.segmentId, 'Mercury, the planet?');
  expect(await numbers()).toEqual({ Mercury: 2, 'Planet Mercury': 4 });
});

it('refuses to remove from an episode what single passages were split off, and removes the rest', async () => {
  const save = async (podcast: SeriesUuid, number: number) => {
    const page = await get<EpisodePage>(pathOf(podcast, number));
    return admin('PUT', `/api/episodes/${episode(podcast, number)}/entities`, {
      entityMentions: page.entityMentions.filter(({ entity }) => entity.name !== 'Planet Mercury'),
      learnFromManualAdditions: false,
    });
  };
  expect(await save(night, 1)).toMatchObject({ status: 409, body: { code: 'entity-split' } });
  expect((await save(stars, 2)).status).toBe(200);
  expect(await numbers()).toEqual({ Mercury: 2, 'Planet Mercury': 3 });
  await undoAll(episode(stars, 2));
  expect(await numbers()).toEqual({ Mercury: 2, 'Planet Mercury': 4 });
});

it('counts what is merged into the first, and for what the second is merged into', async () => {
  const others = await admin('POST', '/api/admin/entity-patterns', { name: 'the sun', entityTypeId });
  const sun = (others.body as { entityId: string }).entityId;
  const merge = async (from: string, into: string) => admin('POST', `/api/admin/entities/${from}/merge`, { into });
  const planet = (await get<EntityPage>('/api/entities/planet-mercury')).entity.id;
  expect(await merge(planet, mercury)).toMatchObject({ status: 409, body: { code: 'entity-split' } });
  expect((await merge(planet, sun)).status).toBe(200);
  expect(await numbers()).toMatchObject({ Mercury: 2, 'the sun': 4 });
  await admin('POST', `/api/admin/entities/${planet}/unmerge`, {});
  expect(await numbers()).toMatchObject({ Mercury: 2, 'Planet Mercury': 4 });
  await undo('PatternAdded', 'vocabulary-main');
});

it('is the same after a rebuild', async () => {
  const { log, pool } = app.services;
  const comparisons = await verify({ log, pool, projectors });
  expect(comparisons.flatMap(({ examples }) => examples)).toEqual([]);
});

it('gives the first rows when it is undone, by its page or by the history', async () => {
  await admin('DELETE', `/api/admin/episodes/${episode(stars, 2)}`);
  const undone = await admin('POST', `/api/admin/splits/${podcastSplit.splitId}/undo`, {});
  expect(undone).toMatchObject({ status: 200, body: { message: 'All of it counts for "Mercury" again.' } });
  expect(await numbers()).toEqual({ Mercury: 4, 'Planet Mercury': 1 });
  await undo('EntitySplit', 'vocabulary-main');
  expect(await numbers()).toEqual({ Mercury: 5 });
  expect(await everything()).toEqual(before);
  expect((await get<EntityPage>('/api/entities/planet-mercury')).splits).toEqual([]);
});

it('is not suggested as a duplicate of what it was split off', async () => {
  expect((await split({ name: 'Mer cury', podcastUuids: [stars] })).status).toBe(200);
  expect(await numbers()).toEqual({ Mercury: 3, 'Mer cury': 2 });
  expect((await admin('GET', '/api/admin/duplicate-entities')).body).toMatchObject({ total: 0 });
});

const split = async (body: Omit<SplitRequest, 'entityTypeId'>) =>
  admin('POST', `/api/admin/entities/${mercury}/split`, { entityTypeId, ...body });

async function get<Body>(path: string): Promise<Body> {
  const answer = await app.visitor('GET', path);
  expect([path, answer.status]).toEqual([path, 200]);

  return answer.body as Body;
}

const pathOf = (podcast: SeriesUuid, number: number) => `/api/podcasts/${SLUGS[podcast]}/${episode(podcast, number)}`;

async function listed(podcast: SeriesUuid, number: number) {
  const { entityMentions } = await get<EpisodePage>(pathOf(podcast, number));

  return entityMentions.map(({ entity, count, marks }) => [entity.name, count, marks]);
}

async function passageOf(text: string): Promise<{ episodeUuid: string; segmentId: string }> {
  const { mentions } = await get<PassagePage>('/api/entities/mercury/mentions');
  const { episodeUuid, segmentId } = mentions.find((one) => one.text === text)!;

  return { episodeUuid, segmentId };
}

async function write(podcast: SeriesUuid, number: number, segmentId: string, text: string): Promise<void> {
  const { transcript } = await get<EpisodePage>(pathOf(podcast, number));
  const saved = await admin('PUT', `/api/episodes/${episode(podcast, number)}/transcript`, {
    segments: transcript.map((one) => (one.id === segmentId ? { ...one, text } : one)),
  });
  expect(saved.status).toBe(200);
}

/** Undoes the last event of the type. */
async function undo(type: string, stream: string): Promise<void> {
  const { changes } = await get<HistoryPage>(`/api/history?stream=${stream}`);
  const change = changes.find((one) => one.type === type && one.revertedBy === null)!;
  expect(await admin('POST', `/api/admin/history/${change.eventId}/revert`, {})).toMatchObject({ status: 200 });
}

/** Undoes the last call about the episode. */
async function undoAll(episodeUuid: string): Promise<void> {
  const { changes } = await get<HistoryPage>(`/api/history?episodeUuid=${episodeUuid}`);
  const batch = { correlationId: changes[0]!.correlationId, dryRun: true };
  const { undoId } = (await admin('POST', '/api/admin/history/revert-batch', batch)).body as { undoId: string };
  await admin('POST', '/api/admin/history/revert-batch', { undoId });
}

interface Recount {
  id: string;
  status: string;
  differences: { entity: string; before: number; after: number }[];
}
async function readyRecount(): Promise<Recount> {
  const { id } = (await admin('POST', '/api/admin/recounts', {})).body as { id: string };
  for (;;) {
    const recount = (await admin('GET', `/api/admin/recounts/${id}?by=entity`)).body as Recount;
    if (recount.status !== 'running') return recount;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

/** The mentions of every entity that is listed. */
async function numbers(): Promise<Record<string, number>> {
  const { entities } = await get<EntityIndexAnswer>('/api/entities');
  for (const { slug, mentions } of entities) {
    expect(await get<EntityPage>(`/api/entities/${slug}`)).toMatchObject({ mentions });
    expect(await get<WhyView>(`/api/entities/${slug}/why`)).toMatchObject({ total: mentions });
    const { entries } = await get<LedgerPage>(`/api/entities/${slug}/ledger`);
    expect(entries[0]?.total ?? 0).toBe(mentions);
  }
  const { total } = await get<{ total: number }>('/api/why');
  expect(total).toBe(entities.reduce((sum, { mentions }) => sum + mentions, 0));

  return Object.fromEntries(entities.map(({ name, mentions }) => [name, mentions]));
}

/** What several pages show, without places in the log and who edited which text. */
async function everything(): Promise<unknown> {
  const pages = [
    '/api/entities',
    '/api/entities/mercury',
    '/api/entities/mercury/mentions',
    '/api/why',
    '/api/dashboard/podcast-series',
    '/api/dashboard/recent-episodes',
    '/api/episodes',
    pathOf(night, 1),
    pathOf(stars, 1),
    '/api/search/options',
    '/api/search/advanced?entity=mercury',
  ];
  const bodies: unknown[] = [];
  for (const path of pages) bodies.push(await get(path));

  return JSON.parse(
    JSON.stringify(bodies, (name, value: unknown) =>
      ['version', 'position', 'pin', 'corrections'].includes(name) ? null : value,
    ),
  );
}

async function put(podcast: SeriesUuid, number: number, lines: readonly string[]): Promise<void> {
  const episodeUuid = episode(podcast, number);
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
    { episodeUuid, seriesUuid: podcast, guid: null, facts: { ...facts, transcripts: [] } },
    systemContext('spec'),
  );
  const segments = lines.map((line, index) => {
    const [speaker, body] = line.split(': ');
    return { startTime: index, endTime: index + 1, speaker, body };
  });
  const file = Buffer.from(JSON.stringify({ version: '1.0.0', segments }));
  expect((await admin('POST', `/api/admin/episodes/${episodeUuid}/transcript-file`, file)).status).toBe(200);
}
