import type { Pool } from 'pg';
import { decodeEvent, type DecodedEvent, type Run } from './apply.ts';
import type { Checkpoint, Progress } from './checkpoints.ts';
import type { EventLog, RecordedEvent } from './event-log/event-log.ts';
import { endsAppend } from './inbox.ts';
import { createIndexes, inTransaction } from './schemas.ts';
import { afterOthers } from './turns.ts';

export type Standing = Pick<Checkpoint, 'position' | 'last' | 'logId'>;
export const START: Standing = { position: 0n, last: null, logId: null };

const BATCH_EVENTS = 1000;
const PROGRESS_MS = 250;

export const standingAt = (event: RecordedEvent, logId: string | null): Standing => ({
  position: event.position,
  last: { stream: event.stream, revision: event.revision, eventId: event.id },
  logId,
});

/**
 * Reads what the runs read of the log once, up to `upTo`, into their tables, in transactions of their own; then the work
 * that waits for the end, then the indexes. The tables are worthless when it throws.
 */
export async function build(options: {
  log: EventLog;
  pool: Pool;
  runs: readonly Run[];
  upTo: bigint;
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
}): Promise<Standing> {
  const { log, pool, runs, upTo, signal } = options;
  const logId = await log.id();
  const meter = new Meter(upTo, options.onProgress);
  // A batch is decoded while Postgres writes the one before.
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of batches(log, 0n, upTo, { streamPrefixes: prefixesOf(runs) })) {
      signal?.throwIfAborted();
      const decoded: DecodedEvent[] = [];
      for (const event of batch) {
        await afterOthers();
        decoded.push(decodeEvent(event));
      }
      await writing;
      meter.advance(batch.length, batch.at(-1)!.position);
      writing = write(pool, runs, decoded);
      // It is awaited before the next batch; a failure until then is not unhandled.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  for (const run of runs) {
    signal?.throwIfAborted();
    await inTransaction(pool, async (client) => run.finish(client));
    await createIndexes(pool, run.projector, run.schema);
    run.forget();
  }
  meter.done();

  return lastUpTo(log, upTo, logId);
}

/** By category, not by type: one that the code does not know must stop those that read its category. */
const prefixesOf = (runs: readonly Run[]): string[] => [
  ...new Set(runs.flatMap(({ projector }) => projector.categories.map((category) => `${category}-`))),
];

/** A checkpoint names the last event of the log, whatever streams its projector reads. */
async function lastUpTo(log: EventLog, upTo: bigint, logId: string | null): Promise<Standing> {
  for await (const event of log.readAllBackwards({ before: upTo + 1n, limit: 1 })) return standingAt(event, logId);

  return { ...START, logId };
}

async function write(pool: Pool, runs: readonly Run[], decoded: readonly DecodedEvent[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    // Worthless after a crash anyhow; the swap at the end is what must last.
    await client.query('set local synchronous_commit = off');
    for (const run of runs) await run.apply(client, decoded, 'rebuild');
  });
}

/** Events after `after` up to `upTo`, in batches that end where an append ends. */
export async function* batches(
  log: EventLog,
  after: bigint,
  upTo: bigint,
  { size = BATCH_EVENTS, streamPrefixes }: { size?: number; streamPrefixes?: readonly string[] } = {},
): AsyncGenerator<RecordedEvent[]> {
  let batch: RecordedEvent[] = [];
  for await (const event of log.readAll({ after, filter: { streamPrefixes } })) {
    if (event.position > upTo) break;
    batch.push(event);
    if (batch.length >= size && endsAppend(event)) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Tells how far a rebuild is, at most four times a second. */
class Meter {
  private readonly startedAt = performance.now();
  private events = 0;
  private toldAt = 0;

  constructor(
    private readonly upTo: bigint,
    private readonly tell: ((progress: Progress) => void) | undefined,
  ) {}

  advance(events: number, position: bigint): void {
    this.events += events;
    const now = performance.now();
    if (!this.tell || now - this.toldAt < PROGRESS_MS) return;
    this.toldAt = now;
    const seconds = (now - this.startedAt) / 1000;
    const part = this.upTo === 0n ? 1 : Number((position * 10_000n) / this.upTo) / 10_000;
    this.tell({
      // The rest is matching and indexes.
      percent: Math.min(99, Math.floor(part * 100)),
      eventsPerSecond: Math.round(this.events / Math.max(seconds, 0.001)),
      secondsLeft: part > 0 ? Math.ceil((seconds / part) * (1 - part)) : null,
    });
  }

  done(): void {
    const seconds = (performance.now() - this.startedAt) / 1000;
    this.tell?.({ percent: 100, eventsPerSecond: Math.round(this.events / Math.max(seconds, 0.001)), secondsLeft: 0 });
  }
}
