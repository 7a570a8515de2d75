import { median, percentile, shown, timed } from '../suites/statistics.ts';
import type { Bench, Result } from '../suites/suite.ts';

const PER_ROUND = 10;
const PER_ROUND_QUICK = 3;

export interface Call {
  readonly what: string;
  readonly path: string;
  /** Goal for the median; null: for information. */
  readonly goalMs: number | null;
}

/** How long the calls take, including the body; one at a time, round by round. */
export async function answerTimes({ rounds, quick }: Bench, url: string, calls: readonly Call[]): Promise<Result[]> {
  const times = new Map<Call, number[]>(calls.map((call) => [call, []]));
  const sizes = new Map<Call, number>();
  for (let round = 0; round <= rounds; round++)
    for (const call of calls)
      for (let count = 0; count < (quick ? PER_ROUND_QUICK : PER_ROUND); count++) {
        const { ms, value } = await timed(async () => {
          const answer = await fetch(url + call.path);
          const body = await answer.arrayBuffer();
          if (!answer.ok) throw new Error(`${call.path} answered ${answer.status}`);
          return body.byteLength;
        });
        // The first round is a warm-up.
        if (round > 0) times.get(call)!.push(ms);
        sizes.set(call, value);
      }

  return calls.map((call) => {
    const values = times.get(call)!;
    const p50 = median(values);

    return {
      goal: call.goalMs === null ? null : 'search',
      what: call.what,
      ours: `p50 ${shown(p50)} ms, p95 ${shown(percentile(values, 0.95))} ms`,
      against: `${shown(sizes.get(call)! / 1000)} KB`,
      score: p50,
      unit: 'ms',
      bound: call.goalMs === null ? null : { atMost: call.goalMs },
      reason: 'all hits must be counted, and Postgres reads every row that has the words.',
    };
  });
}
