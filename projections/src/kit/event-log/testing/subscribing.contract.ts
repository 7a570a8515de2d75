import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Follower, collect, eventOfSize, events, idsOf, newStream, write } from './log-fixtures.ts';
import type { TestedLog } from './tested-log.ts';

export function describeSubscribing(tested: () => TestedLog): void {
  const stored = async (after: bigint) => idsOf(await collect(tested().other.readAll({ after })));

  describe('a subscription', () => {
    it('catches up, says so, and continues live', async () => {
      const { log, other } = tested();
      const after = await log.head();
      const stream = newStream();
      await log.append(stream, events(120), 'no-stream');
      const follower = new Follower(log, { after });
      await follower.until(({ isCaughtUp }) => isCaughtUp);
      const before = follower.events.length;
      await other.append(stream, events(3), 119);
      await follower.until((seen) => seen.events.length === 123);
      await follower.stop();

      expect(before).toBe(120);
      expect(idsOf(follower.events)).toEqual(await stored(after));
    });

    it('delivers every event of 8 writers once and in order, from any position', async () => {
      const { log, other } = tested();
      const after = await log.head();
      const follower = new Follower(log, { after });
      await Promise.all(Array.from({ length: 8 }, (_, index) => write(index % 2 ? log : other, 20)));
      await follower.until((seen) => seen.events.length >= 8 * 20 * 2);
      await follower.stop();
      const all = await stored(after);

      expect(all).toHaveLength(320);
      expect(idsOf(follower.events)).toEqual(all);
      for (const index of [0, 1, 99, 318]) {
        const position = follower.events[index]?.position ?? 0n;
        const again = new Follower(log, { after: position });
        await again.until((seen) => seen.events.length >= 319 - index);
        await again.stop();
        expect(idsOf(again.events)).toEqual(all.slice(index + 1));
      }
    });

    it('delivers only what passes its filter and advances across the rest', async () => {
      const { log } = tested();
      const after = await log.head();
      const kept = newStream('kept');
      const { position } = await log.append(kept, events(2), 'no-stream');
      for (let batch = 0; batch < 5; batch++) await log.append(newStream('rest'), events(400), 'no-stream');
      await log.append(kept, events(1, 'Renamed'), 1);
      const follower = new Follower(log, { after, filter: { streamPrefixes: ['kept-'], types: ['Happened'] } });
      await follower.until(({ isCaughtUp }) => isCaughtUp);
      await log.append(newStream('rest'), events(400), 'no-stream');
      await log.append(kept, events(1), 2);
      await follower.until((seen) => seen.events.length === 3);
      await follower.stop();
      const passed = follower.deliveries.map((delivery) =>
        'event' in delivery ? delivery.event.position : 'checkpoint' in delivery ? delivery.checkpoint : null,
      );
      const positions = passed.filter((at) => at !== null);

      expect(follower.events.map(({ stream, revision }) => [stream, revision])).toEqual([
        [kept, 0],
        [kept, 1],
        [kept, 3],
      ]);
      expect(positions.every((at, index) => index === 0 || at >= (positions[index - 1] ?? 0n))).toBe(true);
      expect(follower.deliveries.some((delivery) => 'checkpoint' in delivery && delivery.checkpoint > position)).toBe(
        true,
      );
    });

    it('ends when it is aborted, while it catches up, waits or cannot reach the server', async () => {
      const { log, proxy } = tested();
      const catchingUp = new Follower(log, { after: 0n });
      await catchingUp.until((seen) => seen.events.length > 0);
      await catchingUp.stop();
      const waiting = new Follower(log, { after: await log.head() });
      await waiting.until(({ isCaughtUp }) => isCaughtUp);
      await waiting.stop();
      const lost = new Follower(log, { after: await log.head() });
      await lost.until(({ isCaughtUp }) => isCaughtUp);
      await proxy.down();
      await lost.stop();
      await proxy.up();

      expect(catchingUp.isCaughtUp || catchingUp.events.length > 0).toBe(true);
    });

    it('does not receive much more than it reads', async () => {
      const { log, other, proxy } = tested();
      const after = await log.head();
      const appends = 35;
      for (let append = 0; append < appends; append++)
        await other.append(
          newStream(),
          Array.from({ length: 3 }, () => eventOfSize(300_000)),
          'no-stream',
        );
      const abort = new AbortController();
      const sentBefore = proxy.bytesToClients;
      const deliveries = log.subscribe({ after, signal: abort.signal })[Symbol.asyncIterator]();
      await deliveries.next();
      await standstill(() => proxy.bytesToClients);
      const sent = proxy.bytesToClients - sentBefore;
      let count = 1;
      while (count < 3 * appends) if ('event' in ((await deliveries.next()).value ?? {})) count++;
      abort.abort();
      await deliveries.return?.();

      expect(sent).toBeLessThan((appends * 900_000) / 2);
      expect(count).toBe(3 * appends);
    });
  });
}

/** Resolves when the number has stayed the same for a while. */
async function standstill(read: () => number): Promise<void> {
  for (let before = -1; read() !== before;) {
    before = read();
    await delay(300);
  }
}
