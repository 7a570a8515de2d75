import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EpisodePage, SavedAnswer } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import type { EntityTypeView, PatternView } from '@earmark/contracts/vocabulary';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { projectors, verify } from '@earmark/projections/runner';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Answer, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
let other: Caller;
/** A new one for each spec. */
let episodeUuid: string;
let number = 0;
const seriesUuid = '44444444-1111-4111-8111-111111111111';
const LINES = ['Ada Lovelace met Babbage.', 'Babbage, again, and the Analytical Engine.', 'Nobody.'];

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  other = await app.signIn('admin');
  const facts = { host: null, author: null, description: null, imageUrl: null, websiteUrl: null, language: null };
  await app.services.series.putSeries(
    { seriesUuid, feedUrl: null, itunesId: null, facts: { name: 'Cast', explicit: false, categories: [], ...facts } },
    systemContext('spec'),
  );
  for (const name of ['Ada Lovelace', 'Babbage'])
    await admin('POST', '/api/admin/entity-patterns', { name, entityTypeId: await category('person') });
});
afterAll(async () => app.stop());
beforeEach(async () => {
  number++;
  episodeUuid = uuidFrom(seriesUuid, String(number));
  await putEpisode();
  const vtt = LINES.map((line, index) => `00:00:0${index}.000 --> 00:00:0${index + 1}.000\n${line}`).join('\n\n');
  await admin('POST', `/api/admin/episodes/${episodeUuid}/transcript-file`, Buffer.from(`WEBVTT\n\n${vtt}\n`));
});
// What one spec adds to the vocabulary, the next one's episode does not find.
afterEach(async () => {
  const all = (await admin('GET', '/api/admin/entity-patterns')).body as PatternView[];
  for (const { id } of all.slice(2)) await admin('DELETE', `/api/admin/entity-patterns/${id}`);
});

const putEpisode = async () =>
  app.services.series.putEpisode(
    {
      episodeUuid,
      seriesUuid,
      guid: null,
      facts: {
        title: `Part ${number}`,
        description: null,
        audioUrl: null,
        imageUrl: null,
        publishedAt: null,
        durationSeconds: 60,
        link: null,
        transcripts: [],
      },
    },
    systemContext('spec'),
  );
const category = async (name: string): Promise<string | undefined> =>
  ((await admin('GET', '/api/admin/entity-types')).body as EntityTypeView[]).find((type) => type.name === name)?.id;
const patterns = async (): Promise<string[]> =>
  ((await admin('GET', '/api/admin/entity-patterns')).body as PatternView[]).map(({ name }) => name);
const page = async (): Promise<EpisodePage> =>
  (await app.visitor('GET', `/api/podcasts/${seriesUuid}/${episodeUuid}`)).body as EpisodePage;
type Mentions = EpisodePage['entityMentions'];
type Sent = { entity: { id?: string; name?: string; type?: string; url?: string | null; iconName?: string } }[];
const save = async (
  entityMentions: Sent,
  options: { learn?: boolean; base?: string; by?: Caller } = {},
): Promise<Answer> =>
  (options.by ?? admin)(
    'PUT',
    `/api/episodes/${episodeUuid}/entities`,
    { entityMentions, learnFromManualAdditions: options.learn ?? false },
    options.base === undefined ? {} : { 'if-match': `"${options.base}"` },
  );
/** By name: how often, and as what. */
const counts = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await page()).entityMentions.map(({ entity, count }) => [entity.name, count]));
const add = (name: string, type = 'person', more: object = {}) => ({ entity: { name, type, ...more } });
const without = (mentions: Mentions, name: string): Mentions => mentions.filter(({ entity }) => entity.name !== name);
const edit = (mentions: Mentions, name: string, changes: Partial<Mentions[number]['entity']>): Mentions =>
  mentions.map((one) => (one.entity.name === name ? { ...one, entity: { ...one.entity, ...changes } } : one));
/** In log order. */
const eventsOf = async (correlationId: string): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for await (const event of app.services.log.readAll())
    if (event.metadata.correlationId === correlationId) events.push(event);

  return events;
};
const saved = (answer: Answer): SavedAnswer => {
  expect(answer).toMatchObject({ status: 200, body: { success: true } });

  return answer.body as SavedAnswer;
};

it('changes nothing when the list is as it was', async () => {
  const { entityMentions, version } = await page();
  expect(await counts()).toEqual({ Babbage: 2, 'Ada Lovelace': 1 });
  const head = await app.services.log.head();
  expect(saved(await save(entityMentions, { learn: true }))).toMatchObject({ changes: 0, version });
  expect(saved(await save(entityMentions, { base: version }))).toMatchObject({ changes: 0, version });
  expect(await app.services.log.head()).toBe(head);
});

it('shows what was added with its mentions, also none, and names the state after it', async () => {
  const { entityMentions } = await page();
  const sent = [
    ...entityMentions,
    add('analytical engine', 'product', { url: 'https://engine.example' }),
    add('Zeppelin'),
  ];
  const answer = saved(await save(sent));
  const after = await page();
  expect(answer.version).toBe(after.version);
  expect(await counts()).toEqual({ Babbage: 2, 'Ada Lovelace': 1, 'analytical engine': 1, Zeppelin: 0 });
  expect(after.entityMentions.find(({ count, entity }) => count === 1 && entity.type === 'product')).toMatchObject({
    entity: { name: 'analytical engine', url: 'https://engine.example' },
    marks: [1, 24, 41],
  });
  expect(saved(await save(after.entityMentions))).toMatchObject({ changes: 0 });
  expect(await patterns()).toEqual(['Ada Lovelace', 'Babbage']);
});

it('keeps what people decided when the entities are found anew', async () => {
  const { entityMentions } = await page();
  await save([...without(entityMentions, 'Babbage'), add('Nobody')]);
  expect(await counts()).toEqual({ 'Ada Lovelace': 1, Nobody: 1 });
  await admin('POST', '/api/admin/entity-patterns', { name: 'Analytical', entityTypeId: await category('book') });
  expect(await admin('POST', `/api/episodes/${episodeUuid}/refresh-entities`, {})).toMatchObject({ status: 200 });
  expect(await counts()).toEqual({ 'Ada Lovelace': 1, Nobody: 1, Analytical: 1 });
});

it('takes back in what was removed', async () => {
  const { entityMentions } = await page();
  await save(without(entityMentions, 'Babbage'));
  const { correlationId } = saved(await save([...without(entityMentions, 'Babbage'), add('babbage')]));
  expect(await counts()).toEqual({ 'Ada Lovelace': 1, Babbage: 2 });
  expect(await eventsOf(correlationId)).toMatchObject([{ type: 'EntityAdded', data: { before: 'removed' } }]);
});

it('counts what was found for the one for what it was renamed to, in this episode', async () => {
  const { entityMentions } = await page();
  const { correlationId } = saved(await save(edit(entityMentions, 'Babbage', { name: 'Charles B.' })));
  expect(await counts()).toEqual({ 'Ada Lovelace': 1, 'Charles B.': 2 });
  const [event] = await eventsOf(correlationId);
  const old = entityMentions.find(({ entity }) => entity.name === 'Babbage')!.entity.id;
  expect(event).toMatchObject({ type: 'EntityEdited', data: { entityId: old, moved: [old] } });

  await save(edit((await page()).entityMentions, 'Charles B.', { type: 'company' }));
  const twice = await page();
  expect(twice.entityMentions[0]).toMatchObject({ entity: { name: 'Charles B.', type: 'company' }, count: 2 });
  await save(edit(twice.entityMentions, 'Charles B.', { name: 'Babbage', type: 'person' }));
  expect((await page()).entityMentions).toEqual(entityMentions);
});

it('joins an entity with one that is deleted in the same breath, and with one that was removed before', async () => {
  const { entityMentions } = await page();
  await save(edit(without(entityMentions, 'Babbage'), 'Ada Lovelace', { name: 'Babbage' }));
  expect(await counts()).toEqual({ Babbage: 2 });
  await save([]);
  expect(await counts()).toEqual({});
  await save([add('Engine', 'product')]);
  await save(edit((await page()).entityMentions, 'Engine', { name: 'Babbage', type: 'person' }));
  expect(await counts()).toEqual({ Babbage: 2 });
});

it('spells an entity anew everywhere', async () => {
  const { entityMentions } = await page();
  saved(await save(edit(entityMentions, 'Babbage', { name: 'BABBAGE' })));
  expect(await counts()).toEqual({ 'Ada Lovelace': 1, BABBAGE: 2 });
  await save([...(await page()).entityMentions, add('Nobody', 'book')]);
  await save(edit((await page()).entityMentions, 'Nobody', { name: 'NoBody' }));
  expect(await counts()).toEqual({ 'Ada Lovelace': 1, BABBAGE: 2, NoBody: 1 });
  saved(await save(edit((await page()).entityMentions, 'BABBAGE', { name: 'Babbage' })));
});

it('creates a category that is new first, and knows the plural of those that are known', async () => {
  const { entityMentions } = await page();
  const machine = add('Engine', 'Great Machine', { iconName: 'Cog' });
  const { correlationId } = saved(await save([...entityMentions, machine, add('Nobody', 'People')]));
  const [created, ...rest] = await eventsOf(correlationId);
  expect(created).toMatchObject({
    type: 'EntityTypeCreated',
    data: {
      name: 'great_machine',
      displayName: 'Great Machine',
      iconName: 'Cog',
      colorClass: 'bg-blue-100 text-blue-800',
    },
  });
  expect(rest.map(({ type, metadata }) => [type, metadata.causationId])).toEqual([
    ['EntityAdded', created!.id],
    ['EntityAdded', created!.id],
  ]);
  const types = Object.fromEntries((await page()).entityMentions.map(({ entity }) => [entity.name, entity.type]));
  expect(types).toMatchObject({ Engine: 'great_machine', Nobody: 'person' });
  await save([...(await page()).entityMentions, add('Analytical', 'idea')]);
  expect((await page()).entityMentions.find(({ entity }) => entity.type === 'idea')?.entity.iconName).toBe('Tag');
});

describe('the link of an entity', () => {
  it('is changed everywhere, and removed', async () => {
    const { entityMentions } = await page();
    const { correlationId } = saved(await save(edit(entityMentions, 'Ada Lovelace', { url: 'https://ada.example' })));
    expect(await eventsOf(correlationId)).toMatchObject([
      { stream: 'vocabulary-main', type: 'EntityLinked', data: { from: null, url: 'https://ada.example' } },
    ]);
    const linked = (await page()).entityMentions;
    expect(linked.find(({ entity }) => entity.name === 'Ada Lovelace')?.entity.url).toBe('https://ada.example');
    saved(await save(edit(linked, 'Ada Lovelace', { url: '' })));
    expect((await page()).entityMentions).toEqual(entityMentions);
  });

  it('is that of one added by hand as well', async () => {
    await save([add('Nobody', 'product', { url: 'https://a.example' })]);
    await save(edit((await page()).entityMentions, 'Nobody', { url: 'https://b.example' }));
    await save(edit((await page()).entityMentions, 'Nobody', { url: null }));
    expect((await page()).entityMentions).toMatchObject([{ entity: { name: 'Nobody', url: null } }]);
    const { correlationId } = saved(await save([add('Nobody', 'product', { url: 'https://c.example' })]));
    expect(await eventsOf(correlationId)).toMatchObject([{ data: { from: null, url: 'https://c.example' } }]);
  });

  it('goes along to a name that is new, and leaves the link of a known one alone', async () => {
    await save([add('Nobody', 'place', { url: 'https://nobody.example' })]);
    await save(edit((await page()).entityMentions, 'Nobody', { name: 'Somebody' }));
    expect((await page()).entityMentions).toMatchObject([
      { entity: { name: 'Somebody', url: 'https://nobody.example' } },
    ]);
    await save([...(await page()).entityMentions, add('Engine', 'place', { url: 'https://engine.example' })]);
    await save(without((await page()).entityMentions, 'Engine'));
    await save(edit((await page()).entityMentions, 'Somebody', { name: 'Engine' }));
    expect((await page()).entityMentions).toMatchObject([
      { entity: { name: 'Engine', url: 'https://engine.example' } },
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example', 'nonsense'])('is not %s', async (url) => {
    const { entityMentions } = await page();
    const refused = {
      status: 400,
      body: { code: 'invalid', detail: expect.stringContaining('must begin with https://') },
    };
    expect(await save([...entityMentions, add('Nobody', 'person', { url })])).toMatchObject(refused);
    expect(await save(edit(entityMentions, 'Babbage', { url }))).toMatchObject(refused);
  });
});

describe('learning from what was added', () => {
  it('adds entity and pattern to the vocabulary, once', async () => {
    const { entityMentions } = await page();
    const sent = [
      ...entityMentions,
      add('Nobody', 'company', { url: 'https://nobody.example' }),
      add('BABBAGE', 'company'),
    ];
    const { correlationId } = saved(await save(sent, { learn: true }));
    const events = await eventsOf(correlationId);
    expect(events.map(({ type }) => type)).toEqual([
      ...['EntityNamed', 'EntityLinked', 'PatternAdded', 'EntityNamed', 'PatternAdded'],
      ...['EntityAdded', 'EntityAdded'],
    ]);
    expect(events[2]!.data).toMatchObject({ pattern: { name: 'Nobody', wholeWord: true, caseSensitive: false } });
    expect((events[2]!.data as { pattern: { entityId: string } }).pattern.entityId).toBe(
      (events[5]!.data as { entityId: string }).entityId,
    );
    expect(await patterns()).toEqual(['Ada Lovelace', 'Babbage', 'Nobody', 'BABBAGE']);
    expect(await counts()).toEqual({ Babbage: 2, 'Ada Lovelace': 1, Nobody: 1, BABBAGE: 2 });
  });

  it('does without a pattern that is there already', async () => {
    const { entityMentions } = await page();
    await admin('POST', '/api/admin/entity-patterns', { name: 'Nobody', entityTypeId: await category('company') });
    const sent = [...entityMentions, add('nobody', 'company')];
    const { correlationId } = saved(await save(sent, { learn: true }));
    expect((await eventsOf(correlationId)).map(({ type }) => type)).toEqual(['EntityAdded']);
  });

  it('is finished by saving again when only the first half was recorded', async () => {
    const { entityMentions } = await page();
    const sent = [...entityMentions, add('Engine', 'company')];
    // As the first of the two appends would leave it.
    const pattern = { name: 'Engine', entity: null, caseSensitive: false, wholeWord: true };
    const command = {
      type: 'AddPattern' as const,
      pattern: { ...pattern, patternId: randomUUID(), entityTypeId: (await category('company'))! },
    };
    await app.services.vocabulary.run(command, systemContext('spec'));
    const { correlationId } = saved(await save(sent, { learn: true }));
    expect((await eventsOf(correlationId)).map(({ type }) => type)).toEqual(['EntityAdded']);
    expect((await counts())['Engine']).toBe(1);
  });
});

describe('two people', () => {
  it('keep each what the other one changed', async () => {
    const { entityMentions, version } = await page();
    saved(await save([...without(entityMentions, 'Babbage'), add('Nobody', 'book')], { by: other, base: version }));
    const mine = [...edit(entityMentions, 'Ada Lovelace', { name: 'Countess' }), add('Engine', 'book')];
    expect(saved(await save(mine, { base: version }))).toMatchObject({ changes: 2 });
    expect(Object.keys(await counts()).sort()).toEqual(['Countess', 'Engine', 'NoBody']);
  });

  it('may change the same in the same way', async () => {
    const { entityMentions, version } = await page();
    const sent = [
      ...edit(without(entityMentions, 'Babbage'), 'Ada Lovelace', { name: 'Countess' }),
      add('Engine', 'book'),
    ];
    saved(await save(sent, { by: other, base: version }));
    expect(saved(await save(sent, { base: version }))).toMatchObject({ changes: 0 });
  });

  it('are told when they change the same differently, and nothing is written', async () => {
    const { entityMentions, version } = await page();
    const { id } = entityMentions.find(({ entity }) => entity.name === 'Babbage')!.entity;
    await save(edit(entityMentions, 'Babbage', { name: 'Charles B.' }), { by: other, base: version });
    const head = await app.services.log.head();
    const sides = { base: { name: 'Babbage', type: 'person', url: null }, theirs: { name: 'Charles B.' } };
    expect(
      await save(edit(entityMentions, 'Babbage', { name: 'C. B.', type: 'novelty' }), { base: version }),
    ).toMatchObject({
      status: 409,
      body: { code: 'edit-conflict', conflicts: [{ entityId: id, mine: { name: 'C. B.' }, ...sides }] },
    });
    expect(await save(without(entityMentions, 'Babbage'), { base: version })).toMatchObject({
      status: 409,
      body: { code: 'edit-conflict', conflicts: [{ entityId: id, mine: null, ...sides }] },
    });
    expect(await app.services.log.head()).toBe(head);
  });

  it('may write at the same moment', async () => {
    const names = ['Nobody', 'Engine', 'met', 'again'];
    const { entityMentions, version } = await page();
    const answers = await Promise.all(
      names.map(async (name) => save([...entityMentions, add(name, 'location')], { base: version })),
    );
    for (const answer of answers) saved(answer);
    expect(Object.keys(await counts())).toEqual(expect.arrayContaining(names));
  });
});

it('refuses a name that is listed already', async () => {
  const { entityMentions } = await page();
  const refused = { status: 409, body: { code: 'entity-exists', detail: 'Entity already exists' } };
  expect(await save([...entityMentions, add('ada lovelace')])).toMatchObject(refused);
  expect(await save(edit(entityMentions, 'Babbage', { name: 'Ada Lovelace' }))).toMatchObject(refused);
  await save(edit(entityMentions, 'Babbage', { name: 'Charles B.' }));
  expect(await save([...(await page()).entityMentions, add('Babbage')])).toMatchObject({
    status: 409,
    body: { code: 'entity-exists', detail: '"Babbage" is shown as "Charles B." here; rename that one instead.' },
  });
});

it('refuses what is no list of entities, in the words of the form', async () => {
  const { entityMentions } = await page();
  const { body: nameless } = await save([...entityMentions, { entity: { name: '  ', type: 'person' } }]);
  expect(nameless).toMatchObject({ status: 400, detail: 'Please enter an entity name' });
  for (const entity of [{ name: 'Zoe' }, { name: 'Zoe', type: ' ' }])
    expect(await save([{ entity }])).toMatchObject({ status: 400, body: { detail: 'Please specify an entity type' } });
  expect(await save([add('\u200b')])).toMatchObject({ status: 400, body: { code: 'pattern-without-characters' } });
  const path = `/api/episodes/${episodeUuid}/entities`;
  for (const body of [
    {},
    [],
    { entityMentions: {} },
    { entityMentions: [{}] },
    { entityMentions: [add('x'.repeat(301))] },
  ])
    expect(await admin('PUT', path, body)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  for (const base of ['', 'nonsense', Buffer.from('999.0.0.1.1').toString('base64url')])
    expect(await save(entityMentions, { base })).toMatchObject({ status: 400, body: { code: 'invalid' } });
});

it('needs an episode, and a transcript to find entities in', async () => {
  episodeUuid = randomUUID();
  expect(await save([])).toMatchObject({ status: 404, body: { code: 'episode-unknown' } });
  await putEpisode();
  expect(await save([add('Zoe')])).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('no transcript') },
  });
  expect(await admin('PUT', '/api/episodes/nothing/entities', { entityMentions: [] })).toMatchObject({ status: 400 });
});

it('is for admins', async () => {
  for (const role of ['reader', 'analyst'] as const)
    expect(await save([], { by: await app.signIn(role) })).toMatchObject({
      status: 403,
      body: { code: 'role-missing' },
    });
  expect(await save([], { by: app.visitor })).toMatchObject({ status: 401 });
});

it('comes out the same from a rebuild', async () => {
  const { log, pool, checkpoints } = app.services;
  await checkpoints.passed(await log.head());
  const comparisons = await verify({ log, pool, projectors });
  expect(comparisons.filter(({ differences }) => differences > 0)).toEqual([]);
});
