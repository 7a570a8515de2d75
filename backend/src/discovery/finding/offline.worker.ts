import { workerJob } from '../../kit/process/worker-job.ts';
import type { FoundName } from './found-name.ts';
import { findOffline, type OfflineJob } from './offline-finder.ts';

// Reads a whole transcript, in a thread of the back end.
export default workerJob<OfflineJob, FoundName[]>(async (job) => findOffline(job));
