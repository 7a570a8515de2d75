import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { defineEvent } from '@earmark/contracts/kit';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { event, record, startSharedEventStore, type SharedEventStore } from '@earmark/projections/testing';
import { z } from 'zod';
import { processDatabase, until, type ProcessDatabase } from './process.fixture.ts';
import { defineReaction, type Reaction } from './reaction.ts';
import { Reactor } from './reactor.ts';
import { ReactorCheckpoint } from './reactor-checkpoint.ts';

const BellRung = defineEvent('BellRung', { times: z.number() });

/** On a node a position is an offset in a file, and other applications write between our events. */
let store: SharedEventStore;
let database: ProcessDatabase;
let running: Reactor[] = [];
beforeEach(async () => {
  store = await startSharedEventStore();
  database = await processDatabase(store.url);
});
afterEach(async () => {
  await Promise.all(running.map(async (reactor) => reactor.stop()));
  running = [];
  await database.close();
  await store.close();
});

it('rests at an event of ours, however far the other applications have written', async () => {
  await ring(1);
  const own = await database.log.head();
  const checkpoint = await open();
  await writeOfOthers();
  await checkpoint.pass(database.log, own + 100_000n);

  expect(checkpoint.position).toBe(own);
  expect((await open()).position).toBe(own);
  expect(database.reports).toEqual([]);
});

it.each<[string, (events: readonly RecordedEvent[]) => bigint, number[]]>([
  ['among the events of other applications', ([, , third]) => third!.position - 1n, [3]],
  ['where no event begins', ([first]) => first!.position + 1n, [2, 3]],
])('goes on after a checkpoint %s, as earlier versions kept it', async (_, positionAfter, expected) => {
  await ring(1);
  await ring(2);
  await writeOfOthers();
  await ring(3);
  const events: RecordedEvent[] = [];
  for await (const one of database.log.readAll()) events.push(one);
  await database.pool.query('insert into app.reactor (name, position, log_id) values ($1, $2, $3)', [
    'listener',
    String(positionAfter(events)),
    await database.log.id(),
  ]);
  const seen = start();
  await until(() => seen.length === expected.length);

  expect(seen).toEqual(expected);
  expect(database.reports).toEqual([]);
});

it('begins anew when the node is restored from files that do not have what it has read', async () => {
  await ring(1);
  const restore = store.copy();
  await ring(2);
  await ring(3);
  const seen = start();
  await until(() => seen.length === 3);
  await restore();
  await ring(4);
  await until(() => seen.length === 5);

  expect(seen).toEqual([1, 2, 3, 1, 4]);
  expect(database.reports).toEqual(
    expect.arrayContaining(['listener: the event log is not the same as before; reading it from the beginning']),
  );
});

const ring = async (times: number) => record(database.log, 'series-bells', event('BellRung', { times }));
const writeOfOthers = async () =>
  store.write(`orders-${randomUUID()}`, { id: randomUUID(), type: 'OrderPlaced', data: {}, metadata: 'none' });
const parts = () => {
  const { log, pool, reports } = database;

  return { log, pool, leases: database.server(), report: (line: string) => void reports.push(line) };
};
const open = async () => ReactorCheckpoint.open(parts(), { ...listening([]), startsFrom: 'now' });

function start(): number[] {
  const seen: number[] = [];
  const reactor = new Reactor(parts(), listening(seen), 20);
  reactor.start();
  running.push(reactor);

  return seen;
}

const listening = (seen: number[]): Reaction =>
  defineReaction({
    name: 'listener',
    readsFrom: [BellRung],
    startsFrom: 'the beginning',
    on: { BellRung: async ({ data }) => void seen.push(data.times) },
  });
