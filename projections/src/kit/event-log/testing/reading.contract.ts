import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { queryObjects } from 'node:v8';
import { EventId } from '@earmark/contracts/kit';
import { describe, expect, it } from '@jest/globals';
import type { EventLog, LogFilter, NewEvent, RecordedEvent } from '../event-log.ts';
import { collect, event, eventOfSize, events, idsOf, newEventId, newStream } from './log-fixtures.ts';
import type { TestedLog } from './tested-log.ts';

export function describeReading(tested: () => TestedLog): void {
  const readAll = (options: { after: bigint; limit?: number; filter?: LogFilter }) =>
    collect(tested().log.readAll(options));
  const revisions = (recorded: readonly RecordedEvent[]) => recorded.map(({ revision }) => revision);

  // First: it reads the whole log, and later tests add much to it.
  describe('the end of the log at an instant', () => {
    it('is before the first event, in log order, that is later', async () => {
      const { log } = tested();
      // Later than all other events. Where clocks disagree, log order decides.
      const start = Date.now() + 1e12;
      const at = (ms: number) => new Date(start + ms);
      const stored: NewEvent[] = [10, 30, 20, 40].map((ms, index) => {
        const made = event(index);
        return { ...made, metadata: { ...made.metadata, at: at(ms).toISOString() } };
      });
      const stream = newStream();
      for (const [index, one] of stored.entries())
        await log.append(stream, [one], index === 0 ? 'no-stream' : index - 1);
      const lastBy = async (ms: number) => {
        const found = await log.lastBy(at(ms));
        return stored.findIndex(({ id }) => id === found?.id);
      };

      expect([await lastBy(9), await lastBy(10), await lastBy(20), await lastBy(29)]).toEqual([-1, 0, 0, 0]);
      expect([await lastBy(30), await lastBy(39), await lastBy(40), await lastBy(50)]).toEqual([2, 2, 3, 3]);
      expect(await log.lastBy(new Date(0))).toBeNull();
    });
  });

  describe('reading a stream', () => {
    it('goes forwards and backwards, from a revision, up to a limit', async () => {
      const { log } = tested();
      const stream = newStream();
      await log.append(stream, events(250), 'no-stream');
      const read = async (options: { from?: number; direction?: 'forwards' | 'backwards'; limit?: number }) =>
        revisions(await collect(log.readStream(stream, options)));
      const all = Array.from({ length: 250 }, (_, revision) => revision);

      expect(await read({})).toEqual(all);
      expect(await read({ direction: 'backwards' })).toEqual(all.toReversed());
      expect(await read({ from: 200 })).toEqual(all.slice(200));
      expect(await read({ from: 200, limit: 3 })).toEqual([200, 201, 202]);
      expect(await read({ from: 2, direction: 'backwards' })).toEqual([2, 1, 0]);
      expect(await read({ direction: 'backwards', limit: 1 })).toEqual([249]);
      expect(await read({ from: 250 })).toEqual([]);
      expect(await read({ limit: 0 })).toEqual([]);
    });

    it('finds nothing in a stream that does not exist', async () => {
      expect(await collect(tested().log.readStream(newStream()))).toEqual([]);
      expect(await collect(tested().log.readStream(newStream(), { direction: 'backwards' }))).toEqual([]);
    });

    it('keeps nothing in memory after 60 reads abandoned at their first event', async () => {
      const { log } = tested();
      const stream = newStream();
      await log.append(stream, events(3), 'no-stream');
      const readFirst = async (times: number) => {
        for (let read = 0; read < times; read++)
          for await (const { revision } of log.readStream(stream, { limit: 1 })) {
            expect(revision).toBe(0);
            break;
          }
      };
      await readFirst(10);
      // Counts the objects that a full garbage collection leaves.
      const before = queryObjects(Readable, { format: 'count' });
      await readFirst(60);

      expect(queryObjects(Readable, { format: 'count' }) - before).toBeLessThan(15);
    });

    it('reads events of which only a few fit in memory at once', async () => {
      const { log } = tested();
      const stream = newStream();
      for (let revision = 0; revision < 8; revision++)
        await log.append(stream, [eventOfSize(900_000)], revision === 0 ? 'no-stream' : revision - 1);

      expect(revisions(await collect(log.readStream(stream)))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(revisions(await collect(log.readStream(stream, { direction: 'backwards', limit: 7 })))).toEqual([
        7, 6, 5, 4, 3, 2, 1,
      ]);
    });

    it('returns data, metadata and ids as written, with the bounds of the append', async () => {
      const { log } = tested();
      const stream = newStream();
      const values = [
        {},
        [],
        'text',
        { nested: { list: [1, [2, { deep: null }]], yes: true } },
        { '🎙️ naïve — “quotes”': 'Ünïcödé \u2028 \\ " \ud83d\ude00' },
        { z: 1, a: 2, n: 1.5e-7, big: Number.MAX_SAFE_INTEGER },
      ];
      const batch = values.map((value) => event(value));
      await log.append(stream, batch, 'no-stream');
      const stored = await collect(log.readStream(stream));

      expect(stored.map(({ id, type, data }) => ({ id, type, data }))).toEqual(
        batch.map(({ id, type, data }) => ({ id, type, data })),
      );
      expect(Object.keys(Object(stored[5]?.data))).toEqual(['z', 'a', 'n', 'big']);
      expect(stored.map(({ metadata }) => metadata)).toEqual(
        batch.map(({ metadata }, index) => ({ ...metadata, append: { id: batch[0]?.id, index, last: 5 } })),
      );
    });
  });

  describe('reading the whole log', () => {
    it('continues after every position with exactly what follows', async () => {
      const { log } = tested();
      const after = await log.head();
      const [one, two] = [newStream(), newStream()];
      await log.append(one, events(3), 'no-stream');
      await log.append(two, events(4), 'no-stream');
      await log.append(one, events(2), 2);
      const all = await readAll({ after });

      expect(all.map(({ stream, revision }) => [stream, revision])).toEqual([
        ...[0, 1, 2].map((revision) => [one, revision]),
        ...[0, 1, 2, 3].map((revision) => [two, revision]),
        ...[3, 4].map((revision) => [one, revision]),
      ]);
      for (const [index, { position }] of all.entries())
        expect(idsOf(await readAll({ after: position }))).toEqual(idsOf(all.slice(index + 1)));
      expect(idsOf(await readAll({ after, limit: 4 }))).toEqual(idsOf(all.slice(0, 4)));
    });

    it('returns increasing positions and no system event', async () => {
      const all = await readAll({ after: 0n, limit: 2_000 });

      expect(all.every(({ position }, index) => index === 0 || position > (all[index - 1]?.position ?? 0n))).toBe(true);
      expect(all.filter(({ stream, type }) => stream.startsWith('$') || type.startsWith('$'))).toEqual([]);
    });

    it('skips what the filter does not include', async () => {
      const { log } = tested();
      const after = await log.head();
      const [kept, dropped] = [newStream('kept_%'), newStream('keptX%')];
      await log.append(kept, [event(1), event(2, 'Renamed'), event(3, 'HappenedAgain')], 'no-stream');
      await log.append(dropped, [event(4), event(5, 'Renamed')], 'no-stream');
      const read = async (filter: LogFilter) => (await readAll({ after, filter })).map(({ data }) => data);

      expect(await read({ streamPrefixes: ['kept_%'] })).toEqual([1, 2, 3]);
      expect(await read({ types: ['Happened'] })).toEqual([1, 4]);
      expect(await read({ types: ['Happened', 'Renamed'], streamPrefixes: ['keptX', 'none'] })).toEqual([4, 5]);
      expect(await read({ types: [] })).toEqual([]);
      expect(await read({})).toEqual([1, 2, 3, 4, 5]);
    });

    it('counts what follows a position, up to a limit', async () => {
      const { log } = tested();
      const after = await log.head();
      const { position } = await log.append(newStream(), events(3), 'no-stream');
      await log.append(newStream(), events(4), 'no-stream');

      expect(await log.countAfter(after, 100)).toBe(7);
      expect(await log.countAfter(position, 100)).toBe(4);
      expect(await log.countAfter(after, 5)).toBe(5);
      expect(await log.countAfter(await log.head(), 100)).toBe(0);
    });

    it('finds an event by its id', async () => {
      const { log } = tested();
      const stream = newStream();
      const [one, two] = [event(1), event(2)];
      await log.append(stream, [one, two], 'no-stream');
      const [, stored] = await collect(log.readStream(stream));

      expect(await log.find(EventId.parse(two.id.toUpperCase()))).toEqual(stored);
      expect(await log.find(newEventId())).toBeNull();
    });

    it('reads backwards from the end or a position, applying the filter', async () => {
      const { log } = tested();
      const after = await log.head();
      const stream = newStream('back');
      await log.append(stream, [event(1), event(2, 'Renamed'), event(3), event(4, 'Renamed')], 'no-stream');
      const all = await readAll({ after });
      const backwards = (options: { before?: bigint; limit?: number; filter?: LogFilter }) =>
        collect(log.readAllBackwards(options));

      expect(idsOf(await backwards({ limit: 4 }))).toEqual(idsOf(all.toReversed()));
      expect(idsOf(await backwards({ before: all[2]!.position, limit: 2 }))).toEqual(idsOf([all[1]!, all[0]!]));
      const filter = { streamPrefixes: [stream], types: ['Renamed'] };
      expect(idsOf(await backwards({ filter }))).toEqual(idsOf([all[3]!, all[1]!]));
      expect(await backwards({ limit: 0 })).toEqual([]);
    });

    it('reads backwards from between two events and from beyond the last one', async () => {
      const { log, other } = tested();
      const stream = newStream();
      const { position } = await log.append(stream, events(2), 'no-stream');
      const [first, last] = await collect(log.readStream(stream));
      const backwards = async (reader: EventLog, before: bigint) =>
        idsOf(await collect(reader.readAllBackwards({ before, limit: 2 })));

      expect(await backwards(log, position + 1n)).toEqual(idsOf([last!, first!]));
      await other.append(stream, events(1), 1);
      for (const reader of [log, other]) expect(await backwards(reader, position + 1n)).toEqual(idsOf([last!, first!]));
      expect((await backwards(log, first!.position + 1n))[0]).toBe(first!.id);
      expect(await backwards(log, (await log.head()) + 1_000_000n)).toHaveLength(2);
      expect(await backwards(log, 1n)).toEqual([]);
    });

    it('finds the events of a correlation id, newest first, from a position on and through the filter', async () => {
      const { log } = tested();
      const correlationId = randomUUID();
      const ofOne = (data: unknown, type?: string): NewEvent => {
        const made = event(data, type);
        return { ...made, metadata: { ...made.metadata, correlationId } };
      };
      const [one, two] = [newStream('kept'), newStream('back')];
      await log.append(one, [ofOne(1), ofOne(2, 'Renamed')], 'no-stream');
      await log.append(two, [event(3)], 'no-stream');
      await log.append(two, [ofOne(4)], 0);
      const found = await collect(log.readAllBackwards({ correlationId }));
      const dataOf = async (options: { before?: bigint; limit?: number; filter?: LogFilter }) =>
        (await collect(log.readAllBackwards({ ...options, correlationId }))).map(({ data }) => data);

      expect(found.map(({ stream, data }) => [stream, data])).toEqual([
        [two, 4],
        [one, 2],
        [one, 1],
      ]);
      expect(await dataOf({ before: found[0]!.position, limit: 1 })).toEqual([2]);
      expect(await dataOf({ filter: { types: ['Happened'] } })).toEqual([4, 1]);
      expect(await dataOf({ filter: { streamPrefixes: ['kept-'] } })).toEqual([2, 1]);
      expect(await dataOf({ limit: 0 })).toEqual([]);
      expect(await collect(log.readAllBackwards({ correlationId: randomUUID() }))).toEqual([]);
    });

    it('counts the events of correlation ids by stream and type, however they lie between others', async () => {
      const { log } = tested();
      const [save, undo] = [randomUUID(), randomUUID()];
      const under = (correlationId: string, type?: string): NewEvent => {
        const made = event(type, type);
        return { ...made, metadata: { ...made.metadata, correlationId } };
      };
      const [one, two] = [newStream('kept'), newStream('back')];
      await log.append(one, [under(save), under(undo), under(save), under(save, 'Renamed')], 'no-stream');
      await log.append(two, [under(save), under(undo, 'Left')], 'no-stream');
      const counts = await log.countCorrelated([save, undo, randomUUID()], ['Happened', 'Renamed']);
      const [first, , third] = await collect(log.readStream(one));

      expect(
        new Set(counts.map(({ correlationId, stream, type, count }) => `${correlationId} ${stream} ${type} ${count}`)),
      ).toEqual(
        new Set([
          `${save} ${one} Happened 2`,
          `${save} ${one} Renamed 1`,
          `${save} ${two} Happened 1`,
          `${undo} ${one} Happened 1`,
        ]),
      );
      expect(
        counts.find(({ correlationId, stream, count }) => correlationId === save && stream === one && count === 2),
      ).toMatchObject({ first: first?.position, last: third?.position });
      expect(await log.countCorrelated([], ['Happened'])).toEqual([]);
    });

    it('identifies the log by the id of its first event', async () => {
      const [first] = await collect(tested().log.readAll({ limit: 1 }));

      expect(first).toBeDefined();
      expect(await tested().log.id()).toBe(first?.id);
    });
  });
}
