import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import { RequestUpload, type UploadBatch, type UploadManyAnswer } from '@earmark/contracts/uploads';
import { listBatch, listUploadable, type BatchRow, type UploadFilter } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { pause } from '../kit/process/pause.ts';
import { Rejected } from '../kit/rejected.ts';

const LOOK_MS = 250;
const MOST_DETAILS = 50;
/** What an episode that changed meanwhile is refused with: the others go on. */
const CHANGED_MEANWHILE: ReadonlySet<string> = new Set([
  'episode-unknown',
  'episode-removed',
  'series-removed',
  'transcript-not-ready',
  'stream-busy',
]);

export interface RequestedBatch {
  readonly batchId: string;
  readonly episodeUuids: readonly EpisodeUuid[];
  /** Of the last event; null: nothing was recorded. */
  readonly position: bigint | null;
}

/** Many uploads that were requested together. */
@Injectable()
export class UploadBatches {
  constructor(
    private readonly commands: Commands,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Queues those that are ready, failed, or changed, in this order. */
  async start(
    which: readonly ('ready' | 'error' | 'changed')[],
    filter: UploadFilter,
    by: Context,
  ): Promise<RequestedBatch> {
    const batchId = by.correlationId;
    const episodeUuids: EpisodeUuid[] = [];
    let position: bigint | null = null;
    for (const one of which)
      for (const uuid of await listUploadable(this.pool, one, filter))
        try {
          const episodeUuid = EpisodeUuid.parse(uuid);
          const requested = await this.commands.send(new RequestUpload({ episodeUuid, batchId }, by));
          if (requested.isNew) episodeUuids.push(episodeUuid);
          position = requested.position ?? position;
        } catch (error) {
          if (!(error instanceof Rejected) || !CHANGED_MEANWHILE.has(error.code)) throw error;
        }

    return { batchId, episodeUuids, position };
  }

  /** Once all have ended. Throws the reason of the signal. */
  async ended(batchId: string, signal: AbortSignal): Promise<UploadBatch> {
    for (;;) {
      const batch = await this.find(batchId);
      if (batch.queued + batch.uploading === 0) return batch;
      await pause(LOOK_MS, signal);
      signal.throwIfAborted();
    }
  }

  async find(batchId: string): Promise<UploadBatch> {
    return batchOf(batchId, await listBatch(this.pool, batchId));
  }
}

function batchOf(id: string, rows: readonly BatchRow[]): UploadBatch {
  const of = (...states: string[]) => rows.filter(({ state }) => states.includes(state));
  const [succeeded, failed, withdrawn] = [of('uploaded', 'unchanged'), of('failed'), of('withdrawn')];
  const open = of('queued', 'uploading').length;

  return {
    id,
    total: rows.length,
    queued: of('queued').length,
    uploading: of('uploading').length,
    successCount: succeeded.length,
    errorCount: failed.length,
    withdrawn: withdrawn.length,
    current: of('uploading').map(({ title }) => title),
    message: open > 0 ? 'Uploading…' : sentenceOf(rows.length, succeeded.length, withdrawn.length),
    details: failed.slice(0, MOST_DETAILS).map(({ title, error }) => `${title}: ${error}`),
  };
}

function sentenceOf(total: number, succeeded: number, withdrawn: number): string {
  if (total === 0) return 'There was nothing to upload.';
  const all = total === 1 ? '1 transcript' : `${total} transcripts`;
  if (succeeded === total) return `${all} uploaded.`;
  const rest = withdrawn === 0 ? '' : ` ${withdrawn} ${withdrawn === 1 ? 'was' : 'were'} not tried.`;

  return `${succeeded} of ${all} uploaded.${rest}`;
}

export const manyAnswerOf = (batch: UploadBatch): UploadManyAnswer => ({
  success: batch.total === 0 || batch.successCount > 0 || batch.queued + batch.uploading > 0,
  message: batch.message,
  successCount: batch.successCount,
  errorCount: batch.errorCount,
  details: [...batch.details],
  batchId: batch.id,
  queued: batch.total,
});
