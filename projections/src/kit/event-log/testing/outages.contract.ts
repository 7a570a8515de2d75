import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { AppendUnknown, LogUnavailable } from '../event-log.ts';
import {
  Follower,
  collect,
  eventOfSize,
  events,
  idsOf,
  newStream,
  readIds,
  refusal,
  until,
  write,
} from './log-fixtures.ts';
import type { TestedLog } from './tested-log.ts';

export function describeOutages(tested: () => TestedLog): void {
  describe('an append', () => {
    it('is stored once when the connection is lost before the answer arrives', async () => {
      const { log, other, proxy } = tested();
      const stream = newStream();
      await log.append(stream, events(1), 'no-stream');
      const batch = events(2);
      proxy.holdAnswers();
      const appending = log.append(stream, batch, 0);
      await until(async () => (await readIds(other, stream)).length >= 3);
      proxy.drop();

      expect(await appending).toMatchObject({ revision: 2 });
      expect((await readIds(other, stream)).slice(1)).toEqual(idsOf(batch));
    });

    it('reports that it may be stored when no answer comes in time, and the same append again tells', async () => {
      const { impatient, other, proxy } = tested();
      const stream = newStream();
      await impatient.append(stream, events(1), 'no-stream');
      const batch = events(2);
      proxy.holdAnswers();
      const error = await refusal(impatient.append(stream, batch, 0));
      proxy.drop();

      expect(error).toBeInstanceOf(AppendUnknown);
      expect((await readIds(other, stream)).slice(1)).toEqual(idsOf(batch));
      expect(await eventually(() => impatient.append(stream, batch, 0))).toMatchObject({ revision: 2 });
      expect(await readIds(other, stream)).toHaveLength(3);
    });

    it('stores each of many waiting appends once when the connection is lost', async () => {
      const { log, other, proxy } = tested();
      const streams = Array.from({ length: 60 }, () => newStream());
      const appending = streams.map((stream) => log.append(stream, [eventOfSize(100_000)], 'no-stream'));
      await until(async () => (await readIds(other, streams[0] ?? '')).length > 0);
      proxy.drop();
      const results = await Promise.all(appending);
      const stored = await Promise.all(streams.map((stream) => readIds(other, stream)));

      expect(results.map(({ revision }) => revision)).toEqual(streams.map(() => 0));
      expect(stored.map((ids) => ids.length)).toEqual(streams.map(() => 1));
    });

    it('fails with LogUnavailable while the server is down, and works again afterwards', async () => {
      const { log, proxy } = tested();
      const stream = newStream();
      const batch = events(1);
      await proxy.down();
      const outcomes = [
        await refusal(log.append(stream, batch, 'no-stream')),
        await refusal(collect(log.readStream(stream))),
        await refusal(log.head()),
      ];
      await proxy.up();

      expect(outcomes.map((outcome) => outcome instanceof LogUnavailable)).toEqual([true, true, true]);
      expect(await eventually(() => log.append(stream, batch, 'no-stream'))).toMatchObject({ revision: 0 });
    });
  });

  describe('a subscription', () => {
    const stored = async (after: bigint) => idsOf(await collect(tested().other.readAll({ after })));

    it('continues after a lost connection without losing or repeating events', async () => {
      const { log, other, proxy } = tested();
      const after = await log.head();
      const follower = new Follower(log, { after });
      const writing = write(other, 120);
      for (const count of [20, 80, 160]) {
        await follower.until((seen) => seen.events.length >= count);
        proxy.drop();
      }
      await writing;
      await follower.until((seen) => seen.events.length >= 240);
      await follower.stop();

      expect(idsOf(follower.events)).toEqual(await stored(after));
    });

    it('waits while the server is down', async () => {
      const { log, other, proxy } = tested();
      const after = await log.head();
      const follower = new Follower(log, { after });
      await write(other, 1);
      await follower.until((seen) => seen.events.length === 2);
      await proxy.down();
      await write(other, 5);
      await proxy.up();
      await follower.until((seen) => seen.events.length >= 12);
      await follower.stop();

      expect(idsOf(follower.events)).toEqual(await stored(after));
    });
  });
}

/** A client takes a moment to notice that its server is back. */
async function eventually<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
    }
    await pause(10);
  }
}
