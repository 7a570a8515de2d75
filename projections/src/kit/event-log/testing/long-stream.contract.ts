import { describe, expect, it } from '@jest/globals';
import { collect, events, newStream } from './log-fixtures.ts';
import type { TestedLog } from './tested-log.ts';

/** Comes last: whoever reads the whole log afterwards reads these events too. */
export function describeLongStreams(tested: () => TestedLog): void {
  describe('reading a long stream', () => {
    it('reads 3,000 events without a gap', async () => {
      const { log } = tested();
      const stream = newStream();
      let expected: number | 'no-stream' = 'no-stream';
      for (let batch = 0; batch < 3; batch++) expected = (await log.append(stream, events(1000), expected)).revision;
      const stored = (await collect(log.readStream(stream))).map(({ revision }) => revision);

      expect(stored).toHaveLength(3000);
      expect(stored.every((revision, index) => revision === index)).toBe(true);
    });
  });
}
