import type { UploadBatch, UploadProgress as Progress } from '@earmark/contracts/uploads';
import { listOpenUploads, listUploadStatus, type OpenUpload } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Checkpoints } from '../kit/checkpoints.ts';
import { REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { messageOf, pause } from '../kit/process/pause.ts';
import { UploadBatches } from './upload-batches.ts';

/** Between two messages; what happens meanwhile is told together. */
const REST_MS = 250;
/** Of episodes in one message; the page asks for its list when more have changed. */
const MOST_EPISODES = 50;

export interface ProgressReader {
  show(progress: Progress): void;
  /** Nothing is open any more. */
  complete(): void;
}

/** What a reader was told last. */
interface Told {
  /** By id. */
  readonly batches: Map<string, string>;
  isNew: boolean;
}

/** Tells readers about uploads as the projections pass them. The tables are queried once for all readers. */
@Injectable()
export class UploadProgress {
  private readonly readers = new Map<ProgressReader, Told>();
  private known: readonly OpenUpload[] | null = null;
  private looking = false;
  private again = false;

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly batches: UploadBatches,
    private readonly checkpoints: Checkpoints,
    @Inject(REPORT) private readonly report: Report,
  ) {}

  /** Until the signal is aborted, or nothing is open. */
  follow(reader: ProgressReader, signal: AbortSignal): void {
    if (signal.aborted) return;
    const forget = this.checkpoints.onChange(() => this.wake());
    signal.addEventListener('abort', () => this.readers.delete(reader), { once: true });
    signal.addEventListener('abort', forget, { once: true });
    this.readers.set(reader, { batches: new Map(), isNew: true });
    this.wake();
  }

  private wake(): void {
    this.again = true;
    if (!this.looking) void this.keepLooking();
  }

  private async keepLooking(): Promise<void> {
    this.looking = true;
    const never = new AbortController().signal;
    while (this.again && this.readers.size > 0) {
      this.again = false;
      try {
        await this.look();
      } catch (error) {
        // The next move of the projections looks again.
        this.report(`progress of uploads: ${messageOf(error)}`);
      }
      await pause(REST_MS, never);
    }
    this.looking = false;
    if (this.readers.size === 0) this.known = null;
  }

  private async look(): Promise<void> {
    const readers = [...this.readers];
    const open = await listOpenUploads(this.pool);
    const before = this.known ?? open;
    this.known = open;
    const moved = movedBetween(before, open);
    const { episodes } =
      moved.length === 0
        ? { episodes: [] }
        : await listUploadStatus(this.pool, { episodeUuids: moved.slice(0, MOST_EPISODES) }, null, MOST_EPISODES);
    const shown = readers.flatMap(([, { batches }]) => [...batches.keys()]);
    const ids = new Set([...before, ...open].flatMap(({ batchId }) => batchId ?? []).concat(shown));
    const batches: UploadBatch[] = [];
    for (const id of ids) batches.push(await this.batches.find(id));
    for (const [reader, told] of readers) {
      const { batches: known, isNew } = told;
      const news = batches.filter((batch) => known.get(batch.id) !== JSON.stringify(batch));
      for (const batch of news) known.set(batch.id, JSON.stringify(batch));
      // What has moved before a reader came is not known.
      const message = isNew ? { episodes: [], moved: open.length } : { episodes, moved: moved.length };
      if (news.length > 0 || message.moved > 0) reader.show({ batches: news, ...message });
      told.isNew = false;
      if (open.length > 0) continue;
      this.readers.delete(reader);
      reader.complete();
    }
  }
}

/** Ids of the episodes whose uploads are in another state, or open no more. */
function movedBetween(before: readonly OpenUpload[], after: readonly OpenUpload[]): string[] {
  const keyOf = ({ episodeUuid, uploadId, state }: OpenUpload) => `${episodeUuid} ${uploadId} ${state}`;
  const [old, now] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];

  return [
    ...new Set(
      [...before.filter((one) => !now.has(keyOf(one))), ...after.filter((one) => !old.has(keyOf(one)))].map(
        ({ episodeUuid }) => episodeUuid,
      ),
    ),
  ];
}
