import {
  DiscoverEntities,
  DiscoveryBatchFinished,
  DiscoveryBatchId,
  DiscoveryBatchStarted,
  type DiscoveryBatchEvent,
  type DiscoveryLine,
} from '@earmark/contracts/discovery';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import type { EventLog } from '@earmark/projections/event-log';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { Commands } from '../kit/commands.ts';
import { EVENT_LOG, REPORT, type Report } from '../kit/core.ts';
import { outageOf } from '../kit/outage.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import { LongProcess } from '../kit/process/long-process.ts';
import { messageOf } from '../kit/process/pause.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { discoveryBatch } from './batch.decider.ts';

const EPISODES_AT_ONCE = 3;
/** How often a batch is looked at for a cancellation on another server. */
const WATCH_MS = 3000;
/** After these no episode could be searched. */
const REFUSED: readonly string[] = ['model-key-refused', 'model-quota-used-up'];

/** Ends the work on a batch that has ended. */
class BatchEnded extends Error {}

/** Searches the episodes of open batches, and goes on from what their streams say. */
@Injectable()
export class BatchProcess implements OnModuleDestroy {
  private readonly process: LongProcess;
  /** Ends what this server does for a batch. */
  private readonly running = new Map<string, AbortController>();

  constructor(
    private readonly streams: Streams,
    private readonly commands: Commands,
    @Inject(PG_POOL) pool: Pool,
    @Inject(EVENT_LOG) log: EventLog,
    leases: Leases,
    @Inject(REPORT) private readonly report: Report,
  ) {
    const run = async (id: string, signal: AbortSignal) => this.run(DiscoveryBatchId.parse(id), signal);
    this.process = new LongProcess(
      { log, pool, leases, report },
      { category: discoveryBatch.category, begins: [DiscoveryBatchStarted], ends: [DiscoveryBatchFinished], run },
    );
  }

  start(): void {
    this.process.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.process.stop();
  }

  /** Ends the work on a batch that was just cancelled; another server learns of it within seconds. */
  drop(batchId: DiscoveryBatchId): void {
    this.running.get(batchId)?.abort(new BatchEnded());
  }

  private async run(batchId: DiscoveryBatchId, ending: AbortSignal): Promise<void> {
    const ended = new AbortController();
    this.running.set(batchId, ended);
    const watch = setInterval(() => void this.dropIfFinished(batchId), WATCH_MS);
    const signal = AbortSignal.any([ending, ended.signal]);
    try {
      const context = await this.contextOf(batchId);
      const { episodeUuids, done, hasFinished } = (await this.streams.read(discoveryBatch, batchId)).state;
      if (episodeUuids === null || hasFinished) return;
      const waiting = episodeUuids.filter((episodeUuid) => !done.has(episodeUuid));
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          await this.search(batchId, next, context, { signal, refuse: () => ended.abort(new BatchEnded()) });
      };
      const lanes = await Promise.allSettled(Array.from({ length: EPISODES_AT_ONCE }, work));
      const failure = lanes.find((lane) => lane.status === 'rejected');
      if (failure) throw failure.reason;
      await this.record(batchId, { type: 'DiscoveryBatchFinished', data: { batchId, outcome: 'completed' } }, context);
    } catch (error) {
      if (!(error instanceof BatchEnded)) throw error;
    } finally {
      clearInterval(watch);
      this.running.delete(batchId);
    }
  }

  /** Throws an outage of ours, after which the batch goes on. `refuse`: no other episode can be searched either. */
  private async search(
    batchId: DiscoveryBatchId,
    episodeUuid: EpisodeUuid,
    context: Context,
    { signal, refuse }: { signal: AbortSignal; refuse: () => void },
  ): Promise<void> {
    signal.throwIfAborted();
    const ids = { batchId, episodeUuid };
    await this.record(batchId, { type: 'EpisodeDiscoveryStarted', data: ids }, context);
    const lines = new Lines(async (line) =>
      this.record(batchId, { type: 'DiscoveryLogged', data: { ...ids, ...line } }, context),
    );
    try {
      const onLine = (line: DiscoveryLine) => lines.add(line);
      const { proposed } = await this.commands.send(
        new DiscoverEntities({ episodeUuid, batchId, onLine, signal }, context),
      );
      await lines.written();
      await this.record(batchId, { type: 'EpisodeDiscoveryCompleted', data: { ...ids, proposed } }, context);
    } catch (error) {
      signal.throwIfAborted();
      if (outageOf(error) !== null) throw error;
      await lines.written();
      const code = error instanceof Rejected ? error.code : null;
      const message = code === null ? 'Something went wrong on the server. Its log says more.' : messageOf(error);
      if (code === null) this.report(`discoveryBatch ${batchId}, episode ${episodeUuid}: ${stackOf(error)}`);
      await this.record(batchId, { type: 'EpisodeDiscoveryFailed', data: { ...ids, code, message } }, context);
      if (code === null || !REFUSED.includes(code)) return;
      await this.record(batchId, { type: 'DiscoveryBatchFinished', data: { batchId, outcome: 'refused' } }, context);
      refuse();
    }
  }

  private async record(batchId: DiscoveryBatchId, event: DiscoveryBatchEvent, context: Context): Promise<void> {
    await this.streams.decide(discoveryBatch, batchId, event, context);
  }

  /** What a batch records belongs to the request that started it. */
  private async contextOf(batchId: DiscoveryBatchId): Promise<Context> {
    for await (const event of this.streams.log.readStream(`discoveryBatch-${batchId}`, { limit: 1 }))
      return {
        actor: { kind: 'system', id: 'discovery', name: 'Entity discovery', role: 'system' },
        correlationId: event.metadata.correlationId,
        causationId: event.id,
        reason: null,
      };
    throw new Error(`the batch ${batchId} has no beginning`);
  }

  private async dropIfFinished(batchId: DiscoveryBatchId): Promise<void> {
    try {
      if ((await this.streams.read(discoveryBatch, batchId)).state.hasFinished) this.drop(batchId);
    } catch (error) {
      // The next append says the same, or that the log is down.
      if (outageOf(error) === null) this.report(`discoveryBatch ${batchId}: ${messageOf(error)}`);
    }
  }
}

/** Lines of output, recorded one after the other. */
class Lines {
  private last: Promise<unknown> = Promise.resolve();
  private failure: { readonly error: unknown } | null = null;

  constructor(private readonly write: (line: DiscoveryLine) => Promise<void>) {}

  add(line: DiscoveryLine): void {
    this.last = this.last
      .then(async () => this.write(line))
      .catch((error: unknown) => {
        this.failure ??= { error };
      });
  }

  /** Throws the error of a line that could not be recorded. */
  async written(): Promise<void> {
    await this.last;
    if (this.failure !== null) throw this.failure.error;
  }
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
