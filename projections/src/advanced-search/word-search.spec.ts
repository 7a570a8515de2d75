import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseQuery } from '@earmark/contracts/search';
import { uuidFrom } from '@earmark/contracts/kit';
import { verify } from '../kit/verify.ts';
import { passages } from '../passages/passages.projector.ts';
import {
  episodeAdded,
  event,
  id,
  isFoundPlainly,
  plainWords,
  projectedLog,
  record,
  seriesAdded,
  transcriptEvents,
  type ProjectedLog,
} from '../testing.ts';
import { segmentIdAt } from './episode-facts.ts';
import { createKeptEpisodes } from './kept-episodes.queries.ts';
import { SearchLibrary } from './search-library.ts';
import { eachSegment, segmentsOf } from './segment-set.ts';
import { planWords } from './word-plan.ts';
import { findWords } from './word-search.ts';

const WORDS =
  'the,sea,Sea,lamp,lamps,runs,running,run,well-known,it’s,café,C++,of,of the,New York,naïve,2026,a_b,科技,技術公司,ไทย,ที่นี่,AI科技,👍,…'.split(
    ',',
  );
const SEPARATORS = [' ', ' ', ' ', ', ', ' — ', '. ', '  '];
let state = 5;
const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
const someText = (most: number): string =>
  Array.from({ length: 1 + next(most) }, () => WORDS[next(WORDS.length)]! + SEPARATORS[next(SEPARATORS.length)]!).join(
    '',
  );

let world: ProjectedLog;
/** Text by id of the segment, as shown. */
const texts = new Map<string, string>();
const library = new SearchLibrary();

beforeAll(async () => {
  world = await projectedLog();
  await record(world.log, `series-${id('series')}`, seriesAdded());
  for (const episode of [1, 2, 3]) {
    await record(world.log, `episode-${id('episode', episode)}`, episodeAdded(episode, `Episode ${episode}`));
    const lines = Array.from({ length: 60 }, () => `Ann: ${someText(12)}`);
    await record(world.log, `transcript-${id('episode', episode)}`, ...transcriptEvents(episode, lines, 0));
    for (const [index, line] of lines.entries()) texts.set(segment(episode, index), line.slice(5));
  }
  await world.settled();
});
afterAll(async () => world.close());

const version = (episode: number) => id(`version of episode ${episode}`);
const segment = (episode: number, index: number): string => uuidFrom(version(episode), String(index));

/** Ids of the segments that the query finds. */
async function found(query: string): Promise<string[]> {
  const { asked } = parseQuery(query);
  const { library: now } = await library.at(world.pool);
  const { plan } = await planWords(world.pool, asked!, now);
  if (plan === null) return [];
  const { found: all } = await findWords(world.pool, now, plan);
  const ids: string[] = [];
  for (const episode of now.episodes)
    eachSegment(segmentsOf(all, episode), (place) => void ids.push(segmentIdAt(episode, place)));

  return ids.sort();
}

async function plainly(query: string): Promise<string[]> {
  const { asked } = parseQuery(query);
  const words = new Set([...texts.values()].flatMap(plainWords).concat(plainWords(query)));
  const { rows } = await world.pool.query<{ word: string; stem: string | null }>(
    `select w as word, (ts_lexize('english_stem', w))[1] as stem from unnest($1::text[]) w`,
    [[...words]],
  );
  const stems = new Map(rows.map(({ word, stem }) => [word, stem]));
  const sameStem = (a: string, b: string) => stems.get(a) !== null && stems.get(a) === stems.get(b);

  return [...texts].flatMap(([one, text]) => (isFoundPlainly(asked!, plainWords(text), sameStem) ? [one] : [])).sort();
}

/** By query: both answers, when they differ. */
async function differences(...queries: string[]): Promise<Record<string, { found: string[]; plainly: string[] }>> {
  const differ: Record<string, { found: string[]; plainly: string[] }> = {};
  for (const query of queries) {
    const both = { found: await found(query), plainly: await plainly(query) };
    if (both.found.join() !== both.plainly.join()) differ[query] = both;
  }

  return differ;
}

describe('the words of a query', () => {
  it.each([
    'sea',
    'run',
    'LAMP',
    'well-known',
    '"well known"',
    "it's",
    'cafe',
    'C++',
    '科',
    '科技',
    '術公',
    'ไท',
    'la*',
    '"the sea"',
    'new near/2 york',
    'sea -lamp',
    '-sea',
    'sea OR 科技',
    '"ai科技"',
    'zzz',
  ])('find what a plain search finds: %s', async (query) => expect(await differences(query)).toEqual({}));

  it('do so for random phrases and combinations', async () => {
    const known = WORDS.filter((word) => plainWords(word).length > 0);
    const word = () => known[next(known.length)]!;
    const phrase = () => `"${word()}${SEPARATORS[next(SEPARATORS.length)]!}${next(2) === 0 ? word() : ''}"`;
    const leaf = () => (next(3) === 0 ? phrase() : word());
    const query = (depth: number): string => {
      const [kind, deeper] = [next(depth > 2 ? 2 : 6), depth + 1];
      if (kind < 2) return leaf();
      if (kind === 2) return `(${query(deeper)} OR ${query(deeper)})`;
      if (kind === 3) return `(${query(deeper)} AND NOT ${query(deeper)})`;
      if (kind === 4) return `${leaf()} near/${1 + next(6)} ${leaf()}`;
      return `(${query(deeper)} ${query(deeper)})`;
    };
    const queries = Array.from({ length: 60 }, (_, round) => (round % 2 === 0 ? phrase() : query(0)));
    expect(await differences(...queries)).toEqual({});
  });

  it('follow what people change', async () => {
    const stream = `transcript-${id('episode', 1)}`;
    const inVersion = { episodeUuid: id('episode', 1), versionId: version(1) };
    const recorded = (index: number, text: string, segmentId = segment(1, index)) => ({
      segmentId,
      orderKey: String(index).padStart(6, '0'),
      speakerId: null,
      startMs: index * 1000,
      endMs: index * 1000 + 1000,
      text,
    });
    const edit = (index: number, to: string) => {
      const segmentId = segment(1, index);
      const from = texts.get(segmentId)!;
      texts.set(segmentId, to);

      return event('SegmentEdited', { ...inVersion, segmentId, from, to });
    };
    await record(world.log, stream, edit(3, 'a zebra by the sea'), edit(4, 'no more'), edit(3, 'a giraffe by the sea'));
    await record(
      world.log,
      stream,
      event('SegmentDeleted', { ...inVersion, segment: recorded(5, texts.get(segment(1, 5))!) }),
    );
    texts.delete(segment(1, 5));
    await world.settled();
    expect(await differences('zebra', 'giraffe', '"giraffe by the"', 'sea', 'more', '-sea')).toEqual({});

    await record(world.log, stream, event('SegmentRestored', { ...inVersion, segment: recorded(5, 'a heron') }));
    texts.set(segment(1, 5), 'a heron');
    const split = [recorded(6, 'one egret'), { ...recorded(6, 'two storks', id('segment', 99)), orderKey: '0000065' }];
    await record(
      world.log,
      stream,
      event('SegmentSplit', { ...inVersion, before: recorded(6, texts.get(segment(1, 6))!), after: split }),
    );
    for (const { segmentId, text } of split) texts.set(segmentId, text);
    await world.settled();
    expect(await differences('heron', 'egret', 'storks', 'stork OR heron', 'sea', 'lamp')).toEqual({});
  });

  it('are the same after a rebuild', async () => {
    const compared = await verify({ log: world.log, pool: world.pool, projectors: [passages] });
    expect(compared.map(({ table, differences }) => ({ table, differences }))).toEqual([
      { table: 'passages_chunk', differences: 0 },
      { table: 'passages_word', differences: 0 },
    ]);
  });
});

it('puts a library together from what an earlier server kept, and reads again only what has changed since', async () => {
  const signal = new AbortController().signal;
  const read = async (from: SearchLibrary) => {
    let isRead = 0;
    const query = async (asked: string | { text: string }, values?: unknown[]) => {
      const text = typeof asked === 'string' ? asked : asked.text;
      if (text.includes('from read.mentions_mention')) isRead += (values as [string[]])[0].length;

      return world.pool.query(asked as string, values);
    };
    const { library: now } = await from.at({ query } as unknown as typeof world.pool);
    const { names } = now;
    // Numbers differ between servers.
    const episodes = now.episodes.map(({ speakers, ownSpeakers, entities, ids, startsMs, chunks, ...facts }) => ({
      uuid: facts.uuid,
      ids: ids?.toString('hex') ?? null,
      startsMs: [...startsMs],
      speakers: Array.from(speakers, (speaker) => names.speakers.texts[speaker]),
      ownSpeakers: ownSpeakers.map((speaker) => names.speakers.texts[speaker]),
      mentions: Array.from(entities, (entity, index) => [
        names.entities.texts[entity],
        [...facts.places.subarray(index === 0 ? 0 : facts.ends[index - 1], facts.ends[index])],
      ]).sort((a, b) => (a[0]! < b[0]! ? -1 : 1)),
      chunks: chunks.map(({ placeOf, ...chunk }) => ({ ...chunk, placeOf: placeOf && [...placeOf] })),
    }));

    return { isRead, episodes };
  };
  await createKeptEpisodes(world.pool);
  const first = new SearchLibrary();
  const whole = await read(first);
  expect(whole.isRead).toBe(3);
  // Others are those of a recording, and follow from the version.
  const withIds = whole.episodes.filter(({ ids }) => ids !== null).map(({ uuid }) => uuid);
  expect(withIds).toEqual([id('episode', 1)]);
  await first.keep(world.pool, signal);
  expect(await read(new SearchLibrary())).toEqual({ isRead: 0, episodes: whole.episodes });
  await world.pool.query(`update search.episode set stamp = stamp || ' and older' where episode_uuid = $1`, [
    id('episode', 2),
  ]);
  expect(await read(new SearchLibrary())).toEqual({ isRead: 1, episodes: whole.episodes });
});
