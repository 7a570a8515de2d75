import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findOccurrences } from '@earmark/contracts/mentions';
import {
  categories,
  episodeAdded,
  event,
  id,
  projectedLog,
  record,
  seriesAdded,
  transcriptEvents,
  type ProjectedLog,
} from '../testing.ts';
import { findCandidates, planSearches } from './candidates.ts';

const PIECES = (
  'new,New,york,YORK,kuber,netes,straße,Café,Σίσυφος,the,a,and,&, , , ,-,’,.,+,👍,科,技,データ,นี่,ที่,북,é,2,_,𝔘,\u0301,꙰,' +
  'x'.repeat(70)
).split(',');
const LINES = 250;
const random = randomly(5);
const lines = Array.from({ length: LINES }, () => some(8));
/** Texts of a transcript that people correct: the old words must no longer be found. */
const CORRECTED = 40;
const REVISION = 6;

let world: ProjectedLog;

beforeAll(async () => {
  world = await projectedLog();
  await record(world.log, 'vocabulary-main', ...categories());
  await record(world.log, `series-${id('series')}`, seriesAdded());
  await record(world.log, `episode-${id('episode', 1)}`, episodeAdded(1, 'One'));
  const recorded = transcriptEvents(
    1,
    lines.map((line) => `Ada: ${line}`),
    REVISION,
  );
  await record(world.log, `transcript-${id('episode', 1)}`, ...recorded);
  await world.settled();
  const { versionId, episodeUuid, segments } = recorded[0]!.data as {
    versionId: string;
    episodeUuid: string;
    segments: { segmentId: string; text: string }[];
  };
  for (const { segmentId, text: from } of segments.slice(0, CORRECTED)) {
    const to = `${some(4)}neologism${some(4)}`;
    lines[segments.findIndex((one) => one.segmentId === segmentId)] = to;
    const edited = event('SegmentEdited', { episodeUuid, versionId, segmentId, from, to });
    await record(world.log, `transcript-${id('episode', 1)}`, edited);
  }
  await world.settled();
});
afterAll(async () => world.close());

describe('the candidates of a pattern', () => {
  it.each([true, false])(
    'include all that the rule finds, and leave segments out where the index can (whole word: %s)',
    async (wholeWord) => {
      let found = 0;
      let spared = 0;
      for (let round = 0; round < 150; round += 1) {
        const name = round % 2 === 0 ? partOf(lines[random(LINES)]!) : some(3);
        const expected = lines.filter(
          (text) => findOccurrences(text, { name, caseSensitive: false, wholeWord }).length > 0,
        );
        const candidates = await textsFor({ name, whole_word: wholeWord });
        expect([name, expected.filter((text) => !candidates.includes(text))]).toEqual([name, []]);
        found += expected.length;
        spared += LINES - candidates.length;
      }
      expect(found).toBeGreaterThan(300);
      expect(spared).toBeGreaterThan(10_000);
    },
  );

  it('are found by the index in a corrected text with new words', async () => {
    const pattern = { name: 'eologis', whole_word: false };
    const [search, ...others] = await planSearches(db(), [pattern]);
    expect([search?.isIndexed, others]).toEqual([true, []]);
    expect((await textsFor(pattern)).filter((text) => text.includes('eologis'))).toHaveLength(CORRECTED);
  });

  it('of several patterns appear once each, in the requested episodes', async () => {
    const patterns = Array.from({ length: 50 }, (_, index) => ({ name: some(2) || 'a', whole_word: index % 2 === 0 }));
    const all = await findCandidates(db(), patterns, null);
    expect(new Set(all.map((one) => one.segment_id)).size).toBe(all.length);
    expect((await findCandidates(db(), patterns, [id('episode', 1)])).length).toBe(all.length);
    expect(await findCandidates(db(), patterns, [id('episode', 2)])).toEqual([]);
  });
});

const db = () => ({
  query: async <Row extends object>(text: string, values: unknown[] = []) => {
    const client = await world.pool.connect();
    try {
      await client.query('set search_path to read');
      return (await client.query<Row>(text, values)).rows;
    } finally {
      client.release();
    }
  },
});

const textsFor = async (pattern: { name: string; whole_word: boolean }): Promise<string[]> =>
  (await findCandidates(db(), [pattern], null)).map(({ text }) => text);

function some(most: number): string {
  return Array.from({ length: 1 + random(most) }, () => PIECES[random(PIECES.length)]).join('');
}

function partOf(text: string): string {
  const characters = Array.from(text);
  const start = random(characters.length);

  return characters.slice(start, start + 1 + random(12)).join('');
}

function randomly(seed: number): (below: number) => number {
  let state = seed;

  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}
