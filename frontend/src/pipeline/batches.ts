import { z } from 'zod';
import { stored } from '../kit/stored.ts';

const WatchedBatch = z.object({ id: z.string(), runs: z.number().int() });
type WatchedBatch = z.infer<typeof WatchedBatch>;

/** Batches started in this browser that have not ended. */
export const watchedBatches = stored('earmark-batches', z.array(WatchedBatch));
/** Whether the reader wants a notification of the browser when one ends. */
export const wantsNotification = stored('earmark-notify-batches', z.boolean());

export const watchBatch = (batch: WatchedBatch): void =>
  watchedBatches.write([...(watchedBatches.read() ?? []).filter(({ id }) => id !== batch.id), batch]);

export const forgetBatch = (batchId: string): void =>
  watchedBatches.write((watchedBatches.read() ?? []).filter(({ id }) => id !== batchId));
