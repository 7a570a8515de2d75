import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { MalformedEvent } from '@earmark/contracts/kit';
import { type SeriesEvent, SeriesUuid } from '@earmark/contracts/series';
import { openLog, type EventLog } from '@earmark/projections/event-log';
import { createTestDatabase, startSharedEventStore, type TestDatabase } from '@earmark/projections/testing';
import { Appends, inAppends, type Decider } from './decider.ts';
import { Streams } from './streams.ts';
import { systemContext } from './system-context.ts';

let database: TestDatabase;
let logs: EventLog[];

beforeEach(async () => {
  database = await createTestDatabase();
  logs = [];
  for (let index = 0; index < 2; index++) logs.push(await openLog({ eventstoreUrl: null, databaseUrl: database.url }));
});
afterEach(async () => {
  for (const log of logs) await log.close();
  await database.drop();
});

it('decides once when two processes add the same thing at once', async () => {
  const [one, two] = [new Streams(logs[0]!), new Streams(logs[1]!)];
  const outcomes = await Promise.all(
    [one, two, one, two].map((streams) => streams.decide(feeds, 'a', ['x'], systemContext('spec'))),
  );
  expect(outcomes.filter(({ types }) => types.length === 1)).toHaveLength(1);
  expect(await stored()).toEqual(['x']);
});

it('sees events that another process has recorded since', async () => {
  const [one, two] = [new Streams(logs[0]!), new Streams(logs[1]!)];
  await one.decide(feeds, 'a', ['x'], systemContext('spec'));
  await two.decide(feeds, 'a', ['y'], systemContext('spec'));
  const { types } = await one.decide(feeds, 'a', ['x', 'y', 'z'], systemContext('spec'));
  expect(types).toEqual(['FeedMoved']);
  expect(await stored()).toEqual(['x', 'y', 'z']);
});

it('keeps many commands for one stream in order and loses none', async () => {
  const streams = new Streams(logs[0]!);
  const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
  await Promise.all(names.map((name) => streams.decide(feeds, 'a', [name], systemContext('spec'))));
  expect(await stored()).toEqual(names);
});

it('records the lists of one decision one after the other', async () => {
  const streams = new Streams(logs[0]!);
  const inTwo: typeof feeds = {
    ...feeds,
    decide: (state, names) => new Appends(names.filter((name) => !state.has(name)).map((name) => [moved(name)])),
  };
  await streams.decide(inTwo, 'a', ['x', 'y'], systemContext('spec'));
  const bounds: number[] = [];
  for await (const { metadata } of logs[0]!.readStream('series-a')) bounds.push(metadata.append.last);
  expect(bounds).toEqual([0, 0]);
});

it('records none of several lists when one of them is too large for an append', async () => {
  const streams = new Streams(logs[0]!);
  const inTwo = (...names: string[]): typeof feeds => ({
    ...feeds,
    decide: () => new Appends(names.map((name) => [moved(name)])),
  });
  for (const [name, code] of [
    ['y'.repeat(1_100_000), 'too-large'],
    ['y\0', 'invalid'],
  ] as const)
    await expect(streams.decide(inTwo('x', name), 'a', [], systemContext('spec'))).rejects.toMatchObject({ code });
  expect(await stored()).toEqual([]);
});

it('records nothing when one of the events could not be read again', async () => {
  const streams = new Streams(logs[0]!);
  const unreadable: SeriesEvent[] = [moved('x'), moved(null as never)];
  await expect(streams.decide({ ...feeds, decide: () => unreadable }, 'a', [], systemContext('spec'))).rejects.toThrow(
    MalformedEvent,
  );
  expect(await stored()).toEqual([]);
  await streams.decide(feeds, 'a', ['y'], systemContext('spec'));
  expect(await stored()).toEqual(['y']);
});

it('splits events that are too large for one append into as few as possible', () => {
  const names = Array.from({ length: 9 }, (_, index) => `${index}`.repeat(300_000));
  const { lists } = inAppends(names.map(moved), 600);
  expect(lists.map((list) => list.length)).toEqual([3, 3, 3]);
  expect(lists.flat()).toEqual(names.map(moved));
  expect(inAppends([], 600).lists).toEqual([]);
});

it('reads an earlier state, even when later events are cached', async () => {
  const streams = new Streams(logs[0]!);
  for (const name of ['x', 'y', 'z']) await streams.decide(feeds, 'a', [name], systemContext('spec'));
  expect(await streams.readAt(feeds, 'a', 1)).toEqual(new Set(['x', 'y']));
  expect(await streams.readAt(feeds, 'a', -1)).toEqual(new Set());
  await streams.decide(feeds, 'a', ['w'], systemContext('spec'));
  expect(await streams.readAt(feeds, 'a', 1)).toEqual(new Set(['x', 'y']));
});

it('folds each event of a large kept state once, also when another writer is faster', async () => {
  let folded = 0;
  const large: typeof feeds = {
    ...feeds,
    isAlwaysKept: true,
    // More than the cache holds.
    bytes: () => 1e9,
    evolve: (state, event) => {
      folded++;
      return feeds.evolve(state, event);
    },
  };
  const [one, two] = [new Streams(logs[0]!), new Streams(logs[1]!)];
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
  await one.decide(large, 'a', names, systemContext('spec'));
  for (let time = 0; time < 5; time++) await one.read(large, 'a');
  await two.decide(feeds, 'a', ['x'], systemContext('spec'));
  let isFirst = true;
  const beFaster = async () => {
    if (isFirst) await two.decide(feeds, 'a', ['y'], systemContext('spec'));
    isFirst = false;
  };
  await one.changeWith(large, 'a', beFaster, () => ({ events: [moved('z')], result: null }), systemContext('spec'));
  expect(await stored()).toEqual([...names, 'x', 'y', 'z']);
  expect(folded).toBe(names.length + 3);
});

it.each([{}, { isAlwaysKept: true } as const])(
  'reads a state anew whose last events the log has lost: %j',
  async (more) => {
    const store = await startSharedEventStore();
    const log = await openLog({ eventstoreUrl: store.url, databaseUrl: database.url });
    const streams = new Streams(log);
    const decide = async (...names: string[]) =>
      streams.decide({ ...feeds, ...more }, 'a', names, systemContext('spec'));
    await decide('x');
    const restore = store.copy();
    await decide('y', 'z');
    await restore();

    expect((await decide('w')).types).toEqual(['FeedMoved']);
    expect((await streams.read({ ...feeds, ...more }, 'a')).state).toEqual(new Set(['x', 'w']));
    await log.close();
    await store.close();
  },
);

it('records who made the change, when, as part of what and why', async () => {
  const context = { ...systemContext('spec'), reason: 'because' };
  await new Streams(logs[0]!).decide(feeds, 'a', ['x'], context);
  for await (const { metadata } of logs[0]!.readStream('series-a'))
    expect(metadata).toMatchObject({
      actor: context.actor,
      correlationId: context.correlationId,
      causationId: null,
      reason: 'because',
      schemaVersion: 1,
      reverts: null,
    });
});

const moved = (to: string): SeriesEvent => ({
  type: 'FeedMoved',
  data: { seriesUuid: SeriesUuid.parse('11111111-1111-4111-8111-111111111111'), from: null, to },
});

/** Records each name once. */
const feeds: Decider<Set<string>, string[], SeriesEvent> = {
  category: 'series',
  initial: () => new Set(),
  evolve: (state, event) => (event.type === 'FeedMoved' ? state.add(event.data.to) : state),
  decide: (state, names) => names.filter((name) => !state.has(name)).map(moved),
};

async function stored(): Promise<string[]> {
  const names: string[] = [];
  for await (const { data } of logs[0]!.readStream('series-a')) names.push((data as { to: string }).to);

  return names;
}
