import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { episodeAdded, event, id, projectedLog, record, seriesAdded, type ProjectedLog } from '../testing.ts';
import { verify } from '../kit/verify.ts';
import { search } from './search.projector.ts';
import { listDescribedMatches } from './search.queries.ts';
import { plainText, wordsOf } from './search-text.ts';

describe('the text of a query', () => {
  it('is split into words, or characters in scripts without spaces', () => {
    expect(wordsOf("It's C++ — über_all 科技ai")).toEqual(['it', 's', 'c', 'uber_all', '科', '技', 'ai']);
    expect(wordsOf('x'.repeat(10_000))).toEqual(['x'.repeat(100)]);
  });

  it('is free of markup', () => {
    expect(plainText('<p>A &amp; B<br>1 &lt; 2 &#x1F3A7;&#39;</p>\n a < b')).toBe("A & B 1 < 2 🎧' a < b");
    expect(plainText('&bogus; &#99999999; &#0;')).toBe('&bogus; &#99999999; &#0;');
  });
});

describe('the tables of the search', () => {
  let world: ProjectedLog;
  beforeAll(async () => {
    world = await projectedLog([search]);
    await record(world.log, `series-${id('series')}`, seriesAdded());
    await record(world.log, `episode-${id('episode')}`, episodeAdded(1, 'Café at night'));
    await world.settled();
  });
  afterAll(async () => world.close());

  it('follow the title and description of an episode', async () => {
    expect(await listDescribedMatches(world.pool, id('series'), 'CAFE AT')).toEqual([id('episode')]);
    const facts = { episodeUuid: id('episode'), seriesUuid: id('series') };
    await record(
      world.log,
      `episode-${id('episode')}`,
      event('EpisodeRefreshed', {
        ...facts,
        from: { title: 'Café at night', description: null },
        to: { title: 'Tea', description: '<p>Oolong &amp; more</p>' },
      }),
      event('EpisodeRefreshed', { ...facts, from: { durationSeconds: null }, to: { durationSeconds: 5 } }),
    );
    await world.settled();
    expect(await listDescribedMatches(world.pool, id('series'), 'cafe')).toEqual([]);
    expect(await listDescribedMatches(world.pool, id('series'), 'oolong & m')).toEqual([id('episode')]);
    expect(await listDescribedMatches(world.pool, id('series'), ' - ')).toEqual([]);
    expect(await listDescribedMatches(world.pool, id('series', 2), 'tea')).toEqual([]);
  });

  it('follow a description that was edited by hand', async () => {
    const edited = { episodeUuid: id('episode'), from: '<p>Oolong &amp; more</p>', to: '<p>Sencha</p>' };
    await record(world.log, `episode-${id('episode')}`, event('DescriptionEdited', edited));
    await world.settled();
    expect(await listDescribedMatches(world.pool, id('series'), 'oolong')).toEqual([]);
    expect(await listDescribedMatches(world.pool, id('series'), 'sencha')).toEqual([id('episode')]);
  });

  it('are the same after a rebuild', async () => {
    const comparisons = await verify({ log: world.log, pool: world.pool, projectors: [search] });
    expect(comparisons.map(({ rows, differences }) => [rows, differences])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });
});
