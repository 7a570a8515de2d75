import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { verify } from '../kit/verify.ts';
import { projectors } from '../projectors.ts';
import {
  categories,
  entityNamed,
  event,
  id,
  pattern,
  patternAdded,
  personType,
  projectedLog,
  record,
  type ProjectedLog,
} from '../testing.ts';
import { native, sql } from '../kit/query-builder.ts';
import { isNamedLike, listPatterns } from './vocabulary.queries.ts';

const vocabulary = projectors.filter(({ name }) => name === 'vocabulary');
let world: ProjectedLog;
beforeAll(async () => {
  world = await projectedLog(vocabulary);
  await record(world.log, 'vocabulary-main', ...categories());
});
afterAll(async () => world.close());

const episodeUuid = id('episode');
const facts = (name: string, url: string | null = null) => ({
  name,
  entityTypeId: personType,
  url,
  slugBase: name.toLowerCase().replaceAll(' ', '-'),
});
const added = (number: number, name: string, url: string | null = null) =>
  event('EntityAdded', { episodeUuid, entityId: id('entity', number), facts: facts(name, url), before: null });

/** Name, slug and link of every entity. */
async function entities(): Promise<[string, string, string | null][]> {
  await world.settled();
  const { rows } = await world.pool.query<{ name: string; slug: string; url: string | null }>(
    'select name, slug, url from read.vocabulary_entity order by slug',
  );

  return rows.map(({ name, slug, url }) => [name, slug, url]);
}

it('has an entity that a person added to an episode, from its first appearance on', async () => {
  await record(world.log, `entities-${episodeUuid}`, added(1, 'Bea', 'https://bea.example'), added(2, 'BEA'));
  await record(world.log, `entities-${id('episode', 2)}`, added(1, 'bea', 'https://other.example'));
  expect(await entities()).toEqual([
    ['Bea', 'bea', 'https://bea.example'],
    ['BEA', 'bea-2', null],
  ]);
});

it('has the entity to which a person renamed another in one episode', async () => {
  const edited = { episodeUuid, entityId: id('entity', 1), moved: [id('entity', 1)], from: facts('Bea') };
  await record(
    world.log,
    `entities-${episodeUuid}`,
    event('EntityEdited', { ...edited, toEntityId: id('entity', 3), to: facts('Cem') }),
    event('EntityEdited', { ...edited, toEntityId: id('entity', 2), to: facts('Dee', 'https://dee.example') }),
  );
  expect(await entities()).toEqual([
    ['Bea', 'bea', 'https://bea.example'],
    ['BEA', 'bea-2', null],
    ['Cem', 'cem', null],
  ]);
});

it('keeps slug and link when the vocabulary names it later', async () => {
  await record(
    world.log,
    'vocabulary-main',
    entityNamed(1, 'Beatrice'),
    entityNamed(4, 'Bea'),
    event('EntityLinked', { entityId: id('entity', 3), from: null, url: 'https://cem.example' }),
  );
  expect(await entities()).toEqual([
    ['Beatrice', 'bea', 'https://bea.example'],
    ['BEA', 'bea-2', null],
    ['Bea', 'bea-3', null],
    ['Cem', 'cem', 'https://cem.example'],
  ]);
});

const patternNames = async () =>
  (await listPatterns(world.pool, { entityTypeId: null, text: null }, null)).patterns.map(({ name }) => name);

it('removes the patterns of an undone import', async () => {
  const imported = [pattern(2, 'Cem', { entity: 3 }), pattern(3, 'Cem A.', { entity: 3 })];
  await record(
    world.log,
    'vocabulary-main',
    patternAdded(1, 'Beatrice'),
    event('PatternsImported', { patterns: imported }),
  );
  await world.settled();
  expect(await patternNames()).toEqual(['Beatrice', 'Cem', 'Cem A.']);
  await record(world.log, 'vocabulary-main', event('PatternsRemoved', { patterns: imported }));
  await world.settled();
  expect(await patternNames()).toEqual(['Beatrice']);
});

it('finds a part of a name by an index', async () => {
  const query = sql('read.vocabulary_entity as n').select('n.name').modify(isNamedLike('ATRICE'));
  const [text, values] = native(query);
  const db = await world.pool.connect();
  try {
    await db.query('begin; set local enable_seqscan = off');
    expect((await db.query(text, values)).rows).toEqual([{ name: 'Beatrice' }]);
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('vocabulary_entity_searched');
  } finally {
    await db.query('rollback');
    db.release();
  }
});

it('is the same after a rebuild', async () => {
  const comparisons = await verify({ log: world.log, pool: world.pool, projectors: vocabulary });
  // One for each of its tables.
  expect(comparisons.map(({ differences }) => differences)).toEqual([0, 0, 0, 0]);
});
