import type { RecountId, RecountSummary } from '@earmark/contracts/recounts';
import { Inject, Injectable } from '@nestjs/common';
import { REPORT, type Report } from '../kit/core.ts';
import { messageOf, pause } from '../kit/process/pause.ts';
import { RecountSummaries } from './recount-summaries.ts';

const LOOK_MS = 500;

export interface ProgressReader {
  show(recount: RecountSummary): void;
  /** Whether nothing is being counted any more. */
  complete(): void;
}

/** Sends the progress of recounts to readers. The tables are queried once for all readers. */
@Injectable()
export class RecountProgress {
  /** The summary that each reader got last, by recount. */
  private readonly readers = new Map<ProgressReader, Map<RecountId, string>>();
  private looking = false;

  constructor(
    private readonly summaries: RecountSummaries,
    @Inject(REPORT) private readonly report: Report,
  ) {}

  /** Until the signal is aborted, sends all recounts in progress, and each once more when it has ended. */
  follow(reader: ProgressReader, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.readers.set(reader, new Map());
    signal.addEventListener('abort', () => this.readers.delete(reader), { once: true });
    if (!this.looking) void this.keepLooking();
  }

  private async keepLooking(): Promise<void> {
    this.looking = true;
    let isTroubleReported = false;
    const never = new AbortController().signal;
    while (this.readers.size > 0) {
      try {
        await this.look();
        isTroubleReported = false;
      } catch (error) {
        // Reported once, until a query succeeds; the readers stay connected.
        if (!isTroubleReported) this.report(`progress of recounts: ${messageOf(error)}`);
        isTroubleReported = true;
      }
      if (this.readers.size > 0) await pause(LOOK_MS, never);
    }
    this.looking = false;
  }

  private async look(): Promise<void> {
    const running = await this.summaries.listRunning();
    const ids = new Set([...running, ...[...this.readers.values()].flatMap((shown) => [...shown.keys()])]);
    const summaries = new Map<RecountId, RecountSummary>();
    for (const id of ids) summaries.set(id, await this.summaries.get(id));
    for (const [reader, shown] of this.readers) {
      for (const [id, summary] of summaries) {
        const isRunning = running.includes(id);
        const text = JSON.stringify(summary);
        if ((isRunning || shown.has(id)) && shown.get(id) !== text) reader.show(summary);
        if (isRunning) shown.set(id, text);
        else shown.delete(id);
      }
      if (running.length === 0) {
        this.readers.delete(reader);
        reader.complete();
      }
    }
  }
}
