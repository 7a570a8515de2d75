import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { EventId } from '@earmark/contracts/kit';
import type { NewEvent } from '@earmark/projections/event-log';
import { projectors, verify } from '@earmark/projections/runner';
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
  storyCount,
} from '@earmark/projections/testing';
import fc from 'fast-check';
import { isRemoved } from '../kit/removals.ts';
import { pinInForce } from './pins.ts';

const EPISODES = [1, 2, 3, 4];
const REVISION = 6;
const NO_PIN = -2;
const RUNS = storyCount(12);

let world: ProjectedLog;
beforeEach(async () => {
  world = await projectedLog();
  await record(world.log, 'vocabulary-main', ...categories());
  for (const series of [1, 2])
    await record(world.log, `series-${id('series', series)}`, seriesAdded(series, `${series}`));
});
afterEach(async () => world.close());

it('gives every episode the pin from the log after any publications, reverts, repeated publications and removals', async () => {
  let story = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.nat(), fc.boolean()), { minLength: 4, maxLength: 24 }),
      async (steps) => {
        story += 1;
        const run = new Story(story);
        await run.begin();
        for (const [kind, number, isWaitedFor] of steps) {
          await run.step(kind, number);
          if (isWaitedFor) await world.settled();
        }
        await world.settled();
        for (const episode of run.episodes) expect(await shownPin(episode)).toBe(await pinOfLog(episode));
      },
    ),
    { numRuns: RUNS },
  );
  const comparisons = await verify({
    log: world.log,
    pool: world.pool,
    projectors: projectors.filter(({ name }) => name === 'mentions'),
  });
  expect(comparisons.filter(({ differences }) => differences > 0)).toEqual([]);
});

/** Episodes of its own, of two podcasts; the recounts concern those of all stories. */
class Story {
  readonly episodes: number[];
  private readonly publications: { data: object; published: NewEvent | null; reverted: NewEvent | null }[] = [];
  private revision = REVISION;

  constructor(private readonly number: number) {
    this.episodes = EPISODES.map((one) => number * 10 + one);
  }

  async begin(): Promise<void> {
    for (const episode of this.episodes) {
      const added = episodeAdded(episode, `Episode ${episode}`);
      const data = { ...(added.data as object), seriesUuid: id('series', 1 + (episode % 2)) };
      await record(world.log, `episode-${id('episode', episode)}`, { ...added, data });
    }
    await this.hear(this.episodes[0]!);
  }

  async step(kind: number, number: number): Promise<void> {
    this.revision += 1;
    const episode = this.episodes[number % this.episodes.length]!;
    if (kind === 0) return this.hear(episode);
    if (kind === 1) return this.extract(episode);
    if (kind === 7) return this.turnEpisode(episode);
    if (kind === 8) return this.turnSeries(1 + (number % 2));
    const move = this.publications[number % Math.max(1, this.publications.length)];
    if (kind === 2 || move === undefined) return this.publish(number);
    if (move.published !== null) {
      move.reverted = await this.turn('RecountReverted', move.data, move.published.id);
      move.published = null;
    } else {
      // Published again, or the revert undone.
      move.published = await this.turn('RecountPublished', move.data, kind === 3 ? move.reverted!.id : null);
    }
  }

  private async hear(episode: number): Promise<void> {
    const stream = `transcript-${id('episode', episode)}`;
    for await (const _ of world.log.readStream(stream, { limit: 1 })) return;
    await record(world.log, stream, ...transcriptEvents(episode, ['Ann: Hello.'], this.revision));
  }

  private async extract(episode: number): Promise<void> {
    if ((await pinOfLog(episode)) === null) return;
    const data = { episodeUuid: id('episode', episode), from: pin(0), pin: pin(this.revision) };
    await record(world.log, `entities-${id('episode', episode)}`, event('EntitiesExtracted', data));
  }

  private async turnEpisode(episode: number): Promise<void> {
    const stream = `episode-${id('episode', episode)}`;
    const data = { episodeUuid: id('episode', episode), seriesUuid: id('series', 1 + (episode % 2)) };
    const isBack = await isRemoved(world.log, stream);
    await record(world.log, stream, event(isBack ? 'EpisodeRestored' : 'EpisodeRemoved', data));
  }

  private async turnSeries(series: number): Promise<void> {
    const stream = `series-${id('series', series)}`;
    const isBack = await isRemoved(world.log, stream);
    await record(
      world.log,
      stream,
      event(isBack ? 'SeriesRestored' : 'SeriesRemoved', { seriesUuid: id('series', series) }),
    );
  }

  private async publish(number: number): Promise<void> {
    const data = {
      recountId: id(`recount of ${this.number}`, this.publications.length),
      pin: pin(this.revision),
      only: number % 4 === 3 ? await this.chosen() : null,
      scope: { podcastUuids: [null, [id('series', 1)], [id('series', 2)]][number % 3] },
    };
    this.publications.push({ data, published: await this.turn('RecountPublished', data, null), reverted: null });
  }

  /** Of changes that concern some of the pins that the episodes have now; null when they have none. */
  private async chosen(): Promise<object | null> {
    const pins = new Set<number>();
    for (const episode of this.episodes.slice(1)) pins.add((await pinOfLog(episode)) ?? NO_PIN);
    pins.delete(NO_PIN);
    const moves = [...pins].map((from, place) => ({ from, to: pin(100_000 + this.revision * 10 + place) }));

    return moves.length === 0 ? null : { eventIds: [id('event', 1)], patterns: 1, names: ['Rome'], moves };
  }

  private async turn(type: string, data: object, reverts: EventId | null): Promise<NewEvent> {
    const plain = event(type, data);
    const turned = { ...plain, metadata: { ...plain.metadata, reverts } };
    await record(world.log, 'recount-main', turned);

    return turned;
  }
}

const pin = (vocabularyRevision: number) => ({ vocabularyRevision, matcherVersion: 1 });
const pinOfLog = async (episode: number): Promise<number | null> =>
  (await pinInForce(world.log, id('episode', episode)))?.vocabularyRevision ?? null;

async function shownPin(episode: number): Promise<number | null> {
  const { rows } = await world.pool.query<{ revision: number | null }>(
    'select vocabulary_revision as revision from read.mentions_all_episode where episode_uuid = $1',
    [id('episode', episode)],
  );

  return rows[0]!.revision;
}
