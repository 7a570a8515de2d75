import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findEpisode } from '../catalogue/catalogue.queries.ts';
import { listRecentEpisodes } from '../catalogue/mentioned-episodes.queries.ts';
import {
  categories,
  entityNamed,
  episodeAdded,
  event,
  id,
  pattern,
  patternAdded,
  projectedLog,
  record,
  seriesAdded,
  transcriptEvents,
  type ProjectedLog,
} from '../testing.ts';
import { listEntityMonths } from './entity-page.queries.ts';
import { listTextMatches } from './episode-matches.queries.ts';
import { listMentions, listSegments } from './mentions.queries.ts';

let world: ProjectedLog;

beforeEach(async () => {
  world = await projectedLog();
  // Revisions 0 to 6 of the vocabulary.
  await record(world.log, 'vocabulary-main', ...categories());
  await record(world.log, `series-${id('series')}`, seriesAdded());
  await record(world.log, `episode-${id('episode')}`, episodeAdded());
});
afterEach(async () => world.close());

const lines = [
  'Ada: New York is not the New York Times.',
  'Bea: I read the Times in York. York, yes!',
  'Ada: Nothing here.',
  'Cem: new  york again',
];

it('counts a segment once per entity, however often and under whichever alias it occurs', async () => {
  await vocabulary(
    entityNamed(1, 'New York'),
    patternAdded(1, 'New York'),
    entityNamed(2, 'York'),
    patternAdded(2, 'York'),
    patternAdded(3, 'New York', { entity: 2 }),
  );
  await transcript(lines, 11);
  expect(await counts()).toEqual({ 'New York': 2, York: 3 });
  const york = (await shown()).find(({ entity }) => entity.name === 'York')!;
  expect(york.marks).toEqual([0, 0, 8, 0, 20, 28, 1, 20, 24, 1, 26, 30, 3, 0, 9]);
  expect(york.contexts.map(({ speaker, timecode }) => [speaker, timecode])).toEqual([
    ['Ada', 0],
    ['Bea', 1000],
    ['Cem', 3000],
  ]);
});

it('keeps the numbers of an episode when the vocabulary changes, until its entities are extracted again', async () => {
  await vocabulary(entityNamed(1, 'Times'), patternAdded(1, 'Times'));
  await transcript(lines, 8);
  await vocabulary(
    entityNamed(2, 'York'),
    patternAdded(2, 'York'),
    event('PatternDeleted', { pattern: pattern(1, 'Times') }),
  );
  await world.settled();
  expect(await counts()).toEqual({ Times: 2 });

  const from = { vocabularyRevision: 8, matcherVersion: 1 };
  const pin = { vocabularyRevision: 11, matcherVersion: 1 };
  await record(
    world.log,
    `entities-${id('episode')}`,
    event('EntitiesExtracted', { episodeUuid: id('episode'), from, pin }),
  );
  await world.settled();
  expect(await counts()).toEqual({ York: 3 });
});

it('returns to exactly the old numbers when an episode is pinned to the old vocabulary again', async () => {
  await vocabulary(entityNamed(1, 'York'), patternAdded(1, 'York'));
  await transcript(lines, 8);
  const before = await shown();
  await vocabulary(event('PatternEdited', { from: pattern(1, 'York'), to: { ...pattern(1, 'York'), name: 'Times' } }));
  const old = { vocabularyRevision: 8, matcherVersion: 1 };
  const now = { vocabularyRevision: 9, matcherVersion: 1 };
  const stream = `entities-${id('episode')}`;
  await record(world.log, stream, event('EntitiesExtracted', { episodeUuid: id('episode'), from: old, pin: now }));
  await world.settled();
  expect((await shown()).map(({ count }) => count)).toEqual([2]);
  await record(world.log, stream, event('EntitiesExtracted', { episodeUuid: id('episode'), from: now, pin: old }));
  await world.settled();
  expect(await shown()).toEqual(before);
});

it('shows nothing of a transcript before it is activated', async () => {
  const [segments, recorded, activated] = transcriptEvents(1, lines, 6);
  await record(world.log, `transcript-${id('episode')}`, segments!);
  await world.settled();
  expect(await findEpisode(world.pool, null, id('episode'))).toMatchObject({ versionId: null });
  await record(world.log, `transcript-${id('episode')}`, recorded!, activated!);
  await world.settled();
  expect(await texts()).toHaveLength(4);
});

it('shows the last activated version with its own mentions', async () => {
  await vocabulary(entityNamed(1, 'York'), patternAdded(1, 'York'));
  await transcript(lines, 8);
  await record(world.log, `transcript-${id('episode')}`, ...transcriptEvents(1, ['Ada: York once.'], 8, 2));
  await world.settled();
  expect(await texts()).toEqual(['York once.']);
  expect(await counts()).toEqual({ York: 1 });
});

it('lists episodes with mentions on the dashboard, and no others', async () => {
  await record(world.log, `episode-${id('episode', 2)}`, episodeAdded(2, 'Silence'));
  await vocabulary(entityNamed(1, 'York'), patternAdded(1, 'York'));
  await transcript(lines, 8);
  expect(await listRecentEpisodes(world.pool)).toMatchObject([
    { title: 'Pilot', mentionsCount: 3, hasWhisperTranscript: true, podcastSlug: 'NightShift' },
  ]);
});

it('sums the mentions of a series and the length of transcripts across batches', async () => {
  await vocabulary(entityNamed(1, 'York'), patternAdded(1, 'York'));
  await transcript(lines, 8);
  await record(world.log, `episode-${id('episode', 2)}`, episodeAdded(2, 'Second'));
  await record(world.log, `transcript-${id('episode', 2)}`, ...transcriptEvents(2, ['Ada: York.', 'Ada: No.'], 8));
  await world.settled();
  const { rows } = await world.pool.query('select mentions from read.mentions_series');
  expect(rows).toEqual([{ mentions: 4 }]);
  const months = await listEntityMonths(world.pool, id('entity', 1));
  expect(months).toEqual([{ month: '2026-01', count: 4, hours: 6 / 3600 }]);
});

it('counts matches of a text by segment, even when a text contains the separator', async () => {
  await transcript(['Ada: new york, New York', 'Ada: york\u001enew york\u001enew york', 'Ada: newyork'], 6);
  const matches = async (text: string) =>
    (await listTextMatches(world.pool, id('series'), text)).get(id('episode')) ?? 0;
  expect(await matches('new york')).toBe(2);
  expect(await matches('york')).toBe(2);
  expect(await matches('york\u001enew')).toBe(1);
  expect(await matches('new')).toBe(2);
  expect(await matches('ewyork')).toBe(0);
  expect(await matches(' - ')).toBe(0);
});

const vocabulary = async (...events: Parameters<typeof record>[2][]) => record(world.log, 'vocabulary-main', ...events);

async function transcript(of: readonly string[], revision: number): Promise<void> {
  await record(world.log, `transcript-${id('episode')}`, ...transcriptEvents(1, of, revision));
  await world.settled();
}

async function segments() {
  const found = await findEpisode(world.pool, null, id('episode'));
  return listSegments(world.pool, id('episode'), found!.versionId!);
}
const texts = async () => (await segments()).map(({ text }) => text);
const shown = async () => listMentions(world.pool, id('episode'), await segments());
const counts = async () => Object.fromEntries((await shown()).map(({ entity, count }) => [entity.name, count]));
