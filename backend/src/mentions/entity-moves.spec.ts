import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EntityId } from '@earmark/contracts/vocabulary';
import {
  categories,
  entityNamed,
  episodeAdded,
  event,
  id,
  patternAdded,
  projectedLog,
  record,
  seriesAdded,
  transcriptEvents,
  type ProjectedLog,
} from '@earmark/projections/testing';
import { EntityMoves } from './entity-moves.ts';
import type { LedgerLine, LedgerStart } from './ledger-lines.ts';

const EPISODES = 12;
const ENTITY = id<EntityId>('entity', 1);
const EVERYTHING = 1000;

let world: ProjectedLog;
beforeAll(async () => {
  world = await projectedLog();
  const { log } = world;
  await record(log, `series-${id('series')}`, seriesAdded());
  await record(log, 'vocabulary-main', ...categories(), entityNamed(1, 'Ada'), patternAdded(1, 'Ada'));
  for (let number = 1; number <= EPISODES; number++) {
    await record(log, `episode-${id('episode', number)}`, episodeAdded(number, `Part ${number}`));
    const lines = ['Ann: Ada and Bea.', 'Ann: Bea.', ...(number % 2 === 0 ? ['Ann: Ada again.'] : [])];
    await record(log, `transcript-${id('episode', number)}`, ...transcriptEvents(number, lines, 8));
  }
  for (const number of [3, 7, 3]) await remove(number);
});
afterAll(async () => world.close());

const ofEpisode = (number: number, type: string, data: object) =>
  record(world.log, `entities-${id('episode', number)}`, event(type, { episodeUuid: id('episode', number), ...data }));
const remove = async (number: number) => {
  const facts = { name: 'Ada', entityTypeId: id('type'), url: null, slugBase: 'ada' };
  await ofEpisode(number, 'EntityRemoved', { entityId: ENTITY, facts, before: null, after: 'removed' });
};

/** `read`: the episodes whose transcripts were read. */
async function ledger(start: LedgerStart | null, most: number, limits = { few: 1, atOnce: 2 }) {
  await world.settled();
  const { log, pool } = world;
  const read = new Set<string>();
  const readStream = log.readStream.bind(log);
  log.readStream = (stream, options) => {
    if (stream.startsWith('transcript-')) read.add(stream);

    return readStream(stream, options);
  };
  const wanted = { entityId: ENTITY, episodeUuid: null, podcastUuid: null, start, most };
  const lines = await new EntityMoves(log, pool, limits).lines(wanted, new AbortController().signal);
  log.readStream = readStream;

  return { lines, read: read.size };
}

const whole = async () => (await ledger(null, EVERYTHING, { few: EVERYTHING, atOnce: EVERYTHING })).lines;
const sums = (lines: readonly LedgerLine[]) => lines.map(({ difference, total }) => [difference, total]);

/** The whole ledger, two lines a page. */
async function pages(): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = [];
  for (let start: LedgerStart | null = null; ;) {
    const page = await ledger(start, 2);
    lines.push(...page.lines);
    const last = page.lines.at(-1);
    if (!last) return lines;
    start = { position: last.position, total: last.total - last.difference };
  }
}

it('reads only as far back as the page needs, and counts back from the present number', async () => {
  const { lines, read } = await ledger(null, 3);
  expect(sums(lines)).toEqual([
    [-1, 16],
    [-1, 17],
    [2, 18],
  ]);
  expect(read).toBe(4);
  expect(await pages()).toEqual(await whole());
  expect((await whole()).at(-1)).toMatchObject({ difference: 1, total: 1 });
});

it('continues before a position, also without the number there', async () => {
  const all = await whole();
  expect((await ledger({ position: all[5]!.position, total: null }, 4)).lines).toEqual(all.slice(6, 10));
});

it('combines what a publication changed in all episodes', async () => {
  await record(world.log, 'vocabulary-main', patternAdded(2, 'Bea', { entity: 1 }));
  const number = (await whole())[0]!.total;
  const pin = { vocabularyRevision: 9, matcherVersion: 1 };
  await record(
    world.log,
    'recount-main',
    event('RecountPublished', { recountId: id('recount'), pin, scope: { podcastUuids: null } }),
  );
  await ofEpisode(1, 'EntitiesExtracted', { from: pin, pin: { ...pin, vocabularyRevision: 8 } });
  const { lines } = await ledger(null, 2);
  expect(lines).toMatchObject([
    { difference: -1, total: number + 9 },
    { difference: 10, total: number + 10, episodeUuid: null },
  ]);
  expect(await pages()).toEqual(await whole());
});

it('says what removals and restorations changed, that of a podcast in one line', async () => {
  const number = (await whole())[0]!.total;
  const own = { episodeUuid: id('episode', 2), seriesUuid: id('series') };
  await record(world.log, `episode-${own.episodeUuid}`, event('EpisodeRemoved', own));
  const podcast = `series-${id('series')}`;
  await record(world.log, podcast, event('SeriesRemoved', { seriesUuid: id('series') }));
  expect(sums((await ledger(null, 2)).lines)).toEqual([
    [3 - number, 0],
    [-3, number - 3],
  ]);
  await record(world.log, podcast, event('SeriesRestored', { seriesUuid: id('series') }));
  expect(sums((await ledger(null, 1)).lines)).toEqual([[number - 3, number - 3]]);
  await record(world.log, `episode-${own.episodeUuid}`, event('EpisodeRestored', own));
  expect(sums((await ledger(null, 1)).lines)).toEqual([[3, number]]);
  expect(await pages()).toEqual(await whole());
});
