import { parentPort, workerData } from 'node:worker_threads';
import { openLog } from '@earmark/projections/event-log';
import { z } from 'zod';
import type { WorkerAnswer } from '../kit/worker-queue.ts';
import { episodeAsOf, type PageCut, type PageThen } from './episode-as-of.ts';

// Folds episodes as they were, in a thread of the backend.
const log = await openLog(
  z.object({ databaseUrl: z.string(), eventstoreUrl: z.string().nullable() }).parse(workerData),
);

parentPort?.on('message', ({ episodeUuid, cut }: { episodeUuid: string; cut: PageCut }) => {
  const answer = (message: WorkerAnswer<PageThen>) => parentPort?.postMessage(message);
  episodeAsOf(log, episodeUuid, cut).then(
    (done) => answer({ done }),
    (error: unknown) => {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      answer({ failed: { name, message } });
    },
  );
});
