import { workerData } from 'node:worker_threads';
import type { RecountId } from '@earmark/contracts/recounts';
import { CONNECTIONS } from '@earmark/projections/connections';
import { lowerThreadPriority, openPool, runRecount } from '@earmark/projections/recounts';
import { z } from 'zod';
import { report, workerJob } from '../kit/process/worker-job.ts';

// Does recounts in a thread of the back end, so that answers and projections do not wait for it.
const { databaseUrl } = z.object({ databaseUrl: z.string() }).parse(workerData);
lowerThreadPriority();
const pool = openPool(
  { connectionString: databaseUrl, max: CONNECTIONS.recounts, application_name: 'earmark recounts' },
  (error) => report(`recounts: lost an idle connection: ${error.message}`),
);

export default workerJob<RecountId, void>(async (recountId, signal) => runRecount(pool, recountId, signal));
