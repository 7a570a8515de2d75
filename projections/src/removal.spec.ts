import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PodcastSearchQuery } from '@earmark/contracts/series';
import { ddlOf } from './kit/projector.ts';
import { verify } from './kit/verify.ts';
import { projectors } from './projectors.ts';
import {
  findEpisode,
  findKnownSeries,
  findPodcast,
  findRemovedEpisode,
  listEntityPodcasts,
  listPlaces,
  listRecentEpisodes,
  listSeriesCards,
  searchPodcasts,
} from './queries.ts';
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
} from './testing.ts';

const LINES = ['Ann: Rome and Oslo.', 'Bob: Oslo.', 'Ann: Nothing.'];
/** When something was removed stays known, and an episode's own removal is in its stream. */
const KEPT = ['catalogue_removal', 'mentions_removal'];

let world: ProjectedLog;
beforeAll(async () => {
  world = await projectedLog();
  const { log } = world;
  await record(log, 'vocabulary-main', ...categories());
  await record(log, 'vocabulary-main', entityNamed(1, 'Oslo'), patternAdded(1, 'Oslo'));
  await record(log, `series-${id('series', 1)}`, seriesAdded(1));
  await record(log, `series-${id('series', 2)}`, seriesAdded(2, 'Day Shift'));
  for (const [number, series] of [
    [1, 1],
    [2, 1],
    [3, 2],
  ] as const)
    await addEpisode(number, series);
  const decision = { facts: factsOf('Bergen'), before: null, entityId: id('entity', 2) };
  await record(
    log,
    `entities-${id('episode', 1)}`,
    event('EntityAdded', { episodeUuid: id('episode', 1), ...decision }),
  );
  await world.settled();
});
afterAll(async () => world.close());

it('nothing is found of a removed podcast, and everything is back as it was when that is undone', async () => {
  const before = await dump();
  expect(await shown()).toEqual({ cards: ['Night Shift', 'Day Shift'], episodes: [1, 2, 3], oslo: [4, 2], found: 1 });
  await turnSeries('SeriesRemoved');
  expect(await shown()).toEqual({ cards: ['Day Shift'], episodes: [3], oslo: [2], found: 0 });
  expect(await findPodcast(world.pool, 'NightShift')).toBeNull();
  expect(await findEpisode(world.pool, null, id('episode', 1))).toBeNull();
  expect(await findRemovedEpisode(world.pool, null, id('episode', 1))).toEqual({
    title: 'Episode 1',
    withPodcast: 'Night Shift',
  });
  expect(await differences()).toEqual([]);
  await turnSeries('SeriesRestored');
  expect(await dump()).toEqual(before);
  expect(await differences()).toEqual([]);
});

describe('an episode that was removed by itself', () => {
  it('stays removed when its podcast is restored, and comes back as it was', async () => {
    const before = await dump(['revision']);
    await turnEpisode('EpisodeRemoved');
    expect(await shown()).toEqual({ cards: ['Day Shift', 'Night Shift'], episodes: [2, 3], oslo: [2, 2], found: 1 });
    await turnSeries('SeriesRemoved');
    await turnSeries('SeriesRestored');
    expect((await shown()).episodes).toEqual([2, 3]);
    expect(await findPodcast(world.pool, id('series'))).toMatchObject({ totalEpisodes: 1 });
    expect(await differences()).toEqual([]);
    await turnEpisode('EpisodeRestored');
    expect(await dump(['revision'])).toEqual(before);
    expect(await differences()).toEqual([]);
  });

  it('leaves its podcast without episodes when it was the only one', async () => {
    await turnEpisode('EpisodeRemoved', 3, 2);
    expect(await findPodcast(world.pool, id('series', 2))).toMatchObject({ totalEpisodes: 0 });
    expect((await shown()).oslo).toEqual([4]);
    expect(await differences()).toEqual([]);
    await turnEpisode('EpisodeRestored', 3, 2);
    expect((await shown()).oslo).toEqual([4, 2]);
  });
});

it('keeps the slug and the identity of what is removed', async () => {
  await turnSeries('SeriesRemoved');
  expect(await findKnownSeries(world.pool, id('series'), null)).toMatchObject({ isRemoved: true });
  const { podcasts, episodes } = await listPlaces(world.pool, {
    podcasts: [id('series')],
    episodes: [id('episode')],
    entities: [],
  });
  expect(podcasts.get(id('series'))).toMatchObject({ name: 'Night Shift', isRemoved: true });
  expect(episodes.get(id('episode'))).toMatchObject({ title: 'Episode 1', isRemoved: true });
  // A runner that starts anew loads what it knows from the tables.
  await world.stopRunner();
  world.startRunner();
  await record(world.log, `series-${id('series', 3)}`, seriesAdded(3));
  await world.settled();
  expect(await findPodcast(world.pool, id('series', 3))).toMatchObject({ slug: 'NightShift-2' });
  await turnSeries('SeriesRestored');
});

it('takes in what reaches the streams of a removed podcast at the same moment', async () => {
  await turnSeries('SeriesRemoved');
  await world.stopRunner();
  world.startRunner();
  await addEpisode(4, 1);
  const episodeUuid = id<string>('episode', 1);
  const { rows } = await world.pool.query<{ version: string; segment: string }>(
    `select version_id as version, segment_id as segment from read.mentions_segment
     where episode_uuid = $1 and text = 'Nothing.'`,
    [episodeUuid],
  );
  const { version: versionId, segment: segmentId } = rows[0]!;
  const edit = { episodeUuid, versionId, segmentId, from: 'Nothing.', to: 'Oslo!' };
  await record(world.log, `transcript-${episodeUuid}`, event('SegmentEdited', edit));
  await world.settled();
  expect((await shown()).oslo).toEqual([2]);
  expect(await differences()).toEqual([]);
  await turnSeries('SeriesRestored');
  expect((await shown()).oslo).toEqual([7, 2]);
  expect(await differences()).toEqual([]);
});

async function addEpisode(number: number, series: number): Promise<void> {
  const added = episodeAdded(number, `Episode ${number}`);
  const data = { ...(added.data as object), seriesUuid: id('series', series) };
  await record(world.log, `episode-${id('episode', number)}`, { ...added, data });
  const { length } = categories();
  await record(world.log, `transcript-${id('episode', number)}`, ...transcriptEvents(number, LINES, length + 1));
}

async function turnSeries(type: 'SeriesRemoved' | 'SeriesRestored'): Promise<void> {
  await record(world.log, `series-${id('series')}`, event(type, { seriesUuid: id('series') }));
  await world.settled();
}

async function turnEpisode(type: 'EpisodeRemoved' | 'EpisodeRestored', number = 1, series = 1): Promise<void> {
  const data = { episodeUuid: id('episode', number), seriesUuid: id('series', series) };
  await record(world.log, `episode-${id('episode', number)}`, event(type, data));
  await world.settled();
}

/** What a few of the queries show: two mentions of Oslo in each episode. */
async function shown() {
  const { pool } = world;
  const query: PodcastSearchQuery = {
    q: 'night',
    category: 'all',
    language: 'all',
    sort: 'relevance',
    limit: 20,
    offset: 0,
  };
  const client = await pool.connect();
  try {
    await client.query('begin');
    return {
      cards: (await listSeriesCards(client)).map(({ name }) => name),
      episodes: (await listRecentEpisodes(client))
        .map(({ title }) => Number(title.slice('Episode '.length)))
        .sort((a, b) => a - b),
      oslo: (await listEntityPodcasts(client, id('entity'))).map(({ count }) => count),
      found: (await searchPodcasts(client, query)).total,
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function differences(): Promise<unknown[]> {
  const comparisons = await verify({ log: world.log, pool: world.pool, projectors });

  return comparisons.filter((one) => one.differences > 0);
}

/** All rows of all tables. */
async function dump(without: readonly string[] = []): Promise<Record<string, string[]>> {
  const tables = projectors.flatMap((projector) => ddlOf(projector).names).filter((name) => !KEPT.includes(name));
  const rows: Record<string, string[]> = {};
  for (const table of tables) {
    const found = await world.pool.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from read.${table} t order by 1`,
      [without],
    );
    rows[table] = found.rows.map(({ row }) => row);
  }

  return rows;
}

const factsOf = (name: string) => ({ name, entityTypeId: id('type'), url: null, slugBase: name.toLowerCase() });
