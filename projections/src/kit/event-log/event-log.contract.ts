import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeAppending } from './testing/appending.contract.ts';
import { describeForeignEvents } from './testing/foreign-events.contract.ts';
import { describeLongStreams } from './testing/long-stream.contract.ts';
import { describeMalformedEvents } from './testing/malformed-events.contract.ts';
import { describeOutages } from './testing/outages.contract.ts';
import { describeReading } from './testing/reading.contract.ts';
import { describeSubscribing } from './testing/subscribing.contract.ts';
import type { TestedLog } from './testing/tested-log.ts';

/**
 * What every adapter of the event log must do. `open` is called once; its log may hold other events. Positions are
 * compared only with each other, and the log need not be empty. `isShared`: other applications may use the server.
 */
export function describeEventLog(
  server: string,
  open: () => Promise<TestedLog>,
  { isShared = false }: { isShared?: boolean } = {},
): void {
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

    describeReading(tested);
    describeAppending(tested);
    describeSubscribing(tested);
    describeMalformedEvents(tested);
    if (isShared) describeForeignEvents(tested);
    describeOutages(tested);
    describeLongStreams(tested);
  });
}
