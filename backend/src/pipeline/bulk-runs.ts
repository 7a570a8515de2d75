import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import { CancelRun, RetryRun, RunId, StartRun, type RunStatus } from '@earmark/contracts/pipeline';
import { listRunIds, listWaitingEpisodes, type RunFilter, type WaitingPlace } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';

/** Runs that are written at the same time. */
const AT_ONCE = 4;
const PAGE = 1000;
/** What a run that changed meanwhile, or was removed, is refused with: the others go on. */
const CHANGED_MEANWHILE: ReadonlySet<string> = new Set([
  'run-in-progress',
  'run-unknown',
  'invalid',
  'episode-unknown',
  'episode-removed',
  'series-removed',
]);

export interface BulkResult {
  readonly changed: number;
  readonly unchanged: number;
  /** Of the last event; null: nothing was recorded. */
  readonly position: bigint | null;
  readonly runIds: readonly RunId[];
}

/** Orders for many runs. */
@Injectable()
export class BulkRuns {
  constructor(
    private readonly commands: Commands,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Queues a run for each, in this order. */
  async start(episodeUuids: readonly EpisodeUuid[], skipTranscription: boolean, by: Context): Promise<BulkResult> {
    const batchId = by.correlationId;
    const positions: (bigint | null)[] = [];
    const runIds: RunId[] = [];
    // One after the other: the queue has their order.
    for (const episodeUuid of new Set(episodeUuids))
      try {
        const { runId, isNew, position } = await this.commands.send(
          new StartRun({ episodeUuid, skipTranscription, batchId }, by),
        );
        runIds.push(runId);
        positions.push(isNew ? position : null);
      } catch (error) {
        if (!isChangedMeanwhile(error)) throw error;
        positions.push(null);
      }

    return { ...resultOf(positions), runIds };
  }

  /** Every episode that waits for processing, in one podcast or in all, newest first. */
  async listWaiting(podcast: string | undefined): Promise<EpisodeUuid[]> {
    const uuids: EpisodeUuid[] = [];
    for (let after: WaitingPlace | null = null; ;) {
      const { episodes, last } = await listWaitingEpisodes(this.pool, { podcast }, after, PAGE);
      uuids.push(...episodes.map(({ uuid }) => uuid as EpisodeUuid));
      if (last === null) return uuids;
      after = last;
    }
  }

  /** Those that are open. */
  async cancel(filter: RunFilter, only: readonly string[] | undefined, by: Context): Promise<BulkResult> {
    const runIds = await this.meant(filter, only, ['queued', 'running']);

    return this.change(runIds, async (runId) => (await this.commands.send(new CancelRun({ runId }, by))).position);
  }

  /** Those that failed or were cancelled, each from the step where it stopped. */
  async retry(filter: RunFilter, only: readonly string[] | undefined, by: Context): Promise<BulkResult> {
    const runIds = await this.meant(filter, only, ['failed', 'cancelled']);
    const order = async (runId: RunId) =>
      (await this.commands.send(new RetryRun({ runId, fromStep: null }, by))).position;

    return this.change(runIds, order);
  }

  private async meant(filter: RunFilter, only: readonly string[] | undefined, usual: readonly RunStatus[]) {
    if (only !== undefined) return only;
    const { status } = filter;
    const statuses = status === undefined ? usual : [status];
    const lists = await Promise.all(statuses.map(async (one) => listRunIds(this.pool, { ...filter, status: one })));

    return lists.flat();
  }

  private async change(ids: readonly string[], order: (runId: RunId) => Promise<bigint | null>): Promise<BulkResult> {
    const waiting = [...new Set(ids)].map((id) => RunId.parse(id));
    const runIds = [...waiting];
    const positions: (bigint | null)[] = [];
    const worker = async () => {
      for (let runId = waiting.shift(); runId; runId = waiting.shift())
        try {
          positions.push(await order(runId));
        } catch (error) {
          if (!isChangedMeanwhile(error)) throw error;
          positions.push(null);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));

    return { ...resultOf(positions), runIds };
  }
}

const isChangedMeanwhile = (error: unknown): boolean => error instanceof Rejected && CHANGED_MEANWHILE.has(error.code);

function resultOf(positions: readonly (bigint | null)[]): Omit<BulkResult, 'runIds'> {
  const recorded = positions.filter((position) => position !== null);
  const position = recorded.reduce<bigint | null>((last, one) => (last === null || one > last ? one : last), null);

  return { changed: recorded.length, unchanged: positions.length - recorded.length, position };
}
