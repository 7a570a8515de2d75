import { workerData } from 'node:worker_threads';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { openLog } from '@earmark/projections/event-log';
import { z } from 'zod';
import { once, workerJob } from '../kit/process/worker-job.ts';
import { episodeAsOf, type PageCut, type PageThen } from './episode-as-of.ts';

export interface AsOfJob {
  readonly episodeUuid: EpisodeUuid;
  readonly cut: PageCut;
}

// Folds past states of episodes, in a thread of the back end.
const settings = z.object({ databaseUrl: z.string(), eventstoreUrl: z.string().nullable() }).parse(workerData);
const log = once(async () => openLog(settings));

export default workerJob<AsOfJob, PageThen>(async ({ episodeUuid, cut }) => episodeAsOf(await log(), episodeUuid, cut));
