import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import {
  TranscriptUploaded,
  UploadConfirmed,
  UploadFailed,
  UploadRemovalRequested,
  UploadRemoved,
  UploadRequested,
  UploadWithdrawn,
} from '@earmark/contracts/uploads';
import type { EventLog } from '@earmark/projections/event-log';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { EVENT_LOG, REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import { SlotQueue } from '../kit/process/slot-queue.ts';
import { Streams } from '../kit/streams.ts';
import { AssistantIndex } from './assistant-index.ts';
import { RefusesAll } from './openai-refusals.ts';
import { upload } from './upload.decider.ts';
import { UploadJournal, UploadMoved } from './upload-journal.ts';
import { UploadWork } from './upload-work.ts';

/** Uploads at once, on all servers together. */
const AT_ONCE = 3;

/** Does open uploads and removals, from what their streams say. */
@Injectable()
export class UploadsProcess implements OnModuleDestroy {
  /** Before the second attempt of an upload; doubles. */
  firstWaitMs = 2000;
  private readonly queue: SlotQueue;

  constructor(
    private readonly streams: Streams,
    private readonly index: AssistantIndex,
    @Inject(PG_POOL) pool: Pool,
    @Inject(EVENT_LOG) log: EventLog,
    leases: Leases,
    @Inject(REPORT) private readonly report: Report,
  ) {
    this.queue = new SlotQueue(
      { log, pool, leases, report },
      {
        name: 'upload slot',
        category: upload.category,
        begins: [UploadRequested, UploadRemovalRequested],
        ends: [TranscriptUploaded, UploadConfirmed, UploadFailed, UploadWithdrawn, UploadRemoved],
        slots: AT_ONCE,
        run: async (id, signal) => this.run(EpisodeUuid.parse(id), signal),
      },
    );
  }

  /** From now on, does what no other server works on. */
  start(): void {
    this.queue.start();
  }

  /** Does what is open for these episodes as soon as no server is running. */
  startWithoutServer(episodeUuids: ReadonlySet<string>): void {
    this.queue.startWithoutServer(episodeUuids);
  }

  async onModuleDestroy(): Promise<void> {
    await this.queue.stop();
  }

  private async run(episodeUuid: EpisodeUuid, signal: AbortSignal): Promise<void> {
    const { state, revision } = await this.streams.read(upload, episodeUuid);
    const { open, removing } = state;
    if (open === null && removing.size === 0) return;
    const context = await this.contextOf(episodeUuid);
    const journal = new UploadJournal(this.streams, episodeUuid, revision, context);
    const { streams, index, report } = this;
    const parts = { streams, index, report, firstWaitMs: () => this.firstWaitMs };
    const work = new UploadWork(parts, journal, signal);
    try {
      if (open === null) return await work.remove();
      const failure = await work.upload();
      if (failure instanceof RefusesAll && open.batchId !== null) await this.withdraw(open.batchId, failure, context);
    } catch (error) {
      // The queue has what comes next.
      if (!(error instanceof UploadMoved)) throw error;
    }
  }

  /** Ends the other uploads of a batch, which the service would refuse alike. */
  private async withdraw(batchId: string, { message }: RefusesAll, context: Context): Promise<void> {
    for (const id of await this.queue.listOpen()) {
      const episodeUuid = EpisodeUuid.parse(id);
      const rule = ({ open }: ReturnType<typeof upload.initial>) => open?.batchId === batchId && open.attempts === 0;
      await this.streams.change(
        upload,
        episodeUuid,
        (state) => ({
          events: rule(state)
            ? upload.decide(state, { type: 'Withdraw', episodeUuid, message, removedFileIds: [] })
            : [],
          result: null,
        }),
        context,
      );
    }
  }

  /** What is recorded belongs to the request. */
  private async contextOf(episodeUuid: EpisodeUuid): Promise<Context> {
    const begins: readonly string[] = [UploadRequested.type, UploadRemovalRequested.type];
    const stream = `${upload.category}-${episodeUuid}`;
    for await (const event of this.streams.log.readStream(stream, { direction: 'backwards' }))
      if (begins.includes(event.type))
        return {
          actor: { kind: 'system', id: 'uploads', name: 'Uploads', role: 'system' },
          correlationId: event.metadata.correlationId,
          causationId: event.id,
          reason: null,
        };
    throw new Error(`nothing was requested for ${stream}`);
  }
}
