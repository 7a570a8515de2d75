import type { EventId } from '@earmark/contracts/kit';
import type { PreviewAnswer, PatternPreview } from '@earmark/contracts/recounts';
import type { PlannedChange } from '@earmark/projections/recounts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { callerLeft } from '../kit/call.ts';
import { REPORT, STORE_URLS, type Report, type StoreUrls } from '../kit/core.ts';
import { WorkerPool } from '../kit/process/worker-pool.ts';
import { Streams } from '../kit/streams.ts';
import { headPin } from '../vocabulary/pins.ts';
import { vocabulary } from '../vocabulary/vocabulary.decider.ts';
import { changeOfPast } from './change-of-past.ts';
import { planChange } from './planned-change.ts';
import type { PreviewJob, PreviewResult } from './preview.worker.ts';

const WORKER = new URL('../../../backend/dist/recounts/preview.worker.js', import.meta.url);
/** How many previews may wait. Typing requests one after the other, so more than these come from several people. */
const MAX_WAITING = 15;

/** Previews of past and planned changes of patterns. Counts one at a time, and stops when its caller disconnects. */
@Injectable()
export class Previews implements OnModuleDestroy {
  private readonly threads: WorkerPool<PreviewJob, PreviewResult>;

  constructor(
    private readonly streams: Streams,
    @Inject(STORE_URLS) urls: StoreUrls,
    @Inject(REPORT) report: Report,
  ) {
    this.threads = new WorkerPool({
      file: WORKER,
      settings: urls,
      mostWaiting: MAX_WAITING,
      busy: 'Too many previews are being counted right now. Try again in a moment.',
      retryAfterSeconds: 2,
      report,
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.threads.stop();
  }

  /** Throws Rejected as the change itself would, and `busy`. */
  async preview(request: PatternPreview, gone: AbortSignal): Promise<PreviewAnswer> {
    const { state } = await this.streams.read(vocabulary, 'main');

    return this.planned(planChange(state, request), gone);
  }

  /** As `preview`, of patterns that the caller has planned. */
  async planned(change: PlannedChange, gone: AbortSignal): Promise<PreviewAnswer> {
    const result = await this.threads.run({ change }, gone);
    if (!('preview' in result)) throw new Error('a preview was answered by something else');

    return result.preview;
  }

  /**
   * What a change of patterns that was made does in the current texts, counted anew. Throws Rejected: event-unknown,
   * invalid, busy.
   */
  async compare(eventId: EventId, gone: AbortSignal): Promise<PreviewAnswer> {
    return this.planned(await changeOfPast(this.streams.log, eventId), gone);
  }

  /**
   * How many episodes would have other mentions by the current patterns; null when too much has changed to find out at
   * once. Throws Rejected `busy`.
   */
  async countMoved(): Promise<number | null> {
    const { vocabularyRevision: head } = await headPin(this.streams.log);
    const result = await this.threads.run({ head }, callerLeft() ?? undefined);
    if (!('moved' in result)) throw new Error('a count was answered by something else');

    return result.moved;
  }
}
