import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { defineEvent } from '@earmark/contracts/kit';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { event } from '@earmark/projections/testing';
import { z } from 'zod';
import { LongProcess } from './long-process.ts';
import { processDatabase, until, type ProcessDatabase } from './process.fixture.ts';

const STEPS = 9;
const RunStarted = defineEvent('RunStarted', {});
const StepDone = defineEvent('StepDone', { step: z.number(), by: z.string() });
const RunEnded = defineEvent('RunEnded', {});

let database: ProcessDatabase;
const processes: LongProcess[] = [];
beforeEach(async () => {
  database = await processDatabase();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map(async (one) => one.stop()));
  await database.close();
});

it('does every step of every run once, on two servers, however often they are cut off', async () => {
  const runs = Array.from({ length: 6 }, () => randomUUID());
  for (const server of ['one', 'other']) serve(server, 2, async () => delay(Math.random() * 20));
  for (const id of runs) await append(id, 0, RunStarted.type, {});
  for (let cut = 0; cut < 10; cut++) {
    await delay(40);
    await database.cutConnections();
  }
  await until(async () => (await openRuns()) === 0);
  for (const id of runs) expect(await stepsOf(id)).toEqual(Array.from({ length: STEPS }, (_, step) => step));
});

it('resumes after a restart from its stream, and reads nothing else', async () => {
  const id = randomUUID();
  const done: number[] = [];
  const first = serve('one', 1, async (step, signal) => {
    if (step === 4) await delay(60_000, null, { signal });
    done.push(step);
  });
  await append(id, 0, RunStarted.type, {});
  await until(() => done.length === 4);
  await first.stop();
  expect(done).toEqual([0, 1, 2, 3]);
  serve('other', 1, async (step) => void done.push(step));
  await until(async () => (await openRuns()) === 0);
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

it('retries a run that fails, reports it, and does the others meanwhile', async () => {
  const [failing, fine] = [randomUUID(), randomUUID()];
  let isBroken = true;
  serve('one', 2, async (step, _signal, id) => {
    if (id === failing && step === 1 && isBroken) throw new Error('the service is away');
  });
  await append(failing, 0, RunStarted.type, {});
  await append(fine, 0, RunStarted.type, {});
  await until(async () => (await stepsOf(fine)).length === STEPS);
  await until(() => database.reports.length > 0);
  expect(database.reports[0]).toBe(`run ${failing}: the service is away; trying again in 1 s`);
  expect(await stepsOf(failing)).toEqual([0]);
  isBroken = false;
  await until(async () => (await openRuns()) === 0);
  expect(await stepsOf(failing)).toHaveLength(STEPS);
});

it('lets a caller do the work, while no loop does', async () => {
  const id = randomUUID();
  const done: string[] = [];
  const served = serve('loop', 1, async (step) => void done.push(`loop ${step}`));
  await served.holding(id, async () => {
    await append(id, 0, RunStarted.type, {});
    await until(async () => (await openRuns()) === 1);
    await delay(100);
    expect(done).toEqual([]);
    for (let step = 0; step < STEPS; step++) await append(id, step + 1, StepDone.type, { step, by: 'caller' });
    await append(id, STEPS + 1, RunEnded.type, {});
  });
  await until(async () => (await openRuns()) === 0);
  expect(done).toEqual([]);
});

/** A server whose runs do the remaining steps of nine. */
function serve(
  by: string,
  concurrency: number,
  work: (step: number, signal: AbortSignal, id: string) => Promise<void>,
): LongProcess {
  const { log, pool, reports } = database;
  const parts = { log, pool, leases: database.server(), report: (line: string) => void reports.push(line) };
  const run = async (id: string, signal: AbortSignal) => {
    const events = await eventsOf(id);
    if (events.some(({ type }) => type === RunEnded.type)) return;
    for (let step = events.length - 1; step < STEPS; step++) {
      await work(step, signal, id);
      signal.throwIfAborted();
      // The expected revision keeps another server from doing the same step.
      await append(id, step + 1, StepDone.type, { step, by });
    }
    await append(id, STEPS + 1, RunEnded.type, {});
  };
  const served = new LongProcess(parts, {
    category: 'run',
    begins: [RunStarted],
    ends: [RunEnded],
    run,
    concurrency,
    lookMs: 50,
  });
  served.start();
  processes.push(served);

  return served;
}

const append = async (id: string, revision: number, type: string, data: object) =>
  database.log.append(`run-${id}`, [event(type, data)], revision === 0 ? 'no-stream' : revision - 1);

async function eventsOf(id: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const found of database.log.readStream(`run-${id}`)) events.push(found);

  return events;
}

async function stepsOf(id: string): Promise<number[]> {
  const events = await eventsOf(id);

  return events.flatMap(({ type, data }) => (type === StepDone.type ? [StepDone.schema.parse(data).step] : []));
}

/** The open runs that the reactor knows; none before it has read the whole log. */
async function openRuns(): Promise<number> {
  const { rows } = await database.pool.query<{ open: number; position: string }>(
    `select (select count(*) from app.open_process)::integer as open, position from app.reactor where name = 'open run'`,
  );
  const isBehind = BigInt(rows[0]?.position ?? -1) < (await database.log.head());

  return isBehind ? -1 : rows[0]!.open;
}
