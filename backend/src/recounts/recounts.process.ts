import type { RecountId } from '@earmark/contracts/recounts';
import { dropRun, listRuns, setStatus, startRun } from '@earmark/projections/recounts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { Checkpoints } from '../kit/checkpoints.ts';
import { REPORT, STORE_URLS, type Report, type StoreUrls } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import { WorkLoop } from '../kit/process/work-loop.ts';
import { WorkerPool } from '../kit/process/worker-pool.ts';
import { Streams } from '../kit/streams.ts';
import { recounts } from './recount.decider.ts';

const WORKER = new URL('../../../backend/dist/recounts/recount.worker.js', import.meta.url);
const MAIN = 'main';
/** On all servers together. The others wait for their turn, in the order in which they were started. */
const AT_ONCE = 1;

/**
 * Counts every recount that is open and neither ready, failed nor paused. The stream `recount-main` says which are
 * open, the tables of schema `recount` how far each is; one server counts, and another continues when that one ends.
 */
@Injectable()
export class RecountsProcess implements OnModuleDestroy {
  private readonly loop: WorkLoop<RecountId>;
  private readonly threads: WorkerPool<RecountId, void>;
  /** Null for all. */
  private only: RecountId | null = null;

  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
    leases: Leases,
    @Inject(STORE_URLS) urls: StoreUrls,
    @Inject(REPORT) report: Report,
  ) {
    this.threads = new WorkerPool({
      file: WORKER,
      settings: urls,
      jobsPerThread: AT_ONCE,
      busy: 'Too many recounts are in progress right now. Try again in a moment.',
      report,
    });
    this.loop = new WorkLoop({
      name: 'recount',
      leases,
      report,
      concurrency: AT_ONCE,
      isExclusive: true,
      list: async () => this.listOpen(),
      run: async (recountId, signal) => this.count(recountId, signal),
    });
  }

  /** From now on, continues recounts that no other server is counting. `only` limits it to one recount. */
  start(only: RecountId | null = null): void {
    this.only = only;
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
    await this.threads.stop();
  }

  /** Continues all open recounts at once. */
  async resume(): Promise<void> {
    await this.loop.lookNow();
  }

  /** Counts it as soon as the tables know what is counted. */
  wake(recountId: RecountId): void {
    this.loop.wake(recountId);
  }

  /** Also continues one that is ready (since there may be new episodes), failed or paused. */
  async goOn(recountId: RecountId): Promise<void> {
    await this.prepare(recountId);
    await setStatus(this.pool, recountId, 'running', null);
    this.wake(recountId);
  }

  async pause(recountId: RecountId): Promise<void> {
    // It may be running without rows yet, after a restore.
    await this.prepare(recountId);
    await setStatus(this.pool, recountId, 'paused', null);
  }

  /** Makes its rows, unless they are there. */
  async prepare(recountId: RecountId): Promise<void> {
    const { state } = await this.streams.read(recounts, MAIN);
    const { pin, scope, only } = state.recounts.get(recountId)!;
    await startRun(this.pool, {
      recount_id: recountId,
      vocabulary_revision: pin.vocabularyRevision,
      matcher_version: pin.matcherVersion,
      series_uuids: scope.podcastUuids,
      from_revisions: only && only.moves.map(({ from }) => from),
      to_revisions: only && only.moves.map(({ to }) => to.vocabularyRevision),
    });
  }

  /** Nobody waits for a projection that has stopped, and what is counted would be counted by its tables. */
  haveMentionsStopped(): boolean {
    return this.checkpoints.all.some(({ name, failure }) => name === 'mentions' && failure !== null);
  }

  /** None while the tables are behind: the loop looks again. */
  private async listOpen(): Promise<RecountId[]> {
    const { state } = await this.streams.read(recounts, MAIN);
    const runs = new Map((await listRuns(this.pool)).map((run) => [run.recount_id, run.status]));
    const open: RecountId[] = [];
    for (const [recountId, { standing }] of state.recounts) {
      if (this.only !== null && recountId !== this.only) continue;
      const status = runs.get(recountId);
      if (standing === 'open' && (status ?? 'running') === 'running') open.push(recountId);
      // It was discarded just when it was prepared again.
      if (standing === 'discarded' && status !== undefined) await dropRun(this.pool, recountId);
    }

    return open.length > 0 && (await this.tablesKnow()) ? open : [];
  }

  private async count(recountId: RecountId, signal: AbortSignal): Promise<void> {
    await this.prepare(recountId);
    await this.threads.run(recountId, signal);
  }

  /** Patterns and episodes of every recount are in the tables, which may be behind or still be built. */
  private async tablesKnow(): Promise<boolean> {
    if (this.haveMentionsStopped()) return false;
    for await (const last of this.streams.log.readStream('recount-main', { direction: 'backwards', limit: 1 }))
      return this.checkpoints.passed(last.position);

    return false;
  }
}
