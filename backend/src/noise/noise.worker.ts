import { workerData } from 'node:worker_threads';
import type { NamePattern } from '@earmark/contracts/mentions';
import type { PatternNoise } from '@earmark/contracts/vocabulary';
import { CONNECTIONS } from '@earmark/projections/connections';
import { countNames, countNoise, lowerThreadPriority, openPool } from '@earmark/projections/noise';
import { z } from 'zod';
import { report, workerJob } from '../kit/process/worker-job.ts';

// Counts how the texts write names in a thread of the back end, so that answers and projections do not wait for it.
const { databaseUrl } = z.object({ databaseUrl: z.string() }).parse(workerData);
lowerThreadPriority();
const pool = openPool(
  { connectionString: databaseUrl, max: CONNECTIONS.noise, application_name: 'earmark noise' },
  (error) => report(`noise: lost an idle connection: ${error.message}`),
);

/** Names to count; null: makes the counts of the vocabulary level. */
export type NoiseJob = readonly NamePattern[] | null;

export default workerJob<NoiseJob, PatternNoise[]>(async (names, signal) => {
  if (names !== null) return countNames(pool, names, signal);
  await countNoise(pool, signal);

  return [];
});
