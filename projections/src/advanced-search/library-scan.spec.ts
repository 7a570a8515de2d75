import { expect, it } from '@jest/globals';
import type { Criteria } from './criteria.ts';
import type { Counted } from './episode-scanner.ts';
import { scanLibrary } from './library-scan.ts';
import type { Small } from './library.ts';
import { mentionFacts } from './mention-facts.ts';
import { Names } from './names.ts';
import { RememberedPostings } from './remembered-postings.ts';
import { countPassages, searchEpisode, type EpisodeHits } from './search-evaluation.ts';
import type { Library, SearchedEpisodeFacts } from './library.ts';
import { addSegment, emptySet } from './segment-set.ts';
import { TimeBudget } from './time-budget.ts';

const EPISODES = 12;
const ENTITIES = 9;
const CATEGORIES = 3;
const SPEAKERS = 5;
const ROUNDS = 300;

let state = 11;
const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
const some = <Value>(value: () => Value): Value | null => (next(3) === 0 ? value() : null);

/** Episodes of up to 80 segments; in some nobody is mentioned, or one person speaks alone. */
function someLibrary(): Library {
  const names = new Names();
  for (let number = 0; number < ENTITIES; number += 1) names.entities.of(`entity ${number}`);
  for (let number = 0; number < CATEGORIES; number += 1) names.categories.of(`category ${number}`);
  for (let number = 0; number < SPEAKERS; number += 1) names.speakers.of(`speaker ${number}`);
  let bits = 0;
  const episodes = Array.from({ length: EPISODES }, (_, index): SearchedEpisodeFacts => {
    const segments = 1 + next(80);
    const voices = 1 + next(3);
    const speakers = Int32Array.from({ length: segments }, () => (index + next(voices)) % SPEAKERS);
    const mentions = Array.from({ length: index % 5 === 0 ? 0 : ENTITIES }, (_none, entity) => ({
      entity,
      places: Array.from({ length: segments }, (_of, place) => place).filter(() => next(1 + entity * 8) === 0),
    })).filter(({ places }) => places.length > 0);
    const firstBit = bits;
    bits += Math.ceil(segments / 32) * 32;

    return {
      stamp: '',
      segments,
      ids: null,
      startsMs: new Int32Array(segments),
      speakers,
      ownSpeakers: [...new Set(speakers)],
      ...mentionFacts(mentions, speakers),
      chunks: [],
      uuid: `episode ${index}`,
      versionId: `version ${index}`,
      seriesUuid: `series ${index % 3}`,
      stemmer: null,
      publishedMs: index === 11 ? null : 1000 - index,
      year: null,
      firstBit,
    };
  });

  return {
    episodes,
    byUuid: new Map(episodes.map((episode) => [episode.uuid, episode])),
    chunks: [],
    bits,
    stemmers: [],
    // The last one has none.
    categoryOf: Int32Array.from({ length: ENTITIES }, (_, entity) =>
      entity === ENTITIES - 1 ? -1 : entity % CATEGORIES,
    ),
    names,
    lastChunk: -1,
    remembered: new RememberedPostings(),
  };
}

function someWords({ bits, episodes }: Library): Criteria['words'] {
  const words = emptySet(bits);
  const rarity = 1 + next(20);
  for (const { firstBit, segments } of episodes)
    for (let place = 0; place < segments; place += 1) if (next(rarity) === 0) addSegment(words, firstBit + place);

  return words;
}

const someCriteria = (library: Library): Criteria => ({
  entity: some(() => next(ENTITIES)),
  category: some(() => next(CATEGORIES)),
  speakers: some(() => new Set([next(SPEAKERS), next(SPEAKERS)])),
  seriesUuid: some(() => `series ${next(3)}`),
  episodeUuid: next(8) === 0 ? `episode ${next(EPISODES)}` : null,
  fromMs: some(() => 1000 - next(EPISODES)),
  toMs: some(() => 1000 - next(EPISODES)),
  minMentions: next(2) === 0 ? 1 : 1 + next(6),
  words: next(2) === 0 ? null : someWords(library),
});

/** Episode by episode. */
function slowly(library: Library, criteria: Criteria): Map<number, EpisodeHits> {
  const { fromMs, toMs, seriesUuid, episodeUuid } = criteria;
  const found = new Map<number, EpisodeHits>();
  for (const [index, episode] of library.episodes.entries()) {
    if (seriesUuid !== null && episode.seriesUuid !== seriesUuid) continue;
    if (episodeUuid !== null && episode.uuid !== episodeUuid) continue;
    if (fromMs !== null && !(episode.publishedMs !== null && episode.publishedMs >= fromMs)) continue;
    if (toMs !== null && !(episode.publishedMs !== null && episode.publishedMs < toMs)) continue;
    const hits = searchEpisode(library, episode, criteria, criteria);
    if (hits) found.set(index, hits);
  }

  return found;
}

const sum = (counts: Small): number => [...counts].reduce((all, count) => all + count, 0);

it('finds and counts in one pass what each episode has by itself', () => {
  const counted: Counted = { entities: true, categories: true, speakers: true, mentions: true };
  let results = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const library = someLibrary();
    const criteria = someCriteria(library);
    const scan = scanLibrary(library, criteria, counted, new TimeBudget());
    const found = slowly(library, criteria);
    const hits = [...found.values()];
    results += hits.length;
    const numbers = (length: number, of: (number: number) => number) => Array.from({ length }, (_, one) => of(one));
    const having = (has: (one: EpisodeHits) => boolean) => hits.filter(has).length;
    const expected = {
      found: [...found.keys()],
      mentions: hits.map(({ counts }) => sum(counts)),
      passages: criteria.words || criteria.entity !== null ? hits.map(countPassages) : hits.map(() => 0),
      entities: numbers(ENTITIES, (entity) => having(({ entities }) => entities.includes(entity))),
      categories: numbers(CATEGORIES, (category) =>
        having(({ entities }) => entities.some((entity) => library.categoryOf[entity] === category)),
      ),
      speakers:
        criteria.speakers === null
          ? numbers(SPEAKERS, (speaker) => slowly(library, { ...criteria, speakers: new Set([speaker]) }).size)
          : null,
    };
    expect({ criteria, ...expected }).toEqual({
      criteria,
      found: [...scan.found],
      mentions: [...scan.mentions],
      passages: [...scan.passages],
      entities: [...scan.entities],
      categories: [...scan.categories],
      speakers: criteria.speakers === null ? [...scan.speakers] : null,
    });
    // With less to count, it finds the same.
    expect([...scanLibrary(library, criteria, {}, new TimeBudget()).found]).toEqual(expected.found);
  }
  expect(results).toBeGreaterThan(ROUNDS);
});
