import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeAppending } from './testing/appending.contract.ts';
import { describeLongStreams } from './testing/long-stream.contract.ts';
import { describeOutages } from './testing/outages.contract.ts';
import { describeReading } from './testing/reading.contract.ts';
import { describeSubscribing } from './testing/subscribing.contract.ts';
import type { TestedLog } from './testing/tested-log.ts';

/**
 * What every adapter of the event log must do. `open` is called once; its log may hold other events. Positions are
 * compared only with each other, and the log need not be empty.
 */
export function describeEventLog(server: string, open: () => Promise<TestedLog>): void {
  describe(`the event log on ${server}`, () => {
    let opened: TestedLog | null = null;
    const tested = (): TestedLog => {
      if (!opened) throw new Error('the log is not open');

      return opened;
    };
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    describeAppending(tested);
    describeReading(tested);
    describeSubscribing(tested);
    describeOutages(tested);
    describeLongStreams(tested);
  });
}
