import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { defineEvent } from '@earmark/contracts/kit';
import { event, record } from '@earmark/projections/testing';
import { z } from 'zod';
import { processDatabase, until, type ProcessDatabase } from './process.fixture.ts';
import { defineReaction, type Reaction, type ReactionContext } from './reaction.ts';
import { Reactor } from './reactor.ts';

const BellRung = defineEvent('BellRung', { times: z.number() });
const DoorOpened = defineEvent('DoorOpened', { by: z.string() });

let database: ProcessDatabase;
const running: Reactor[] = [];
beforeEach(async () => {
  database = await processDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(async (reactor) => reactor.stop()));
  await database.close();
});

it('reacts to the streams it reads, in log order, and is the cause of the commands it sends', async () => {
  const { seen, reaction } = listening();
  await ring(1);
  await record(database.log, 'door-front', event('DoorOpened', { by: 'ada' }));
  await record(database.log, 'door-front', event('DoorClosed', { by: 'ada' }));
  start(reaction);
  await ring(2);
  await until(() => seen.length === 3);
  expect(seen.map(({ what }) => what)).toEqual(['bell 1', 'door ada', 'bell 2']);
  const { context } = seen[0]!;
  for await (const { id, metadata } of database.log.readStream('bell-tower', { limit: 1 }))
    expect(context).toEqual({
      actor: { kind: 'system', id: 'listener', name: 'listener', role: 'system' },
      causationId: id,
      correlationId: metadata.correlationId,
      reason: null,
    });
});

it('resumes after a restart where it was, also past events that did not concern it', async () => {
  const first = listening();
  const reactor = start(first.reaction);
  await ring(1);
  await until(async () => (await checkpoint()) === (await database.log.head()));
  await reactor.stop();
  await ring(2);
  const second = listening();
  start(second.reaction);
  await until(() => second.seen.length > 0);
  expect([...first.seen, ...second.seen].map(({ what }) => what)).toEqual(['bell 1', 'bell 2']);
});

it('skips nothing: an event that fails is retried, and everything after it waits', async () => {
  const seen: number[] = [];
  let failures = 0;
  const reaction = ringing(async (times) => {
    if (times === 1 && failures++ < 2) throw new Error('no answer from the tower');
    seen.push(times);
  });
  await ring(1);
  await ring(2);
  start(reaction);
  await until(() => seen.length === 2);
  expect(seen).toEqual([1, 2]);
  expect(database.reports).toEqual([
    expect.stringMatching(/^listener: event \d+ \(BellRung\): no answer from the tower; trying again in 0.02 s$/),
    expect.stringMatching(/^listener: event \d+ \(BellRung\): no answer from the tower; trying again in 0.04 s$/),
  ]);
  await until(async () => (await checkpoint()) === (await database.log.head()));
  const { rows } = await database.pool.query('select failure from app.reactor');
  expect(rows).toEqual([{ failure: null }]);
});

it('stops before an event that it cannot read, and reports why', async () => {
  const { seen, reaction } = listening();
  await record(database.log, 'bell-tower', event('BellRung', { times: 'often' }));
  await ring(2);
  start(reaction);
  const failure = async () => (await database.pool.query('select failure from app.reactor')).rows[0]?.failure;
  await until(async () => (await failure())?.attempts > 1);
  expect(await failure()).toMatchObject({
    type: 'BellRung',
    error: expect.stringContaining('data of BellRung does not match its schema'),
  });
  expect(seen).toEqual([]);
});

it('runs on one server, and another takes over when that one is cut off', async () => {
  const seen: string[] = [];
  const on = (server: string) => ringing(async (times) => void seen.push(`${server} ${times}`));
  const one = start(on('one'));
  await ring(1);
  await until(() => seen.length === 1);
  start(on('other'));
  await ring(2);
  await until(() => seen.length === 2);
  expect(seen).toEqual(['one 1', 'one 2']);
  await one.stop();
  await ring(3);
  await until(() => seen.length === 3);
  expect(seen[2]).toBe('other 3');
});

it('sees an event again when it was cut off before it saved its checkpoint', async () => {
  const seen: number[] = [];
  start(
    ringing(async (times, { signal }) => {
      seen.push(times);
      if (seen.length > 1) return;
      const lost = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await database.cutConnections();
      await lost;
      signal.throwIfAborted();
    }),
  );
  await ring(1);
  await until(() => seen.length === 2);
  expect(seen).toEqual([1, 1]);
});

it('starts a different log from the beginning, or from now, as declared', async () => {
  await ring(1);
  await until(async () => (await database.log.head()) > 0n);
  await database.pool.query('insert into app.reactor (name, position, log_id) values ($1, 5000, $3), ($2, 5000, $3)', [
    'listener',
    'newcomer',
    randomUUID(),
  ]);
  const all = listening();
  const late: number[] = [];
  start(all.reaction);
  start({ ...ringing(async (times) => void late.push(times)), name: 'newcomer', startsFrom: 'now' });
  await until(async () => (await checkpoint('newcomer')) < 5000n && all.seen.length === 1);
  await ring(2);
  await until(() => all.seen.length === 2 && late.length === 1);
  expect(late).toEqual([2]);
  expect(database.reports).toEqual(
    expect.arrayContaining([
      'listener: the event log is not the same as before; reading it from the beginning',
      'newcomer: the event log is not the same as before; reading it from now',
    ]),
  );
});

function start(reaction: Reaction): Reactor {
  const { log, pool, reports } = database;
  const report = (line: string) => void reports.push(line);
  const reactor = new Reactor({ log, pool, leases: database.server(), report }, reaction, 20);
  reactor.start();
  running.push(reactor);

  return reactor;
}

const ringing = (on: (times: number, reaction: ReactionContext) => Promise<void>): Reaction =>
  defineReaction({
    name: 'listener',
    readsFrom: [BellRung],
    startsFrom: 'the beginning',
    on: { BellRung: async ({ data }, reaction) => on(data.times, reaction) },
  });

function listening() {
  const seen: { what: string; context: ReactionContext['context'] }[] = [];
  const reaction = defineReaction({
    name: 'listener',
    readsFrom: [BellRung, DoorOpened],
    startsFrom: 'the beginning',
    on: {
      BellRung: async ({ data }, { context }) => void seen.push({ what: `bell ${data.times}`, context }),
      DoorOpened: async ({ data }, { context }) => void seen.push({ what: `door ${data.by}`, context }),
    },
  });

  return { seen, reaction };
}

const ring = async (times: number) => record(database.log, 'bell-tower', event('BellRung', { times }));

async function checkpoint(name = 'listener'): Promise<bigint> {
  const { rows } = await database.pool.query<{ position: string }>('select position from app.reactor where name = $1', [
    name,
  ]);

  return BigInt(rows[0]?.position ?? -1);
}
