import { workerData } from 'node:worker_threads';
import type { PreviewAnswer } from '@earmark/contracts/recounts';
import { CONNECTIONS } from '@earmark/projections/connections';
import { countMoved, lowerThreadPriority, openPool, preview, type PlannedChange } from '@earmark/projections/recounts';
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

/** A change to preview, or the revision of the vocabulary whose effect is to be counted: see `countMoved`. */
export type PreviewJob = { readonly change: PlannedChange } | { readonly head: number };
export type PreviewResult = { readonly preview: PreviewAnswer } | { readonly moved: number | null };

export default workerJob<PreviewJob, PreviewResult>(async (job, signal) =>
  'change' in job
    ? { preview: await preview(pool, job.change, signal) }
    : { moved: await countMoved(pool, job.head, signal) },
);
