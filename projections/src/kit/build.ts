import type { Pool } from 'pg';
import { decodeEvent, type DecodedEvent, type Run } from './apply.ts';
import type { Checkpoint, Progress } from './checkpoints.ts';
import type { EventLog, RecordedEvent } from './event-log/event-log.ts';
import { endsAppend } from './inbox.ts';
import { createIndexes, inTransaction } from './schemas.ts';
import { yieldToUrgent } from './yielding.ts';

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
 * Reads the runs' events from the log once, up to `upTo`, into their tables, in separate transactions; then does the
 * deferred work, then builds the indexes. The tables are unusable when it throws.
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
  const meter = new ProgressMeter(upTo, options.onProgress);
  // A batch is decoded while Postgres writes the one before.
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of batches(log, 0n, upTo, { streamPrefixes: prefixesOf(runs) })) {
      signal?.throwIfAborted();
      const decoded: DecodedEvent[] = [];
      for (const event of batch) {
        await yieldToUrgent();
        decoded.push(decodeEvent(event));
      }
      await writing;
      meter.advance(batch.length, batch.at(-1)!.position);
      writing = write(pool, runs, decoded);
      // Awaited before the next batch; until then a failure must not count as unhandled.
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

/** By category, not by type: an unknown type must stop the projectors that read its category. */
const prefixesOf = (runs: readonly Run[]): string[] => [
  ...new Set(runs.flatMap(({ projector }) => projector.categories.map((category) => `${category}-`))),
];

/** A checkpoint names the last event of the whole log, whichever streams its projector reads. */
async function lastUpTo(log: EventLog, upTo: bigint, logId: string | null): Promise<Standing> {
  for await (const event of log.readAllBackwards({ before: upTo + 1n, limit: 1 })) return standingAt(event, logId);

  return { ...START, logId };
}

async function write(pool: Pool, runs: readonly Run[], decoded: readonly DecodedEvent[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    // A crash discards these tables anyway; only the swap at the end must be durable.
    await client.query('set local synchronous_commit = off');
    for (const run of runs) await run.apply(client, decoded, 'rebuild');
  });
}

/** Events after `after` up to `upTo`, in batches that end with an append. */
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

/** Reports the progress of a rebuild, at most four times a second. */
class ProgressMeter {
  private readonly startedAt = performance.now();
  private events = 0;
  private reportedAt = 0;

  constructor(
    private readonly upTo: bigint,
    private readonly report: ((progress: Progress) => void) | undefined,
  ) {}

  advance(events: number, position: bigint): void {
    this.events += events;
    const now = performance.now();
    if (!this.report || now - this.reportedAt < PROGRESS_MS) return;
    this.reportedAt = now;
    const seconds = (now - this.startedAt) / 1000;
    const part = this.upTo === 0n ? 1 : Number((position * 10_000n) / this.upTo) / 10_000;
    this.report({
      // The rest is matching and indexes.
      percent: Math.min(99, Math.floor(part * 100)),
      eventsPerSecond: Math.round(this.events / Math.max(seconds, 0.001)),
      secondsLeft: part > 0 ? Math.ceil((seconds / part) * (1 - part)) : null,
    });
  }

  done(): void {
    const seconds = (performance.now() - this.startedAt) / 1000;
    this.report?.({
      percent: 100,
      eventsPerSecond: Math.round(this.events / Math.max(seconds, 0.001)),
      secondsLeft: 0,
    });
  }
}
