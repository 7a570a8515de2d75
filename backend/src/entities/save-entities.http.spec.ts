import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type EpisodePage, EpisodeUuid } from '@earmark/contracts/episodes';
import { projectors, verify } from '@earmark/projections/runner';
import { add, edit, EntityManager, saved, without } from '../testing/entity-manager.ts';

let world: EntityManager;
beforeAll(async () => {
  world = await EntityManager.start();
});
afterAll(async () => world.app.stop());
beforeEach(async () => world.nextEpisode());

it('changes nothing when the list is unchanged', async () => {
  const { entityMentions, version } = await world.page();
  expect(await world.counts()).toEqual({ Babbage: 2, 'Ada Lovelace': 1 });
  const head = await world.app.services.log.head();
  expect(saved(await world.save(entityMentions, { learn: true }))).toMatchObject({ changes: 0, version });
  expect(saved(await world.save(entityMentions, { base: version }))).toMatchObject({ changes: 0, version });
  expect(await world.app.services.log.head()).toBe(head);
});

it('shows an added entity with its mentions, even with none, and returns the new version', async () => {
  const { entityMentions } = await world.page();
  const sent = [
    ...entityMentions,
    add('analytical engine', 'product', { url: 'https://engine.example' }),
    add('Zeppelin'),
  ];
  const answer = saved(await world.save(sent));
  const after = await world.page();
  expect(answer.version).toBe(after.version);
  expect(await world.counts()).toEqual({ Babbage: 2, 'Ada Lovelace': 1, 'analytical engine': 1, Zeppelin: 0 });
  expect(after.entityMentions.find(({ count, entity }) => count === 1 && entity.type === 'product')).toMatchObject({
    entity: { name: 'analytical engine', url: 'https://engine.example' },
    marks: [1, 24, 41],
  });
  expect(saved(await world.save(after.entityMentions))).toMatchObject({ changes: 0 });
  expect(await world.patterns()).toEqual(['Ada Lovelace', 'Babbage']);
});

it('keeps people’s decisions when the entities are refreshed', async () => {
  const { entityMentions } = await world.page();
  await world.save([...without(entityMentions, 'Babbage'), add('Nobody')]);
  expect(await world.counts()).toEqual({ 'Ada Lovelace': 1, Nobody: 1 });
  await world.addPattern('Analytical', 'book');
  expect(await world.admin('POST', `/api/episodes/${world.episodeUuid}/refresh-entities`, {})).toMatchObject({
    status: 200,
    body: { entityCount: 3 },
  });
  expect(await world.counts()).toEqual({ 'Ada Lovelace': 1, Nobody: 1, Analytical: 1 });
  for (const [unknown, status] of [
    ['nothing', 400],
    [randomUUID(), 404],
  ] as const)
    expect((await world.admin('POST', `/api/episodes/${unknown}/refresh-entities`, {})).status).toBe(status);
});

it('moves to the current patterns once, however many requests arrive at the same time', async () => {
  await world.addPattern('Analytical', 'book');
  const refresh = async () => world.admin('POST', `/api/episodes/${world.episodeUuid}/refresh-entities`, {});
  for (const { status } of await Promise.all([refresh(), refresh(), refresh()])) expect(status).toBe(200);
  const moves: string[] = [];
  for await (const { type } of world.app.services.log.readStream(`entities-${world.episodeUuid}`)) moves.push(type);
  expect(moves).toEqual(['EntitiesExtracted']);
});

it('lists entities added by hand even when the transcript is empty', async () => {
  await world.save([...(await world.page()).entityMentions, add('Zeppelin')]);
  const { version, position } = await world.page();
  const emptied = await world.admin(
    'PUT',
    `/api/episodes/${world.episodeUuid}/transcript`,
    { segments: [] },
    { 'if-match': `"${version}"` },
  );
  expect(emptied.status).toBe(200);
  expect(await world.counts()).toEqual({ Zeppelin: 0 });
  expect(saved(await world.save((await world.page()).entityMentions)).changes).toBe(0);
  const path = `/api/podcasts/cast/${world.episodeUuid}?asOf=`;
  const { body: now } = await world.app.visitor('GET', path + (await world.page()).position);
  expect((now as EpisodePage).entityMentions).toMatchObject([{ entity: { name: 'Zeppelin' }, count: 0 }]);
  const { body: before } = await world.app.visitor('GET', path + position);
  expect((before as EpisodePage).entityMentions).toHaveLength(3);
});

it('lists them while no transcript is shown', async () => {
  const { log } = world.app.services;
  await world.save([...(await world.page()).entityMentions, add('Zeppelin')]);
  let activated = '';
  for await (const { id, type } of log.readStream(`transcript-${world.episodeUuid}`))
    if (type === 'TranscriptActivated') activated = id;
  expect((await world.admin('POST', `/api/admin/history/${activated}/revert`, {})).status).toBe(200);
  const { transcript, position } = await world.page();
  expect(transcript).toEqual([]);
  expect(await world.counts()).toEqual({ Zeppelin: 0 });
  const { body: past } = await world.app.visitor('GET', `/api/podcasts/cast/${world.episodeUuid}?asOf=${position}`);
  expect((past as EpisodePage).entityMentions).toMatchObject([{ entity: { name: 'Zeppelin' }, count: 0 }]);
});

it('lists a removed entity again when it is added', async () => {
  const { entityMentions } = await world.page();
  await world.save(without(entityMentions, 'Babbage'));
  const answer = saved(await world.save([...without(entityMentions, 'Babbage'), add('babbage')]));
  expect(await world.counts()).toEqual({ 'Ada Lovelace': 1, Babbage: 2 });
  expect(await world.eventsOf(answer)).toMatchObject([{ type: 'EntityAdded', data: { before: 'removed' } }]);
});

it('counts the mentions of a renamed entity for its new name, in this episode', async () => {
  const { entityMentions } = await world.page();
  const answer = saved(await world.save(edit(entityMentions, 'Babbage', { name: 'Charles B.' })));
  expect(await world.counts()).toEqual({ 'Ada Lovelace': 1, 'Charles B.': 2 });
  const [event] = await world.eventsOf(answer);
  const old = entityMentions.find(({ entity }) => entity.name === 'Babbage')!.entity.id;
  expect(event).toMatchObject({ type: 'EntityEdited', data: { entityId: old, moved: [old] } });

  await world.save(edit((await world.page()).entityMentions, 'Charles B.', { type: 'company' }));
  const twice = await world.page();
  expect(twice.entityMentions[0]).toMatchObject({ entity: { name: 'Charles B.', type: 'company' }, count: 2 });
  await world.save(edit(twice.entityMentions, 'Charles B.', { name: 'Babbage', type: 'person' }));
  expect((await world.page()).entityMentions).toEqual(entityMentions);
});

it('merges an entity with one that is deleted in the same save, and with one removed before', async () => {
  const { entityMentions } = await world.page();
  await world.save(edit(without(entityMentions, 'Babbage'), 'Ada Lovelace', { name: 'Babbage' }));
  expect(await world.counts()).toEqual({ Babbage: 2 });
  await world.save([]);
  expect(await world.counts()).toEqual({});
  await world.save([add('Engine', 'product')]);
  await world.save(edit((await world.page()).entityMentions, 'Engine', { name: 'Babbage', type: 'person' }));
  expect(await world.counts()).toEqual({ Babbage: 2 });
});

it('changes the spelling of an entity everywhere', async () => {
  const { entityMentions } = await world.page();
  saved(await world.save(edit(entityMentions, 'Babbage', { name: 'BABBAGE' })));
  expect(await world.counts()).toEqual({ 'Ada Lovelace': 1, BABBAGE: 2 });
  await world.save([...(await world.page()).entityMentions, add('Nobody', 'book')]);
  await world.save(edit((await world.page()).entityMentions, 'Nobody', { name: 'NoBody' }));
  expect(await world.counts()).toEqual({ 'Ada Lovelace': 1, BABBAGE: 2, NoBody: 1 });
  saved(await world.save(edit((await world.page()).entityMentions, 'BABBAGE', { name: 'Babbage' })));
});

it('records the previous spelling, also of an entity that only this episode knows, and undoes the change', async () => {
  const { entityMentions } = await world.page();
  await world.save([...entityMentions, add('Zeno', 'book')]);
  const answer = saved(await world.save(edit((await world.page()).entityMentions, 'Zeno', { name: 'ZENO' })));
  const [respelled, ...others] = await world.eventsOf(answer);
  expect(others).toEqual([]);
  expect(respelled).toMatchObject({ type: 'EntityNamed', data: { from: 'Zeno', name: 'ZENO' } });
  expect(await world.admin('GET', `/api/history?correlationId=${answer.correlationId}`)).toMatchObject({
    body: { changes: [{ sentence: 'Entity “Zeno” was renamed to “ZENO”.', revertible: true }] },
  });
  expect(await world.admin('POST', `/api/admin/history/${respelled!.id}/revert`, {})).toMatchObject({ status: 200 });
  expect(await world.counts()).toEqual({ Babbage: 2, 'Ada Lovelace': 1, Zeno: 0 });

  // A link makes it known to the vocabulary under its current name.
  await world.save([...entityMentions, add('Yorick', 'book')]);
  const linked = edit((await world.page()).entityMentions, 'Yorick', { url: 'https://yorick.example' });
  expect(await world.eventsOf(saved(await world.save(linked)))).toMatchObject([
    { type: 'EntityNamed', data: { from: null, name: 'Yorick' } },
    { type: 'EntityLinked' },
  ]);
});

it('reserves a name added by hand: no entity gets it when its pattern is renamed', async () => {
  const { entityMentions } = await world.page();
  await world.save([...entityMentions, add('Analytical Engine', 'platform')]);
  await world.addPattern('the Analytical', 'platform');
  const { id } = (await world.listPatterns()).find(({ name }) => name === 'the Analytical')!;
  expect(await world.admin('PATCH', `/api/admin/entity-patterns/${id}`, { name: 'analytical engine' })).toMatchObject({
    status: 200,
    body: { name: 'analytical engine', entity: 'the Analytical' },
  });
  await world.admin('POST', `/api/episodes/${world.episodeUuid}/refresh-entities`, {});
  const names = (await world.page()).entityMentions.map(({ entity }) => entity.name);
  expect(names.sort()).toEqual(['Ada Lovelace', 'Analytical Engine', 'Babbage', 'the Analytical']);
});

it('reserves a name that another entity had: that one does not get it back', async () => {
  const { entityMentions } = await world.page();
  await world.addPattern('Again', 'platform');
  const { id } = (await world.listPatterns()).find(({ name }) => name === 'Again')!;
  await world.admin('PATCH', `/api/admin/entity-patterns/${id}`, { name: 'and the' });
  const renamed = await newest('EntityNamed');
  const answer = saved(await world.save([...entityMentions, add('again', 'platform')]));
  expect((await world.eventsOf(answer)).map(({ type }) => type)).toEqual(['EntityNamed', 'EntityAdded']);
  expect(await world.admin('POST', `/api/admin/history/${renamed}/revert`, {})).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('Another entity is now called “Again”.') },
  });
  const back = await world.admin('PATCH', `/api/admin/entity-patterns/${id}`, { name: 'Again' });
  expect(back.body).toMatchObject({ name: 'Again', entity: 'and the' });
});

it('creates a new category first, and recognizes the plural of known ones', async () => {
  const { entityMentions } = await world.page();
  const machine = add('Engine', 'Great Machine', { iconName: 'Wrench' });
  const answer = saved(await world.save([...entityMentions, machine, add('Nobody', 'People')]));
  const [created, ...rest] = await world.eventsOf(answer);
  expect(created).toMatchObject({
    type: 'EntityTypeCreated',
    data: {
      name: 'great_machine',
      displayName: 'Great Machine',
      iconName: 'Wrench',
      colorClass: 'bg-blue-100 text-blue-800',
    },
  });
  expect(rest.map(({ type, metadata }) => [type, metadata.causationId])).toEqual([
    ['EntityAdded', created!.id],
    ['EntityAdded', created!.id],
  ]);
  const types = Object.fromEntries((await world.page()).entityMentions.map(({ entity }) => [entity.name, entity.type]));
  expect(types).toMatchObject({ Engine: 'great_machine', Nobody: 'person' });
  await world.save([...(await world.page()).entityMentions, add('Analytical', 'idea')]);
  expect((await world.page()).entityMentions.find(({ entity }) => entity.type === 'idea')?.entity.iconName).toBe('Tag');
});

it('creates no category with an icon or colour that the category form does not offer', async () => {
  const { entityMentions } = await world.page();
  const odd = async (look: object) => world.save([...entityMentions, add('Odd Engine', 'Odd Machine', look)]);
  expect(await odd({ iconName: 'Cog' })).toMatchObject({
    status: 400,
    body: {
      detail: 'The field "iconName" of the new category "Odd Machine" is not valid: it must be one of the icons.',
    },
  });
  expect(await odd({ colorClass: 'bg-red' })).toMatchObject({
    status: 400,
    body: {
      detail: expect.stringMatching(/^The field "colorClass" of the new category "Odd Machine" is not valid: /),
    },
  });
  expect(await world.save([...entityMentions, add('Odd Engine', '\u200b')])).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^The field "name" of the new category ".*" is not valid: /) },
  });
  // The icon and colour of an existing category are ignored.
  saved(await world.save([...entityMentions, add('Odd Engine', 'book', { iconName: 'Cog' })]));
});

it('refuses a name that is already listed', async () => {
  const { entityMentions } = await world.page();
  const refused = { status: 409, body: { code: 'entity-exists', detail: 'Entity already exists' } };
  expect(await world.save([...entityMentions, add('ada lovelace')])).toMatchObject(refused);
  expect(await world.save(edit(entityMentions, 'Babbage', { name: 'Ada Lovelace' }))).toMatchObject(refused);
  await world.save(edit(entityMentions, 'Babbage', { name: 'Charles B.' }));
  expect(await world.save([...(await world.page()).entityMentions, add('Babbage')])).toMatchObject({
    status: 409,
    body: { code: 'entity-exists', detail: '"Babbage" is shown as "Charles B." here. Rename that one instead.' },
  });
});

it('refuses an invalid list in the words of the form', async () => {
  const { entityMentions } = await world.page();
  const { body: nameless } = await world.save([...entityMentions, { entity: { name: '  ', type: 'person' } }]);
  expect(nameless).toMatchObject({ status: 400, detail: 'Please enter an entity name' });
  for (const entity of [{ name: 'Zoe' }, { name: 'Zoe', type: ' ' }])
    expect(await world.save([{ entity }])).toMatchObject({
      status: 400,
      body: { detail: 'Please specify an entity type' },
    });
  expect(await world.save([add('\u200b')])).toMatchObject({
    status: 400,
    body: { code: 'pattern-without-characters' },
  });
  const path = `/api/episodes/${world.episodeUuid}/entities`;
  for (const body of [
    {},
    [],
    { entityMentions: {} },
    { entityMentions: [{}] },
    { entityMentions: [add('x'.repeat(301))] },
  ])
    expect(await world.admin('PUT', path, body)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  for (const base of ['', 'nonsense', Buffer.from('999.0.0.1.1').toString('base64url')])
    expect(await world.save(entityMentions, { base })).toMatchObject({ status: 400, body: { code: 'invalid' } });
});

it('accepts a list that is too large for one append, even after an interrupted save', async () => {
  const { entityMentions, version } = await world.page();
  const sent = [...entityMentions, ...Array.from({ length: 2500 }, (_, index) => add(`Person number ${index}`))];
  expect(saved(await world.save(sent, { base: version }))).toMatchObject({ changes: 2500 });
  // The projections may take longer than the answer waits for them.
  const { log, checkpoints } = world.app.services;
  const shown = async () => {
    for (const head = await log.head(); !(await checkpoints.passed(head)););
    return (await world.page()).entityMentions;
  };
  const listed = await shown();
  expect(listed).toHaveLength(2502);
  const appends = new Set<string>();
  for await (const { metadata } of log.readStream(`entities-${world.episodeUuid}`)) appends.add(metadata.append.id);
  expect(appends.size).toBeGreaterThan(1);
  // As if the rest had not been written. Nothing is recorded twice.
  saved(await world.save(listed.slice(0, 2490)));
  expect(saved(await world.save(sent, { base: version }))).toMatchObject({ changes: 12 });
  expect(await shown()).toHaveLength(2502);
});

it('leaves nothing behind when it is refused', async () => {
  const { entityMentions } = await world.page();
  const head = await world.app.services.log.head();
  const linked = edit(entityMentions, 'Babbage', { url: 'https://babbage.example' });
  for (const wrong of [
    [add('Z\0e')],
    [add('Zoe', 'person', { url: 'javascript:1' }), add('zoe')],
    [add('Zoe'), add('zoe')],
  ])
    expect((await world.save([...linked, ...wrong])).status).toBeGreaterThanOrEqual(400);
  expect(await world.app.services.log.head()).toBe(head);
});

it('accepts only versions that we issued', async () => {
  const { entityMentions, version } = await world.page();
  const given = saved(await world.save([...entityMentions, add('Zoe'), add('Yan')], { base: version })).version!;
  expect(await world.save(entityMentions, { base: given })).toMatchObject({ status: 200 });
  const [transcript, entities, episode, words, matcher] = Buffer.from(given, 'base64url').toString().split('.');
  const never = [
    [transcript, entities, episode, 99999, matcher],
    [transcript, entities, episode, words, 99],
    [transcript, entities, episode, Number(words) - 1, matcher],
    [transcript, entities, episode],
    [-1, -1, -1],
    [-1, -1, episode, words, matcher],
    [99, entities, episode, words, matcher],
    [transcript, 99, episode, words, matcher],
    [transcript, entities, 99, words, matcher],
    // Inside an append.
    [transcript, 0, episode, words, matcher],
    [1, entities, episode, words, matcher],
  ].map((parts) => Buffer.from(parts.join('.')).toString('base64url'));
  const { transcript: segments } = await world.page();
  for (const base of never)
    for (const [part, body] of [
      ['entities', { entityMentions }],
      ['transcript', { segments }],
      ['description', { description: '' }],
    ] as const)
      expect(
        await world.admin('PUT', `/api/episodes/${world.episodeUuid}/${part}`, body, { 'if-match': `"${base}"` }),
      ).toMatchObject({ status: 400, body: { detail: 'The value of If-Match is not a version of this episode.' } });
});

it('needs an episode with a transcript', async () => {
  world.episodeUuid = EpisodeUuid.parse(randomUUID());
  expect(await world.save([])).toMatchObject({ status: 404, body: { code: 'episode-unknown' } });
  const id = randomUUID();
  for (const wrong of [
    [add('Zoe', 'person', { url: 'javascript:1' })],
    [add('Zoe', 'person', { id }), add('Yan', 'person', { id })],
  ])
    expect(await world.save(wrong)).toMatchObject({ status: 400 });
  await world.putEpisode();
  expect(await world.save([add('Zoe')])).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('no transcript') },
  });
  expect(await world.admin('PUT', '/api/episodes/nothing/entities', { entityMentions: [] })).toMatchObject({
    status: 400,
  });
});

it('is for admins', async () => {
  for (const role of ['reader', 'analyst'] as const)
    expect(await world.save([], { by: await world.app.signIn(role) })).toMatchObject({
      status: 403,
      body: { code: 'role-missing' },
    });
  expect(await world.save([], { by: world.app.visitor })).toMatchObject({ status: 401 });
});

it('is the same after a rebuild', async () => {
  const { log, pool, checkpoints } = world.app.services;
  await checkpoints.passed(await log.head());
  const comparisons = await verify({ log, pool, projectors });
  expect(comparisons.filter(({ differences }) => differences > 0)).toEqual([]);
});

/** The id of the last event of this type in the vocabulary. */
async function newest(type: string): Promise<string> {
  for await (const event of world.app.services.log.readStream('vocabulary-main', { direction: 'backwards' }))
    if (event.type === type) return event.id;
  throw new Error(`no ${type}`);
}
