import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EntityTypeId, PatternId } from '@earmark/contracts/vocabulary';
import { systemContext } from '../kit/system-context.ts';
import { add, edit, EntityManager, saved, without } from '../testing/entity-manager.ts';

let world: EntityManager;
beforeAll(async () => {
  world = await EntityManager.start();
});
afterAll(async () => world.app.stop());
beforeEach(async () => world.nextEpisode());

describe('the link of an entity', () => {
  it('is changed everywhere, and can be removed', async () => {
    const { entityMentions } = await world.page();
    const answer = saved(await world.save(edit(entityMentions, 'Ada Lovelace', { url: 'https://ada.example' })));
    expect(await world.eventsOf(answer)).toMatchObject([
      { stream: 'vocabulary-main', type: 'EntityLinked', data: { from: null, url: 'https://ada.example' } },
    ]);
    const linked = (await world.page()).entityMentions;
    expect(linked.find(({ entity }) => entity.name === 'Ada Lovelace')?.entity.url).toBe('https://ada.example');
    saved(await world.save(edit(linked, 'Ada Lovelace', { url: '' })));
    expect((await world.page()).entityMentions).toEqual(entityMentions);
  });

  it('is also kept for an entity added by hand', async () => {
    await world.save([add('Nobody', 'product', { url: 'https://a.example' })]);
    await world.save(edit((await world.page()).entityMentions, 'Nobody', { url: 'https://b.example' }));
    await world.save(edit((await world.page()).entityMentions, 'Nobody', { url: null }));
    expect((await world.page()).entityMentions).toMatchObject([{ entity: { name: 'Nobody', url: null } }]);
    const answer = saved(await world.save([add('Nobody', 'product', { url: 'https://c.example' })]));
    expect(await world.eventsOf(answer)).toMatchObject([{ data: { from: null, url: 'https://c.example' } }]);
  });

  it('goes with the entity to a new name, but does not replace the link of a known one', async () => {
    await world.save([add('Nobody', 'place', { url: 'https://nobody.example' })]);
    await world.save(edit((await world.page()).entityMentions, 'Nobody', { name: 'Somebody' }));
    expect((await world.page()).entityMentions).toMatchObject([
      { entity: { name: 'Somebody', url: 'https://nobody.example' } },
    ]);
    await world.save([
      ...(await world.page()).entityMentions,
      add('Engine', 'place', { url: 'https://engine.example' }),
    ]);
    await world.save(without((await world.page()).entityMentions, 'Engine'));
    await world.save(edit((await world.page()).entityMentions, 'Somebody', { name: 'Engine' }));
    expect((await world.page()).entityMentions).toMatchObject([
      { entity: { name: 'Engine', url: 'https://engine.example' } },
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example', 'nonsense'])('is not %s', async (url) => {
    const { entityMentions } = await world.page();
    const refused = {
      status: 400,
      body: { code: 'invalid', detail: expect.stringContaining('must begin with https://') },
    };
    expect(await world.save([...entityMentions, add('Nobody', 'person', { url })])).toMatchObject(refused);
    expect(await world.save(edit(entityMentions, 'Babbage', { url }))).toMatchObject(refused);
  });
});

describe('learning from what was added', () => {
  it('adds entity and pattern to the vocabulary, once', async () => {
    const { entityMentions } = await world.page();
    const sent = [
      ...entityMentions,
      add('Nobody', 'company', { url: 'https://nobody.example' }),
      add('BABBAGE', 'company'),
    ];
    const answer = saved(await world.save(sent, { learn: true }));
    const events = await world.eventsOf(answer);
    expect(events.map(({ type }) => type)).toEqual([
      ...['EntityNamed', 'EntityLinked', 'PatternAdded', 'EntityNamed', 'PatternAdded'],
      ...['EntityAdded', 'EntityAdded'],
    ]);
    expect(events[2]!.data).toMatchObject({ pattern: { name: 'Nobody', wholeWord: true, caseSensitive: false } });
    expect((events[2]!.data as { pattern: { entityId: string } }).pattern.entityId).toBe(
      (events[5]!.data as { entityId: string }).entityId,
    );
    expect((await world.patterns()).toSorted()).toEqual(['Ada Lovelace', 'BABBAGE', 'Babbage', 'Nobody']);
    expect(await world.counts()).toEqual({ Babbage: 2, 'Ada Lovelace': 1, Nobody: 1, BABBAGE: 2 });
  });

  it('adds no pattern that already exists', async () => {
    const { entityMentions } = await world.page();
    await world.addPattern('Nobody', 'company');
    const sent = [...entityMentions, add('nobody', 'company')];
    const answer = saved(await world.save(sent, { learn: true }));
    expect((await world.eventsOf(answer)).map(({ type }) => type)).toEqual(['EntityAdded']);
  });

  it('is finished by saving again when only the first half was recorded', async () => {
    const { entityMentions } = await world.page();
    const sent = [...entityMentions, add('Engine', 'company')];
    // The state after only the first of the two appends.
    const pattern = { name: 'Engine', entity: null, caseSensitive: false, wholeWord: true };
    const command = {
      type: 'AddPattern' as const,
      pattern: {
        ...pattern,
        patternId: PatternId.parse(randomUUID()),
        entityTypeId: EntityTypeId.parse(await world.category('company')),
      },
    };
    await world.app.services.vocabulary.run(command, systemContext('spec'));
    const answer = saved(await world.save(sent, { learn: true }));
    expect((await world.eventsOf(answer)).map(({ type }) => type)).toEqual(['EntityAdded']);
    expect((await world.counts())['Engine']).toBe(1);
  });
});

describe('two people', () => {
  it('keep each other’s changes', async () => {
    const { entityMentions, version } = await world.page();
    saved(
      await world.save([...without(entityMentions, 'Babbage'), add('Nobody', 'book')], {
        by: await world.app.signIn('admin'),
        base: version,
      }),
    );
    const mine = [...edit(entityMentions, 'Ada Lovelace', { name: 'Countess' }), add('Engine', 'book')];
    expect(saved(await world.save(mine, { base: version }))).toMatchObject({ changes: 2 });
    expect(Object.keys(await world.counts()).sort()).toEqual(['Countess', 'Engine', 'Nobody']);
  });

  it('leave alone what the page listed as one entity with another when it was loaded, and lists now', async () => {
    const { entityMentions, version } = await world.page();
    const idOf = (name: string) => entityMentions.find(({ entity }) => entity.name === name)!.entity.id;
    const path = `/api/admin/entities/${idOf('Ada Lovelace')}`;
    expect((await world.admin('POST', `${path}/merge`, { into: idOf('Babbage') })).status).toBe(200);
    const loaded = await world.page();
    expect(await world.counts()).toEqual({ Babbage: 2 });
    expect((await world.admin('POST', `${path}/unmerge`, {})).status).toBe(200);
    const mine = [...loaded.entityMentions, add('Engine', 'book')];
    const ids = loaded.entityMentions.map(({ entity }) => entity.id);
    saved(await world.save(mine, { base: loaded.version, loaded: ids }));
    expect(await world.counts()).toEqual({ Babbage: 2, 'Ada Lovelace': 1, Engine: 1 });
    // Removing what it stood for removes that one alone.
    saved(await world.save([add('Engine', 'book')], { base: version, loaded: ids }));
    expect(await world.counts()).toEqual({ 'Ada Lovelace': 1, Engine: 1 });
  });

  it('are asked what they were shown before they remove what a merge or a split brought back since', async () => {
    const { entityMentions } = await world.page();
    const [ada, babbage] = ['Ada Lovelace', 'Babbage'].map(
      (name) => entityMentions.find(({ entity }) => entity.name === name)!.entity.id,
    );
    const path = `/api/admin/entities/${ada}`;
    expect((await world.admin('POST', `${path}/merge`, { into: babbage })).status).toBe(200);
    const loaded = await world.page();
    expect((await world.admin('POST', `${path}/unmerge`, {})).status).toBe(200);
    const mine = [...loaded.entityMentions, add('Engine', 'book')];
    expect(await world.save(mine, { base: loaded.version })).toMatchObject({
      status: 409,
      body: {
        code: 'edit-conflict',
        detail:
          '"Ada Lovelace" was merged or split since this version. To remove it, say which entities you were shown (`loaded`).',
        conflicts: [{ entityId: ada, base: null, mine: null, theirs: { name: 'Ada Lovelace' } }],
      },
    });
    expect(await world.counts()).toEqual({ Babbage: 2, 'Ada Lovelace': 1 });
    // What it keeps is not in question, and without If-Match the current list is meant.
    saved(await world.save([...entityMentions, add('Engine', 'book')], { base: loaded.version }));
    saved(await world.save(mine));
    expect(await world.counts()).toEqual({ Babbage: 2, Engine: 1 });
    // This version is later than the merge.
    const { version, entityMentions: now } = await world.page();
    saved(await world.save(without(now, 'Babbage'), { base: version }));
    expect(await world.counts()).toEqual({ Engine: 1 });
  });

  it('may make the same change', async () => {
    const { entityMentions, version } = await world.page();
    const sent = [
      ...edit(without(entityMentions, 'Babbage'), 'Ada Lovelace', { name: 'Countess' }),
      add('Engine', 'book'),
    ];
    saved(await world.save(sent, { by: await world.app.signIn('admin'), base: version }));
    expect(saved(await world.save(sent, { base: version }))).toMatchObject({ changes: 0 });
  });

  it('get a conflict when they change the same entity differently, and nothing is written', async () => {
    const { entityMentions, version } = await world.page();
    const { id } = entityMentions.find(({ entity }) => entity.name === 'Babbage')!.entity;
    await world.save(edit(entityMentions, 'Babbage', { name: 'Charles B.' }), {
      by: await world.app.signIn('admin'),
      base: version,
    });
    const head = await world.app.services.log.head();
    const sides = { base: { name: 'Babbage', type: 'person', url: null }, theirs: { name: 'Charles B.' } };
    expect(
      await world.save(edit(entityMentions, 'Babbage', { name: 'C. B.', type: 'novelty' }), { base: version }),
    ).toMatchObject({
      status: 409,
      body: { code: 'edit-conflict', conflicts: [{ entityId: id, mine: { name: 'C. B.' }, ...sides }] },
    });
    expect(await world.save(without(entityMentions, 'Babbage'), { base: version })).toMatchObject({
      status: 409,
      body: { code: 'edit-conflict', conflicts: [{ entityId: id, mine: null, ...sides }] },
    });
    expect(await world.app.services.log.head()).toBe(head);
  });

  it('may save at the same moment', async () => {
    const names = ['Nobody', 'Engine', 'met', 'again'];
    const { entityMentions, version } = await world.page();
    const answers = await Promise.all(
      names.map(async (name) => world.save([...entityMentions, add(name, 'location')], { base: version })),
    );
    for (const answer of answers) saved(answer);
    expect(Object.keys(await world.counts())).toEqual(expect.arrayContaining(names));
  });
});
