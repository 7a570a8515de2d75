import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LedgerEntry, LedgerPage, WhyMention, WhyTotal, WhyView } from '@earmark/contracts/entities';
import type { EpisodePage } from '@earmark/contracts/episodes';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import type { EntityPage } from '@earmark/contracts/mentions';
import { NO_CONTEXT } from '@earmark/contracts/vocabulary';
import {
  episodeAdded,
  event,
  id,
  record,
  seriesAdded,
  storyCount,
  transcriptEvents,
} from '@earmark/projections/testing';
import fc from 'fast-check';
import { KINDS, Story } from '../episode-page/past-story.fixture.ts';
import { startApp, type RunningApp } from '../testing/running-app.ts';
import { headPin } from '../vocabulary/pins.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
  await record(app.services.log, `series-${id('series')}`, seriesAdded());
});
afterAll(async () => app.stop());

const get = async <Body>(path: string): Promise<Body> => {
  const answer = await app.visitor('GET', path);
  expect(answer).toMatchObject({ status: 200 });

  return answer.body as Body;
};
const inEpisode = (episodeUuid: string | null) => (episodeUuid === null ? '' : `episode=${episodeUuid}`);
const IN_PODCAST = `podcast=${id('series')}`;
const why = async (entityId: string, episodeUuid: string | null) =>
  get<WhyView>(`/api/entities/${entityId}/why?${inEpisode(episodeUuid)}`);
const total = async (query: string) => get<WhyTotal>(`/api/why?${query}`);

/** The whole ledger, oldest first. */
async function ledger(entityId: string, episodeUuid: string | null): Promise<LedgerEntry[]> {
  return ledgerOf(entityId, inEpisode(episodeUuid));
}

async function ledgerOf(entityId: string, query: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page: LedgerPage = await get(`/api/entities/${entityId}/ledger?${query}${after}`);
    entries.push(...page.entries);
    after = page.next && `&after=${page.next}`;
  }

  return entries.reverse();
}

const numberAt = (entries: readonly LedgerEntry[], position: bigint): number =>
  entries.findLast((entry) => BigInt(entry.position) <= position)?.total ?? 0;

function expectToAddUp(entries: readonly LedgerEntry[], number: number): void {
  let total = 0;
  for (const entry of entries) {
    expect(entry.difference).not.toBe(0);
    total += entry.difference;
    expect(entry.total).toBe(total);
  }
  expect(total).toBe(number);
}

function expectPartsToAddUp({ total, patterns, byHand, untold }: WhyView, number: number): void {
  expect(total).toBe(number);
  expect(patterns.reduce((sum, { counted }) => sum + counted, 0) + byHand.counted + untold).toBe(number);
  for (const part of [...patterns, byHand]) expect(part.counted).toBeLessThanOrEqual(part.mentions);
}

/** The totals equal the sums over all entities. */
function expectTotalToAddUp(told: WhyTotal, own: readonly WhyView[]): void {
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
  const counted = own.filter((one) => one.total > 0);
  expect(told).toMatchObject({
    total: sum(own.map((one) => one.total)),
    byPatterns: sum(own.flatMap(({ patterns }) => patterns.map((pattern) => pattern.counted))),
    byHand: sum(own.map(({ byHand }) => byHand.counted)),
    untold: 0,
    others: { entities: 0, mentions: 0 },
  });
  expect(told.removed.mentions).toBe(sum(own.map(({ removed }) => removed.mentions)));
  expect(new Map(told.entities.map(({ id: entityId, count }) => [entityId, count]))).toEqual(
    new Map(counted.map((one) => [one.entity.id, one.total])),
  );
  const counts = told.entities.map(({ count }) => count);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
}

/** Null while it is removed. */
async function page(story: Story, position: bigint): Promise<EpisodePage | null> {
  const { episodeUuid } = story;
  while (!(await app.services.checkpoints.passed(position)));
  if (await story.isRemoved()) return null;

  return get<EpisodePage>(`/api/podcasts/${id('series')}/${episodeUuid}`);
}

/** The page of another entity is shown instead. */
const isMerged = (body: unknown, entityId: string): boolean => (body as EntityPage).entity.id !== entityId;

const countIn = (shown: EpisodePage | null, entityId: string): number =>
  shown?.entityMentions.find(({ entity }) => entity.id === entityId)?.count ?? 0;

const episodeOf = ({ episodeUuid }: Story) => inEpisode(episodeUuid);

let stories = 5000;

it('adds up at every moment of any story, in each episode and in total', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(KINDS - 1), fc.nat(1000), fc.nat(1000)), { minLength: 20, maxLength: 35 }),
      async (steps) => {
        const all = [new Story(app.services.log, ++stories), new Story(app.services.log, ++stories)];
        const seen: { story: Story; position: bigint; shown: EpisodePage | null }[] = [];
        for (const story of all) {
          await story.begin();
          for (const [kind, a, b] of [
            [0, 0, 0],
            [0, 1, 1],
            [4, 16, 0],
          ] as const)
            await story.step(kind, a, b);
        }
        for (const [index, [kind, a, b]] of steps.entries()) {
          const story = all[index % 2]!;
          const position = await story.step(kind, a, b);
          if (position !== null) seen.push({ story, position, shown: await page(story, position) });
        }
        // With the removals that the steps left, and without.
        for (let number = 0; number < 10; number++) {
          const entityId = id('entity', number);
          const { status, body } = await app.visitor('GET', `/api/entities/${entityId}`);
          if (status === 404 || isMerged(body, entityId)) continue;
          const { mentions } = body as EntityPage;
          expectToAddUp(await ledger(entityId, null), mentions);
          expectPartsToAddUp(await why(entityId, null), mentions);
        }
        for (const story of all) await story.restoreAll();
        await page(all[0]!, await app.services.log.head());
        const own = new Map<string, WhyView[]>(['', IN_PODCAST, ...all.map(episodeOf)].map((query) => [query, []]));
        for (let number = 0; number < 10; number++) {
          const entityId = id('entity', number);
          const { status, body } = await app.visitor('GET', `/api/entities/${entityId}`);
          if (status === 404 || isMerged(body, entityId)) continue;
          for (const story of all) {
            const entries = await ledger(entityId, story.episodeUuid);
            const mine = seen.filter((one) => one.story === story);
            for (const { position, shown } of mine)
              expect([position, numberAt(entries, position)]).toEqual([position, countIn(shown, entityId)]);
            const now = countIn(await page(story, await app.services.log.head()), entityId);
            expectToAddUp(entries, now);
            expectPartsToAddUp(await why(entityId, story.episodeUuid), now);
          }
          const { mentions, podcasts } = body as EntityPage;
          expectToAddUp(await ledger(entityId, null), mentions);
          expectPartsToAddUp(await why(entityId, null), mentions);
          const inPodcast = podcasts.find(({ uuid }) => uuid === id('series'))?.count ?? 0;
          expectToAddUp(await ledgerOf(entityId, IN_PODCAST), inPodcast);
          expectPartsToAddUp(await get(`/api/entities/${entityId}/why?${IN_PODCAST}`), inPodcast);
          for (const [query, parts] of own) parts.push(await get(`/api/entities/${entityId}/why?${query}`));
        }
        for (const [query, parts] of own) expectTotalToAddUp(await total(query), parts);
      },
    ),
    { numRuns: storyCount(4), endOnFailure: true },
  );
}, 600_000);

describe('a known story', () => {
  const person = uuidFrom(EARMARK_NAMESPACE, 'person');
  const episodeUuid = id('episode', 4000);
  const [ada, bea] = [id('ada'), id('bea')];
  const facts = (name: string) => ({ name, entityTypeId: person, url: null, slugBase: name });
  const pattern = (entityId: string, name: string) => ({
    patternId: id(`pattern ${name}`),
    entityId,
    entityTypeId: person,
    name,
    caseSensitive: false,
    wholeWord: true,
    ...NO_CONTEXT,
  });
  const named = (entityId: string, name: string) =>
    event('EntityNamed', { entityId, entityTypeId: person, from: null, name, slugBase: name.toLowerCase() });
  const learn = async (entityId: string, name: string) =>
    record(app.services.log, 'vocabulary-main', event('PatternAdded', { pattern: pattern(entityId, name) }));
  const decide = async (type: string, data: object) =>
    record(app.services.log, `entities-${episodeUuid}`, event(type, { episodeUuid, ...data }));
  const passed = async (position: bigint) => {
    while (!(await app.services.checkpoints.passed(position)));
  };

  const pathOfMention = async (index: number) => {
    const { transcript } = await get<EpisodePage>(`/api/podcasts/${id('series')}/${episodeUuid}`);

    return `/api/entities/${ada}/mentions/${transcript[index]!.id}/why?episode=${episodeUuid}`;
  };
  const mention = async (index: number) => get<WhyMention>(await pathOfMention(index));

  beforeAll(async () => {
    const { log } = app.services;
    await record(log, 'vocabulary-main', named(ada, 'Ada Quist'), named(bea, 'Bea Quist'));
    await learn(ada, 'Ada Quist');
    await learn(ada, 'Quist');
    await learn(bea, 'Bea Quist');
    const { vocabularyRevision } = await headPin(log);
    await record(log, `episode-${episodeUuid}`, episodeAdded(4000, 'Quists'));
    const lines = ['Ann: Ada Quist.', 'Ann: Only Quist.', 'Ann: Bea Quist.', 'Ann: Countess and nobody.'];
    await passed(await record(log, `transcript-${episodeUuid}`, ...transcriptEvents(4000, lines, vocabularyRevision)));
  });

  it('counts a segment for the first pattern that finds it', async () => {
    expect(await why(ada, episodeUuid)).toMatchObject({
      entity: { name: 'Ada Quist' },
      total: 3,
      patterns: [
        { name: 'Ada Quist', mentions: 1, counted: 1, ofEntity: null },
        { name: 'Quist', mentions: 3, counted: 2, ofEntity: null },
      ],
      byHand: { names: [], mentions: 0, counted: 0 },
      moved: { mentions: 0, names: [] },
      removed: { mentions: 0, episodes: 0 },
      vocabularyBehind: { episodes: 0, of: 1 },
    });
    await passed(await learn(ada, 'Countess'));
    expect(await why(ada, episodeUuid)).toMatchObject({ total: 3, vocabularyBehind: { episodes: 1, of: 1 } });
    expect((await why(ada, null)).patterns.map(({ name, mentions }) => [name, mentions])).toEqual([
      ['Ada Quist', 1],
      ['Quist', 3],
      ['Countess', 0],
    ]);
  });

  it('says what finds a mention, and who added that', async () => {
    const learned = { at: expect.any(String), actor: 'system', ofEntity: null, isChanged: false };
    expect(await mention(0)).toMatchObject({
      entity: { name: 'Ada Quist' },
      patterns: [
        { name: 'Ada Quist', wholeWord: true, caseSensitive: false, ...learned },
        { name: 'Quist', ...learned },
      ],
      byHand: [],
      pin: { matcherVersion: 1 },
    });
    expect(await mention(3)).toMatchObject({ patterns: [], byHand: [] });
  });

  it('includes people’s decisions', async () => {
    await passed(await decide('EntityAdded', { entityId: ada, facts: facts('Countess'), before: null }));
    expect(await why(ada, episodeUuid)).toMatchObject({
      total: 4,
      byHand: { names: ['Countess'], mentions: 1, counted: 1 },
    });
    const named = { patterns: [], byHand: [{ name: 'Countess', at: expect.any(String), actor: 'system' }] };
    expect(await mention(3)).toMatchObject(named);
    const reader = await app.signIn('reader');
    expect(await reader('GET', await pathOfMention(3))).toMatchObject({ body: { byHand: [{ actor: 'spec' }] } });
    const moved = { entityId: bea, toEntityId: ada, moved: [bea], from: facts('Bea Quist'), to: facts('Ada Quist') };
    await passed(await decide('EntityEdited', moved));
    expect(await why(ada, episodeUuid)).toMatchObject({
      total: 4,
      patterns: [{}, {}, { name: 'Bea Quist', ofEntity: 'Bea Quist', mentions: 1, counted: 0 }],
    });
    expect(await why(bea, episodeUuid)).toMatchObject({ total: 0, moved: { mentions: 1, names: ['Ada Quist'] } });
    await passed(
      await decide('EntityRemoved', { entityId: ada, facts: facts('Ada Quist'), before: 'added', after: 'removed' }),
    );
    expect(await why(ada, null)).toMatchObject({ total: 0, removed: { mentions: 3, episodes: 1 } });
  });

  it('distinguishes any number of mentions, and says where it covers only some episodes', async () => {
    const { log } = app.services;
    const mira = id('mira');
    await record(log, 'vocabulary-main', named(mira, 'Mira Lund'));
    await learn(mira, 'Mira Lund');
    await learn(mira, 'Lund');
    const { vocabularyRevision } = await headPin(log);
    const lines = Array.from({ length: 500 }, (_, index) => (index % 5 === 0 ? 'Ann: Mira Lund.' : 'Ann: Only Lund.'));
    const add = async (number: number, said: string[]) => {
      await record(log, `episode-${id('episode', number)}`, episodeAdded(number, `Lunds ${number}`));
      await record(log, `transcript-${id('episode', number)}`, ...transcriptEvents(number, said, vocabularyRevision));
    };
    const numbers = (count: number, first: number) => Array.from({ length: count }, (_, index) => first + index);
    // All at once: the log writes what waits together.
    await Promise.all(numbers(12, 4100).map(async (number) => add(number, lines)));
    await passed(await log.head());
    expect(await why(mira, null)).toMatchObject({
      total: 6000,
      patterns: [
        { name: 'Mira Lund', mentions: 1200, counted: 1200 },
        { name: 'Lund', mentions: 6000, counted: 4800 },
      ],
      untold: 0,
      notCountedIn: { episodes: 0, of: 0 },
    });

    const addWithout = async (number: number) => {
      await add(number, ['Ann: Mira Lund.']);
      const removed = { entityId: mira, facts: facts('Mira Lund'), before: null, after: 'removed' };
      const removal = event('EntityRemoved', { episodeUuid: id('episode', number), ...removed });
      await record(log, `entities-${id('episode', number)}`, removal);
    };
    await Promise.all(numbers(205, 4200).map(addWithout));
    await passed(await log.head());
    expect(await why(mira, null)).toMatchObject({
      total: 6000,
      removed: { mentions: 200, episodes: 200 },
      notCountedIn: { episodes: 200, of: 205 },
    });
  });

  it('lists what changed the number, with roles for visitors and names for signed-in people', async () => {
    const entries = await ledger(ada, episodeUuid);
    expect(entries).toMatchObject([
      { difference: 3, total: 3, episodeUuid, link: expect.stringContaining('/podcasts/') },
      { difference: 1, total: 4, sentence: 'Added “Countess” (person) by hand.' },
      { difference: -4, total: 0, sentence: 'Removed “Ada Quist” (person).' },
    ]);
    const reader = await app.signIn('reader');
    const answer = await reader('GET', `/api/entities/${ada}/ledger`);
    const everywhere = (answer.body as LedgerPage).entries;
    expect(everywhere.map(({ total }) => total)).toEqual([0, 4, 3]);
    expect(everywhere[0]!.actor).not.toBe(entries[2]!.actor);
    expect((await get<LedgerPage>(`/api/entities/${bea}/ledger`)).entries.map(({ difference }) => difference)).toEqual([
      -1, 1,
    ]);
  });

  it('remembers a breakdown until the tables change', async () => {
    const before = await total('');
    const countMore = async (more: number) =>
      app.services.pool.query('update read.mentions_episode set mentions = mentions + $2 where episode_uuid = $1', [
        id('episode', 4100),
        more,
      ]);
    await countMore(1);
    expect(await total('')).toEqual(before);
    await passed(await learn(bea, 'Bea, by another name'));
    expect(await total('')).toMatchObject({ total: before.total + 1 });
    await countMore(-1);
  });

  it('refuses anything unknown', async () => {
    const status = async (path: string) => (await app.visitor('GET', `/api/entities/${path}`)).status;
    for (const call of ['why', 'ledger']) {
      expect(await status(`nobody/${call}`)).toBe(404);
      expect(await status(`${ada}/${call}?episode=${id('nothing')}`)).toBe(404);
      expect(await status(`${ada}/${call}?episode=x`)).toBe(400);
    }
    expect(await status(`${ada}/ledger?after=yesterday`)).toBe(400);
    expect(await status(`${ada}/why?podcast=nothing`)).toBe(404);
    expect(await status(`${ada}/why?episode=${episodeUuid}&${IN_PODCAST}`)).toBe(400);
    expect(await status(`${ada}/mentions/x/why?episode=${episodeUuid}`)).toBe(400);
    expect(await status(`${ada}/mentions/${id('x')}/why?episode=${id('nothing')}`)).toBe(404);
    expect(await get(`/api/entities/${ada}/mentions/${id('x')}/why?episode=${episodeUuid}`)).toMatchObject({
      patterns: [],
      byHand: [],
    });
    expect((await app.visitor('GET', `/api/why?episode=${id('nothing')}`)).status).toBe(404);
  });
});
