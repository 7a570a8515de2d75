import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { uuidFrom } from '@earmark/contracts/kit';
import fc from 'fast-check';
import { verify } from '../kit/verify.ts';
import { projectors } from '../projectors.ts';
import {
  categories,
  entityNamed,
  episodeAdded,
  event,
  id,
  pattern,
  patternAdded,
  personType,
  projectedLog,
  record,
  seriesAdded,
  storyCount,
  transcriptEvents,
  type ProjectedLog,
} from '../testing.ts';
import { findEntity, listAliases } from './entity-page.queries.ts';
import { listMentions, listSegments } from './mentions.queries.ts';

const tested = projectors.filter(({ name }) => ['mentions', 'vocabulary', 'catalogue'].includes(name));
let world: ProjectedLog;

beforeAll(async () => {
  world = await projectedLog();
  await record(
    world.log,
    'vocabulary-main',
    ...categories(),
    ...[1, 2, 3, 4].flatMap((number) => [entityNamed(number, NAMES[number]!), patternAdded(number, NAMES[number]!)]),
  );
  await record(world.log, `series-${id('series')}`, seriesAdded());
  await record(world.log, `episode-${id('episode')}`, episodeAdded());
  await record(world.log, `episode-${id('episode', 2)}`, episodeAdded(2, 'Second'));
  await record(world.log, `transcript-${id('episode')}`, ...transcriptEvents(1, LINES, 14));
  await record(world.log, `transcript-${id('episode', 2)}`, ...transcriptEvents(2, LINES.slice(1, 3), 14));
});
afterAll(async () => world.close());

const NAMES = ['', 'Facebook', 'Meta', 'Meta Platforms', 'Zuck'] as const;
const LINES = [
  'Ada: Facebook is called Meta now.',
  'Bea: Meta Platforms, formally. Zuck says so.',
  'Cem: I still say Facebook.',
  'Ada: Nothing here.',
];

it('counts a merged entity for the other one, a segment with both once', async () => {
  expect(await counts()).toEqual({ Facebook: 2, Meta: 2, 'Meta Platforms': 1, Zuck: 1 });
  await merge(1, 2);
  expect(await counts()).toEqual({ Meta: 3, 'Meta Platforms': 1, Zuck: 1 });
  const meta = (await shown()).find(({ entity }) => entity.name === 'Meta')!;
  expect(meta.marks).toEqual([0, 0, 8, 0, 19, 23, 1, 0, 4, 2, 12, 20]);
});

it('follows a merge of what was merged into', async () => {
  await merge(2, 3);
  expect(await counts()).toEqual({ 'Meta Platforms': 3, Zuck: 1 });
  expect(await totals()).toEqual({ 'Meta Platforms': 5, Zuck: 2 });
});

it('leads to the other entity, and knows the merged names as aliases', async () => {
  const merged = (await findEntity(world.pool, 'facebook'))!;
  expect(merged).toMatchObject({ name: 'Meta Platforms', slug: 'meta-platforms' });
  expect(await findEntity(world.pool, id('entity', 2))).toMatchObject({ name: 'Meta Platforms' });
  expect(await listAliases(world.pool, merged)).toEqual(['Facebook', 'Meta']);
});

it('keeps decisions by the entity that they were made for', async () => {
  await decide('EntityRemoved', 1, { before: null, after: 'removed' });
  expect(await counts()).toEqual({ 'Meta Platforms': 2, Zuck: 1 });
});

it('is the same after a rebuild', async () => {
  expect(await differences()).toEqual([]);
});

it('splits off a chosen passage and whole podcasts, of what is merged too, and takes that back', async () => {
  const before = await counts();
  await split(1, 3, 4, [[1, 1]]);
  expect(await counts()).toEqual({ 'Meta Platforms': 1, Zuck: 1 });
  // Zuck is mentioned in that passage anyway.
  expect(await totals()).toEqual({ 'Meta Platforms': 3, Zuck: 2 });
  await split(2, 3, 4, [], [id('series')]);
  expect(await totals()).toEqual({ Zuck: 4 });
  expect(await differences()).toEqual([]);
  await unsplit(1);
  expect(await totals()).toEqual({ Zuck: 4 });
  await unsplit(2);
  expect(await counts()).toEqual(before);
  expect(await differences()).toEqual([]);
});

it('brings back exactly what would be there without the merges', async () => {
  await unmerge(2, 3);
  expect(await counts()).toEqual({ Meta: 2, 'Meta Platforms': 1, Zuck: 1 });
  await unmerge(1, 2);
  expect(await counts()).toEqual({ Meta: 2, 'Meta Platforms': 1, Zuck: 1 });
  await decide('EntityRemoved', 1, { before: 'removed', after: null });
  expect(await counts()).toEqual({ Facebook: 2, Meta: 2, 'Meta Platforms': 1, Zuck: 1 });
  expect(await leftovers()).toEqual(0);
  expect(await differences()).toEqual([]);
});

type Step =
  | { type: 'merge'; from: number; into: number }
  | { type: 'unmerge'; from: number }
  | { type: 'split'; from: number; into: number; place: number }
  | { type: 'unsplit'; which: number }
  | { type: 'remove' | 'add' | 'withdraw'; entity: number }
  | { type: 'move'; entity: number; to: number }
  | { type: 'pattern'; pattern: number; name: string }
  | { type: 'extract' }
  | { type: 'transcript' };
const entity = fc.integer({ min: 1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('merge' as const), from: entity, into: entity }),
  fc.record({ type: fc.constant('unmerge' as const), from: entity }),
  fc.record({ type: fc.constant('split' as const), from: entity, into: entity, place: fc.nat(5) }),
  fc.record({ type: fc.constant('unsplit' as const), which: fc.nat(5) }),
  fc.record({ type: fc.constantFrom('remove' as const, 'add' as const, 'withdraw' as const), entity }),
  fc.record({ type: fc.constant('move' as const), entity, to: entity }),
  fc.record({ type: fc.constant('pattern' as const), pattern: entity, name: fc.constantFrom('so', 'still', 'now') }),
  fc.constant({ type: 'extract' as const }),
  fc.constant({ type: 'transcript' as const }),
);

it('equals a rebuild after random merges, splits, decisions and edits, and holds nothing when all are undone', async () => {
  const into = new Map<number, number>();
  const taken = new Map<string, [from: number, into: number]>();
  const reaches = (from: number, to: number): boolean =>
    from === to ||
    [...into, ...taken.values()].some(([source, target]) => source === from && target !== from && reaches(target, to));
  const patterns = new Map([1, 2, 3, 4].map((number) => [number, pattern(number, NAMES[number]!)]));
  let pin = 14;
  let version = 1;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      for (const one of steps)
        switch (one.type) {
          case 'merge':
            if (into.has(one.from) || into.has(one.into) || reaches(one.into, one.from)) break;
            into.set(one.from, one.into);
            await merge(one.from, one.into);
            break;
          case 'unmerge':
            if (!into.has(one.from)) break;
            await unmerge(one.from, into.get(one.from)!);
            into.delete(one.from);
            break;
          case 'split': {
            const key = `${one.from} ${one.place}`;
            if (taken.has(key) || into.has(one.from) || into.has(one.into) || reaches(one.into, one.from)) break;
            taken.set(key, [one.from, one.into]);
            await splitAt(one.from, one.into, one.place);
            break;
          }
          case 'unsplit': {
            const key = [...taken.keys()][one.which];
            if (key === undefined) break;
            await unsplitAt(key);
            taken.delete(key);
            break;
          }
          case 'remove':
            await decide('EntityRemoved', one.entity, { before: null, after: 'removed' });
            break;
          case 'withdraw':
            await decide('EntityRemoved', one.entity, { before: null, after: null });
            break;
          case 'add':
            await decide('EntityAdded', one.entity, { before: null });
            break;
          case 'move':
            await move(one.entity, one.to);
            break;
          case 'pattern': {
            const from = patterns.get(one.pattern)!;
            const to = { ...from, name: `${one.name} ${one.pattern}`.slice(0, one.pattern > 2 ? -2 : undefined) };
            patterns.set(one.pattern, to);
            await record(world.log, 'vocabulary-main', event('PatternEdited', { from, to }));
            break;
          }
          case 'extract':
            pin = await extract(pin);
            break;
          case 'transcript':
            version += 1;
            await record(world.log, `transcript-${id('episode')}`, ...transcriptEvents(1, LINES, 14, version));
        }
      expect(await differences()).toEqual([]);
      for (const [from, target] of into) await unmerge(from, target);
      into.clear();
      for (const key of taken.keys()) await unsplitAt(key);
      taken.clear();
      expect(await leftovers()).toBe(0);
      expect(await differences()).toEqual([]);
    }),
    { numRuns: storyCount(60) },
  );
});

const merge = async (from: number, into: number) =>
  record(world.log, 'vocabulary-main', event('EntitiesMerged', { from: id('entity', from), into: id('entity', into) }));
const unmerge = async (from: number, into: number) =>
  record(
    world.log,
    'vocabulary-main',
    event('EntitiesUnmerged', { from: id('entity', from), into: id('entity', into) }),
  );

const splits = new Map<number, object>();
/** Of the first version. */
const segmentIdOf = (episode: number, line: number) => uuidFrom(id(`version of episode ${episode}`, 1), String(line));
/** Segments by the number of their episode and line. */
const split = async (
  number: number,
  from: number,
  into: number,
  segments: readonly (readonly [episode: number, line: number])[],
  podcastUuids: readonly string[] = [],
) => {
  const data = {
    splitId: id('split', number),
    from: id('entity', from),
    into: id('entity', into),
    scope: {
      podcastUuids,
      segments: segments.map(([episode, line]) => ({
        episodeUuid: id('episode', episode),
        segmentId: segmentIdOf(episode, line),
      })),
    },
  };
  splits.set(number, data);
  await record(world.log, 'vocabulary-main', event('EntitySplit', data));
};
const unsplit = async (number: number) =>
  record(world.log, 'vocabulary-main', event('EntityUnsplit', splits.get(number)!));
const splitNumber = (from: number, place: number) => 100 + from * 10 + place;
/** Place 0 is the podcast, 1 to 4 are lines of the first episode, 5 is one of the second. */
const splitAt = async (from: number, into: number, place: number) =>
  place === 0
    ? split(splitNumber(from, place), from, into, [], [id('series')])
    : split(splitNumber(from, place), from, into, [place === 5 ? [2, 0] : [1, place - 1]]);
const unsplitAt = async (key: string) => {
  const [from, place] = key.split(' ').map(Number);
  await unsplit(splitNumber(from!, place!));
};

const facts = (number: number) => ({ name: NAMES[number]!, entityTypeId: personType, url: null, slugBase: 'x' });
const decide = async (type: 'EntityRemoved' | 'EntityAdded', number: number, more: object) =>
  record(
    world.log,
    `entities-${id('episode')}`,
    event(type, { episodeUuid: id('episode'), entityId: id('entity', number), facts: facts(number), ...more }),
  );
const move = async (number: number, to: number) =>
  record(
    world.log,
    `entities-${id('episode')}`,
    event('EntityEdited', {
      episodeUuid: id('episode'),
      entityId: id('entity', number),
      toEntityId: id('entity', to),
      moved: [id('entity', number)],
      from: facts(number),
      to: facts(to),
    }),
  );

async function extract(from: number): Promise<number> {
  let head = from;
  for await (const last of world.log.readStream('vocabulary-main', { direction: 'backwards', limit: 1 }))
    head = last.revision;
  const pinOf = (vocabularyRevision: number) => ({ vocabularyRevision, matcherVersion: 1 });
  await record(
    world.log,
    `entities-${id('episode')}`,
    event('EntitiesExtracted', { episodeUuid: id('episode'), from: pinOf(from), pin: pinOf(head) }),
  );

  return head;
}

async function shown() {
  await world.settled();
  const { rows } = await world.pool.query<{ version_id: string }>(
    'select version_id from read.mentions_episode where episode_uuid = $1',
    [id('episode')],
  );

  return listMentions(world.pool, id('episode'), await listSegments(world.pool, id('episode'), rows[0]!.version_id));
}

const counts = async () => Object.fromEntries((await shown()).map(({ entity: { name }, count }) => [name, count]));

async function totals() {
  await world.settled();
  const { rows } = await world.pool.query<{ name: string; count: number }>(
    `select n.name, sum(c.count)::integer as count from read.mentions_entity_episode c
     join read.vocabulary_entity n on n.entity_id = c.entity_id group by n.name`,
  );

  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** What merges have left in the tables. */
async function leftovers(): Promise<number> {
  await world.settled();
  const { rows } = await world.pool.query<{ rows: number }>(
    `select (select count(*) from read.mentions_merge)::integer + (select count(*) from read.mentions_merged)::integer + (select count(*) from read.mentions_split)::integer
       + (select count(*) from read.mentions_found)::integer
       + (select count(*) from read.mentions_all_episode where merged <> '')::integer as rows`,
  );

  return rows[0]!.rows;
}

async function differences(): Promise<string[]> {
  await world.settled();
  const comparisons = await verify({ log: world.log, pool: world.pool, projectors: tested });

  return comparisons.flatMap(({ examples }) => examples);
}
