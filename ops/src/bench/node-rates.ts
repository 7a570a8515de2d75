import { openLog } from '@earmark/projections/event-log';
import { median } from '../suites/statistics.ts';
import type { Bench } from '../suites/suite.ts';
import { appendRate, BENCH_CATEGORY, deliveryLatencies, readRate } from './append-rates.ts';

/** Events per second; the latencies in ms. */
export interface NodeRates {
  readonly one: number;
  readonly eight: number;
  readonly hundred: number;
  readonly eightHundred: number;
  readonly read: number;
  readonly latencies: readonly number[];
}

/** The rates of the log on an EventStoreDB node. Its events stay there, in streams that no library reads. */
export async function nodeRates({ rounds, quick, say }: Bench, eventstoreUrl: string): Promise<NodeRates> {
  const log = await openLog({ eventstoreUrl, databaseUrl: '', categories: [BENCH_CATEGORY] });
  const seconds = quick ? 0.5 : 2;
  const rate = async (writers: number, batch: number) =>
    (await appendRate(log, { writers, batch, seconds })).eventsPerSecond;
  const measured: Omit<NodeRates, 'latencies'>[] = [];
  try {
    for (let number = 0; number <= rounds; number++) {
      say(`the node of EVENTSTORE_URL, ${number === 0 ? 'warming up' : `round ${number} of ${rounds}`}`);
      const [one, eight] = [await rate(1, 1), await rate(8, 1)];
      const [hundred, eightHundred] = [await rate(1, 100), await rate(8, 100)];
      if (number > 0) measured.push({ one, eight, hundred, eightHundred, read: (await readRate(log)).rate });
    }
    const of = (name: keyof (typeof measured)[number]) => median(measured.map((figures) => figures[name]));

    return {
      one: of('one'),
      eight: of('eight'),
      hundred: of('hundred'),
      eightHundred: of('eightHundred'),
      read: of('read'),
      latencies: await deliveryLatencies(log, quick ? 50 : 300),
    };
  } finally {
    await log.close();
  }
}
