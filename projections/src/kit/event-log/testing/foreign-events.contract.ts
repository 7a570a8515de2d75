import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Follower, collect, events, idsOf, newStream } from './log-fixtures.ts';
import type { TestedLog } from './tested-log.ts';

/** For a server that other applications may use too. */
export function describeForeignEvents(tested: () => TestedLog): void {
  describe('events of another application', () => {
    const foreign = (type = 'OrderPlaced') => ({ id: randomUUID(), type, data: { text: 'theirs' }, metadata: 'junk' });

    it('are left out of every read and subscription', async () => {
      const { log, writePast } = tested();
      const after = await log.head();
      const stream = newStream();
      const theirs = `orders-${randomUUID()}`;
      const ours = events(2);
      const follower = new Follower(log, { after });
      await writePast(theirs, foreign());
      await log.append(stream, ours.slice(0, 1), 'no-stream');
      await writePast(theirs, foreign('Happened'));
      await writePast(`contracts-${randomUUID()}`, foreign('Happened'));
      const { position } = await log.append(stream, ours.slice(1), 0);
      await writePast(theirs, foreign());
      await follower.until((seen) => seen.events.length === 2);
      await follower.stop();
      const types = ['Happened'];

      expect(idsOf(follower.events)).toEqual(idsOf(ours));
      expect(idsOf(await collect(log.readAll({ after })))).toEqual(idsOf(ours));
      expect(idsOf(await collect(log.readAll({ after, filter: { types } })))).toEqual(idsOf(ours));
      expect(idsOf(await collect(log.readAllBackwards({ limit: 2, filter: { types } })))).toEqual(
        idsOf(ours).toReversed(),
      );
      expect(await collect(log.readStream(theirs))).toEqual([]);
      expect(await log.head()).toBe(position);
    });

    it('are counted, a part at a time', async () => {
      const { log, writePast } = tested();
      const counted = async () => {
        for (;;) {
          const { count, isMore } = await log.foreignEvents();
          if (!isMore) return count;
        }
      };
      const before = await counted();
      await log.append(newStream(), events(1), 'no-stream');
      for (let index = 0; index < 3; index++) await writePast(`orders-${randomUUID()}`, foreign());

      expect((await counted()) - before).toBe(3);
      expect((await counted()) - before).toBe(3);
    });
  });
}
