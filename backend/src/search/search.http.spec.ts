import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityPage } from '@earmark/contracts/mentions';
import type {
  AdvancedSearchAnswer,
  EntityIndexAnswer,
  SearchOptions,
  SegmentsAnswer,
  Suggestions,
} from '@earmark/contracts/search';
import type { RunningApp } from '../testing/running-app.ts';
import { parameters, startSearchedApp, type PodcastPage, type SearchedApp } from './search.fixture.ts';

let searched: SearchedApp;
let app: RunningApp;
let pages: PodcastPage[];

beforeAll(async () => {
  searched = await startSearchedApp();
  ({ app } = searched);
  pages = await searched.pages();
});
afterAll(async () => app.stop());

const get = async <Body>(path: string): Promise<Body> => searched.get<Body>(path);
const search = async (criteria: Readonly<Record<string, string | number>>) => searched.search(criteria);

/** Mentions by entity and speaker, from the page of an episode. */
function countsOn({ page }: PodcastPage): { slug: string; speaker: string; count: number }[] {
  return page.entityMentions.flatMap(({ entity, marks }) => {
    const counts = new Map<string, number>();
    for (const index of new Set(marks.filter((_, at) => at % 3 === 0))) {
      const { speaker } = page.transcript[index]!;
      counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
    }

    return [...counts].map(([speaker, count]) => ({ slug: entity.slug, speaker, count }));
  });
}

/** The criteria that a value of a facet stands for. */
const criteriaOf: Readonly<Record<string, (value: string) => Record<string, string>>> = {
  podcasts: (podcast) => ({ podcast }),
  categories: (category) => ({ category }),
  entities: (entity) => ({ entity }),
  speakers: (speaker) => ({ speaker }),
  years: (year) => ({ from: year, to: year }),
};

describe('the numbers of a search', () => {
  it('are those of the pages of episodes, by entity, speaker and podcast', async () => {
    const { totalResults, summary, results } = await search({ limit: 50 });
    const mentioned = pages.filter(({ page }) => page.entityMentions.some(({ count }) => count > 0));
    const sums = mentioned.map(({ page }) => page.entityMentions.reduce((sum, { count }) => sum + count, 0));
    expect(totalResults).toBe(mentioned.length);
    expect(summary.totalMentions).toBe(sums.reduce((sum, one) => sum + one, 0));
    for (const { episode, mentions, mentionsLeft } of results) {
      const { page, podcast } = pages.find((one) => one.page.episode.uuid === episode.uuid)!;
      expect(mentions.length + mentionsLeft).toBe(page.entityMentions.filter(({ count }) => count > 0).length);
      for (const { slug, speaker, count } of countsOn({ page, podcast })) {
        const found = mentions.find(({ entitySlug }) => entitySlug === slug);
        expect(found ? found.speakerBreakdown[speaker] : count).toBe(count);
      }
    }
  });

  it('are the same when the search is narrowed down to an entity, a speaker and a podcast', async () => {
    const triples = pages.flatMap((one) => countsOn(one).map((counts) => ({ ...counts, podcast: one.podcast })));
    for (const { slug, speaker, podcast } of triples.filter((_, index) => index % 12 === 0)) {
      const answer = await search({ entity: slug, speaker, podcast });
      const same = triples.filter((one) => one.slug === slug && one.speaker === speaker && one.podcast === podcast);
      const expected = same.reduce((sum, { count }) => sum + count, 0);
      expect({ slug, speaker, podcast, total: answer.summary.totalMentions }).toMatchObject({ total: expected });
      expect(answer.summary.totalPassages).toBe(expected);
      expect(answer.criteria).toMatchObject({ entity: slug, speaker, podcast });
      for (const { episode, mentions, passages } of answer.results) {
        const { segments, totalSegments } = await get<SegmentsAnswer>(
          `/api/search/segments?${parameters({ episodeUuid: episode.uuid, entity: slug, speaker })}`,
        );
        expect([totalSegments, segments.length, passages.total]).toEqual(Array(3).fill(mentions[0]!.count));
        for (const segment of segments) {
          expect(segment.speaker).toBe(speaker);
          expect(segment.marks.length).toBeGreaterThan(0);
        }
      }
    }
  });

  it('have facets by count, and by name where the counts are equal', async () => {
    for (const q of ['', 'the', 'people']) {
      const facets = (await search({ q })).facets!;
      for (const kind of ['podcasts', 'categories', 'entities'] as const)
        expect(facets[kind]).toEqual(
          facets[kind].toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'en')),
        );
    }
  });

  it('have a chosen value among the facets, however rare it is', async () => {
    const common = (await search({})).facets!.entities;
    const { entities } = await get<EntityIndexAnswer>('/api/entities');
    const rare = entities.filter(({ slug }) => !common.some(({ value }) => value === slug));
    expect(rare.length).toBeGreaterThan(2);
    for (const { slug, name, episodes } of rare.slice(0, 3))
      expect((await search({ entity: slug })).facets!.entities).toEqual([
        ...common,
        { value: slug, label: name, count: episodes },
      ]);
  });

  it('are those of the facets, the page of the entity and the index', async () => {
    const index = await get<EntityIndexAnswer>('/api/entities');
    for (const { slug, mentions, episodes } of index.entities.slice(0, 5)) {
      const page = await get<EntityPage>(`/api/entities/${slug}`);
      const answer = await search({ entity: slug });
      expect([mentions, answer.summary.totalMentions]).toEqual([page.mentions, page.mentions]);
      expect([episodes, answer.totalResults]).toEqual([page.episodes, page.episodes]);
      for (const [kind, values] of Object.entries(answer.facets!))
        for (const { value, count } of values) {
          const found = await search({ entity: slug, ...criteriaOf[kind]!(value) });
          expect({ slug, kind, value, count: found.totalResults }).toEqual({ slug, kind, value, count });
        }
    }
  });
});

describe('a search', () => {
  it('finds words in their forms, phrases exactly, and marks them', async () => {
    const words = await search({ q: 'people work' });
    expect(words.summary.totalPassages).toBeGreaterThan(2);
    expect(words.criteria).toMatchObject({ words: 'people work', sortBy: 'relevance' });
    const marked = words.results.flatMap(({ passages }) =>
      passages.shown.flatMap(({ text, marks }) =>
        marks.flatMap((start, at) => (at % 2 === 0 ? [text.slice(start, marks[at + 1]).toLowerCase()] : [])),
      ),
    );
    expect([...new Set(marked)].sort()).toEqual(expect.arrayContaining(['people', 'work', 'works']));
    const phrase = await search({ q: '"people ask what"' });
    expect(phrase.summary.totalPassages).toBe(1);
    expect((await search({ q: '"people asks what"' })).totalResults).toBe(0);
  });

  it('reads filters in the words as criteria, and says what it left out', async () => {
    const { criteria, notes } = await search({
      q: 'sea podcast:"The Late Crossing" after:2026 entity:cork speaker:"no one"',
    });
    expect(criteria).toMatchObject({
      words: 'sea',
      podcast: 'TheLateCrossing',
      entity: 'cork',
      from: '2026',
      speaker: '',
    });
    expect(notes).toEqual(['There is no speaker "no one", so it was left out.']);
    expect((await search({ category: 'Locations' })).criteria.category).toBe('location');
  });

  it('that finds nothing says what would', async () => {
    const { totalResults, relaxations } = await search({ q: 'sea', speaker: 'Ngozi Eze', podcast: 'SemicolonWeather' });
    expect(totalResults).toBe(0);
    expect(relaxations.map(({ without }) => without)).toEqual(expect.arrayContaining(['speaker', 'podcast']));
    const [best] = relaxations;
    const { [best!.without]: _left, ...rest } = {
      words: 'sea',
      speaker: 'Ngozi Eze',
      podcast: 'SemicolonWeather',
    } as Record<string, string>;
    const { words = '', ...criteria } = rest;
    expect((await search({ q: words, ...criteria })).totalResults).toBe(best!.total);
  });

  it('that finds nothing for one of its words says what it would find without it', async () => {
    const { relaxations } = await search({ q: 'sea zqxnothing "the sea"' });
    expect(relaxations[0]).toEqual({
      without: 'word',
      label: 'without “zqxnothing”',
      total: (await search({ q: 'sea "the sea"' })).totalResults,
      words: 'sea "the sea"',
    });
    expect(relaxations.at(-1)).toMatchObject({ without: 'words' });
    expect(relaxations).toHaveLength(2);
    expect((await search({ q: 'zqxnothing zqxnothing tea' })).relaxations.map(({ words }) => words)).toEqual([
      'tea',
      undefined,
    ]);
    expect((await search({ q: 'zqxnothing zqxnobody' })).relaxations.map(({ without }) => without)).toEqual(['words']);
  });

  it('is paged without gaps or repeats, in any order', async () => {
    for (const sortBy of ['relevance', 'date', 'mentions']) {
      const whole = await search({ q: 'the', sortBy, limit: 50 });
      const uuids: string[] = [];
      for (let after: string | null = ''; after !== null;) {
        const page: AdvancedSearchAnswer = await search({
          q: 'the',
          sortBy,
          limit: 3,
          ...(after === '' ? {} : { after }),
        });
        uuids.push(...page.results.map(({ episode }) => episode.uuid));
        expect(page.facets === null).toBe(after !== '');
        after = page.next;
      }
      expect(uuids).toEqual(whole.results.map(({ episode }) => episode.uuid));
      expect(uuids.length).toBe(whole.totalResults);
    }
  });

  it.each([
    [`/api/search/advanced?q=${'x'.repeat(10_000)}`, 'invalid'],
    ['/api/search/advanced?after=nonsense', 'invalid'],
    ['/api/search/advanced?asOf=2026-01-01T00:00:00Z', 'invalid'],
    ['/api/search/suggest?asOf=7', 'invalid'],
    ['/api/search/advanced?entity=%00', 'invalid'],
    [`/api/search/advanced?q=${'('.repeat(40)}x`, 'search-too-costly'],
    [`/api/search/advanced?q=${'a '.repeat(40)}`, 'search-too-costly'],
  ])('refuses %.60s with a sentence', async (path, code) => {
    expect(await app.visitor('GET', path)).toMatchObject({
      status: 400,
      body: { code, detail: expect.stringMatching(/^[A-Z].*\.$/) },
    });
  });
});

describe('what is offered while somebody types', () => {
  it('is podcasts, episodes, entities, speakers and passages', async () => {
    const suggestions = async (q: string) => get<Suggestions>(`/api/search/suggest?q=${encodeURIComponent(q)}`);
    expect((await suggestions('late cr')).podcasts).toMatchObject([{ name: 'The Late Crossing' }]);
    expect((await suggestions('lighthouse')).episodes).toMatchObject([{ name: 'The woman who counted lighthouses' }]);
    expect((await suggestions('CORK')).entities[0]).toMatchObject({ name: 'Cork', mentions: 16 });
    expect((await suggestions('sile')).speakers).toMatchObject([{ name: 'Síle Cronin' }]);
    const { passages, totalPassages } = await suggestions('lightho');
    expect(totalPassages).toBeGreaterThan(0);
    for (const { text, marks } of passages) expect(text.slice(marks[0], marks[1])).toMatch(/^lightho/i);
    expect(await suggestions('  ')).toMatchObject({ podcasts: [], passages: [], totalPassages: 0 });
  });

  it('includes the values of every criterion', async () => {
    const options = await get<SearchOptions>('/api/search/options');
    for (const [name, values] of Object.entries({
      entity: options.entities,
      podcast: options.podcasts,
      episode: options.episodes,
      category: options.categories,
      speaker: options.speakers,
    })) {
      expect(values.length).toBeGreaterThan(3);
      const { criteria, notes } = await search({ [name]: values[2]!.value });
      expect({ [name]: values[2]!.value, notes }).toEqual({ [name]: criteria[name as 'entity'], notes: [] });
    }
    expect(Object.keys(options.speakersByPodcast)).toEqual(
      expect.arrayContaining(options.podcasts.map(({ value }) => value)),
    );
  });
});

it('the index of entities is filtered, sorted and paged', async () => {
  const slugs: string[] = [];
  let total = 0;
  for (let after: string | null = ''; after !== null;) {
    const page: EntityIndexAnswer = await get(
      `/api/entities?sort=name${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`,
    );
    slugs.push(...page.entities.map(({ slug }) => slug));
    total = page.total;
    after = page.next;
  }
  expect([slugs.length, new Set(slugs).size]).toEqual([total, total]);
  const rising = (await get<EntityIndexAnswer>('/api/entities?sort=rising')).entities.map(
    (one) => one.recent - one.previous,
  );
  expect(rising).toEqual(rising.toSorted((a, b) => b - a));
  const people = await get<EntityIndexAnswer>('/api/entities?category=person&q=an');
  expect(people.entities.length).toBeGreaterThan(0);
  for (const { type } of people.entities) expect(type).toBe('person');
});

it('answers whatever somebody types, or refuses it with a sentence', async () => {
  const typed = [
    'x'.repeat(10_000),
    '('.repeat(300),
    'NOT '.repeat(100),
    '-'.repeat(400),
    '"'.repeat(301),
    'a OR '.repeat(31),
    "'; drop table read.mentions_segment; --",
    "' or 1=1 --",
    '\\',
    '%_%',
    '.*+?^${}()|[]',
    'a <-> b & !c | d:*',
    '\u202e\u2066evil\u2069',
    '\ud800',
    '\udfff a',
    '\0',
    'near/5 near/5 near/5',
    'speaker:"',
    'after:99999 before:-1',
    'after:2026-02-31',
    'entity:00000000-0000-0000-0000-000000000000',
    'e*',
    '*',
    '👍 …',
    '科'.repeat(400),
    'ก็',
    'a\u0301'.repeat(100),
  ];
  const paths = [
    'advanced?q=',
    'suggest?q=',
    'advanced?entity=',
    'advanced?speaker=',
    'advanced?podcast=',
    'advanced?from=',
    'advanced.rss?q=',
    `segments?episodeUuid=${pages[0]!.page.episode.uuid}&q=`,
    'segments?episodeUuid=',
  ];
  for (const path of paths)
    for (const text of typed) {
      const asked = `/api/search/${path}${encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))}`;
      const { status, body } = await app.visitor('GET', asked);
      expect({
        asked,
        status: [200, 400, 404].includes(status) ? 'fine' : status,
        body: status >= 500 ? body : null,
      }).toEqual({
        asked,
        status: 'fine',
        body: null,
      });
    }
  for (const raw of ['%ff%fe', '%ed%a0%80', '%00', '%'])
    expect([200, 400]).toContain((await app.visitor('GET', `/api/search/advanced?q=${raw}`)).status);
});
