import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EventMeta } from '@earmark/contracts/kit';
import { openLog, type EventLog } from '@earmark/projections/event-log';
import { createTestDatabase, event, type TestDatabase } from '@earmark/projections/testing';
import { chooseChanges } from './chosen-changes.ts';

let database: TestDatabase;
let log: EventLog;
beforeAll(async () => {
  database = await createTestDatabase();
  log = await openLog({ eventstoreUrl: null, databaseUrl: database.url });
  // A day each, of which the middle one is wanted.
  await written('2026-01-01', 400);
  await written('2026-01-02', 3, { name: 'Ada' });
  await written('2026-01-02', 2, { name: 'Bea' });
  await written('2026-01-03', 400);
});
afterAll(async () => {
  await log.close();
  await database.drop();
});

it('finds what somebody did in a time without reading what came before or after', async () => {
  let read = 0;
  const counted: Pick<EventLog, 'readAllBackwards' | 'lastBy'> = {
    readAllBackwards: async function* (options) {
      for await (const recorded of log.readAllBackwards(options)) {
        read++;
        yield recorded;
      }
    },
    lastBy: async (instant) => log.lastBy(instant),
  };
  const day = { from: '2026-01-02T00:00:00.000Z', to: '2026-01-02T23:00:00.000Z' };
  const found = await chooseChanges(counted, { actor: 'Ada', ...day });
  expect(found.map(({ data }) => (data as { to: string }).to)).toEqual(['3', '2', '1']);
  // The last one tells that everything else is older.
  expect(read).toBe(6);
  expect(await chooseChanges(log, { actor: 'Ada', from: day.from, to: day.from })).toEqual([]);
  expect(await chooseChanges(log, { actor: 'Ada', from: '2025-01-01T00:00:00Z', to: '2025-06-01T00:00:00Z' })).toEqual(
    [],
  );
});

async function written(day: string, count: number, actor: Partial<EventMeta['actor']> = {}): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => {
    const made = event('DescriptionEdited', { episodeUuid: '1', from: null, to: String(index + 1) });
    const { metadata } = made;
    const at = `${day}T12:00:00.000Z`;

    return { ...made, metadata: { ...metadata, at, actor: { ...metadata.actor, ...actor } as EventMeta['actor'] } };
  });
  await log.append(`episode-${day} ${actor.name ?? ''}`, events, 'no-stream');
}
