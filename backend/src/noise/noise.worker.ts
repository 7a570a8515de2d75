import { workerData } from 'node:worker_threads';
import { CONNECTIONS } from '@earmark/projections/connections';
import { countNoise, lowerThreadPriority, openPool } from '@earmark/projections/noise';
import { z } from 'zod';
import { report, workerJob } from '../kit/process/worker-job.ts';

// Counts how the texts write patterns in a thread of the back end, so that answers and projections do not wait for it.
const { databaseUrl } = z.object({ databaseUrl: z.string() }).parse(workerData);
lowerThreadPriority();
const pool = openPool(
  { connectionString: databaseUrl, max: CONNECTIONS.noise, application_name: 'earmark noise' },
  (error) => report(`noise: lost an idle connection: ${error.message}`),
);

export default workerJob<null, void>(async (_, signal) => countNoise(pool, signal));
