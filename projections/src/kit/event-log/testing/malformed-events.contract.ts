import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Follower, collect, events, idsOf, newStream } from './log-fixtures.ts';
import type { TestedLog } from './tested-log.ts';

export function describeMalformedEvents(tested: () => TestedLog): void {
  describe('an event in a stream of ours that Earmark did not write', () => {
    it('is delivered as malformed, with the reason, and holds up nothing', async () => {
      const { log, writePast } = tested();
      const after = await log.head();
      const stream = newStream();
      const [before, later] = [events(1), events(1)];
      const odd = { id: randomUUID(), type: 'Happened', data: { text: 'odd' }, metadata: '{"at":"today"}' };
      const { revision } = await log.append(stream, before, 'no-stream');
      const follower = new Follower(log, { after });
      await writePast(stream, odd);
      await log.append(stream, later, revision + 1);
      await follower.until((seen) => seen.events.length === 3);
      await follower.stop();
      const ids = [...idsOf(before), odd.id, ...idsOf(later)];
      const read = await collect(log.readStream(stream));

      expect(idsOf(follower.events)).toEqual(ids);
      expect(idsOf(await collect(log.readAll({ after })))).toEqual(ids);
      expect(idsOf(await collect(log.readAllBackwards({ limit: 3 })))).toEqual(ids.toReversed());
      expect(idsOf(read)).toEqual(ids);
      expect(read.map(({ malformed }) => malformed)).toEqual([
        undefined,
        expect.stringMatching(/^its metadata do not match their schema: .*\bat: /),
        undefined,
      ]);
      expect(read[1]).toMatchObject({ stream, revision: 1, type: 'Happened', data: { text: 'odd' } });
      expect(read[1]?.metadata.append).toMatchObject({ index: 0, last: 0 });
    });
  });
}
