import { workerData } from 'node:worker_threads';
import type { PreviewAnswer } from '@earmark/contracts/recounts';
import { CONNECTIONS } from '@earmark/projections/connections';
import { lowerThreadPriority, openPool, preview, type PlannedChange } from '@earmark/projections/recounts';
import { z } from 'zod';
import { report, workerJob } from '../kit/process/worker-job.ts';

// Counts the effect of a change of patterns, in a thread of the back end, so that answers and projections do not wait
// for it.
const { databaseUrl } = z.object({ databaseUrl: z.string() }).parse(workerData);
lowerThreadPriority();
const pool = openPool(
  { connectionString: databaseUrl, max: CONNECTIONS.previews, application_name: 'earmark previews' },
  (error) => report(`previews: lost an idle connection: ${error.message}`),
);

export default workerJob<PlannedChange, PreviewAnswer>(async (change, signal) => preview(pool, change, signal));
