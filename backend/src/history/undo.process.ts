import { UndoFinished, UndoStarted, type HistoryEvent, type UndoProgress } from '@earmark/contracts/history';
import type { Context, EventId } from '@earmark/contracts/kit';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { EVENT_LOG, REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import { LongProcess } from '../kit/process/long-process.ts';
import { isRemoval } from '../kit/removals.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { historyOf, LISTED_TYPES } from './histories.ts';
import { Narrator } from './narrator.ts';
import { refusalWords, type Actor } from './refusal-words.ts';
import { Reverting } from './reverting.ts';
import { StreamTail } from './stream-tail.ts';
import { byStream } from './tails.ts';
import { undos } from './undo.decider.ts';

const LOOKED_UP_AT_ONCE = 10;
/** Their inverses are found in memory, on a copy of the state. */
const UNDONE_AT_ONCE = 500;

export interface Undone {
  readonly position: bigint | null;
  /** The events that were recorded. */
  readonly eventIds: EventId[];
  readonly notUndone: { eventId: EventId; why: string }[];
}

type Finished = z.infer<typeof UndoFinished.schema>;

interface Story {
  readonly started: { readonly event: RecordedEvent; readonly eventIds: readonly EventId[] } | null;
  readonly finished: Finished | null;
}

/**
 * Undoes a list of events, newest first. The stream `undo-<id>` records the start, and each reverting event names
 * it as its cause, so that this server or another one can continue after an interruption, and nothing is undone twice.
 */
@Injectable()
export class UndoProcess implements OnModuleDestroy {
  private readonly reverting: Reverting;
  private readonly process: LongProcess;
  /** By undo; of those that this server runs. */
  private readonly progress = new Map<string, NonNullable<UndoProgress['running']>>();

  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_LOG) log: EventLog,
    leases: Leases,
    @Inject(REPORT) report: Report,
  ) {
    this.reverting = new Reverting(streams);
    const run = async (undoId: string, signal: AbortSignal) => this.resume(undoId, signal);
    this.process = new LongProcess(
      { log, pool, leases, report },
      { category: undos.category, begins: [UndoStarted], ends: [UndoFinished], run },
    );
  }

  /** From now on, continues undos that another server left unfinished. */
  start(): void {
    this.process.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.process.stop();
  }

  /**
   * Idempotent: a second run does the rest and returns the same. Throws Rejected: event-unknown, and not-revertible when
   * another part of the list was run.
   */
  async run(undoId: string, eventIds: readonly EventId[], by: Context): Promise<Undone> {
    return this.process.holding(undoId, async (lost) => {
      const { found, unknown } = await this.locate(eventIds);
      if (unknown[0] !== undefined) throw new Rejected('event-unknown', noChange(unknown[0]));
      const { started: before } = await this.storyOf(undoId);
      if (before && !eventIds.every((id) => before.eventIds.includes(id)))
        throw new Rejected(
          'not-revertible',
          'Another part of this list has been undone already. Make a new list for the rest.',
        );
      const context = { ...by, correlationId: undoId };
      const started: HistoryEvent = { type: 'UndoStarted', data: { undoId, eventIds: [...eventIds] } };
      await this.streams.decide(undos, undoId, started, context);

      return this.undo(undoId, found, [], context, lost);
    });
  }

  /** Null: this server is not running it. */
  progressOf(undoId: string): UndoProgress['running'] {
    return this.progress.get(undoId) ?? null;
  }

  private async resume(undoId: string, signal: AbortSignal): Promise<void> {
    const { started, finished } = await this.storyOf(undoId);
    if (!started || finished) return;
    const { found, unknown } = await this.locate(started.eventIds);
    const notUndone = unknown.map((eventId) => ({ eventId, why: noChange(eventId) }));
    await this.undo(undoId, found, notUndone, started.event.metadata, signal);
  }

  /** `newestFirst` holds all events of the list that are in the log. */
  private async undo(
    undoId: string,
    newestFirst: readonly RecordedEvent[],
    unknown: Finished['notUndone'],
    by: Context,
    signal: AbortSignal,
  ): Promise<Undone> {
    try {
      return await this.undoMeant(undoId, newestFirst, unknown, by, signal);
    } finally {
      this.progress.delete(undoId);
    }
  }

  private async undoMeant(
    undoId: string,
    newestFirst: readonly RecordedEvent[],
    unknown: Finished['notUndone'],
    by: Context,
    signal: AbortSignal,
  ): Promise<Undone> {
    const { started, finished } = await this.storyOf(undoId);
    const context = { ...by, correlationId: undoId, causationId: started?.event.id ?? null };
    const meant = finished ? newestFirst.filter(({ id }) => finished.undone.includes(id)) : newestFirst;
    const oldest = new Map(newestFirst.map(({ stream, revision }) => [stream, revision]));
    const tails = new Map<string, StreamTail>();
    const done: { eventId: EventId; by: EventId }[] = [];
    const notUndone = [...(finished?.notUndone ?? unknown)];
    let position: bigint | null = null;
    const progress = { done: 0, total: meant.length };
    this.progress.set(undoId, progress);
    for (const events of runsOf(meant)) {
      signal.throwIfAborted();
      const { stream } = events[0]!;
      const tail = tails.get(stream) ?? (await StreamTail.read(this.streams.log, stream, oldest.get(stream)!));
      tails.set(stream, tail);
      const answers =
        events.length === 1
          ? await this.reverting.oneByOne(events, context, tail)
          : await this.reverting.revertAll(events, context, tail);
      for (const [index, answer] of answers.entries()) {
        const event = events[index]!;
        if ('outcome' in answer) {
          position = later(position, answer.outcome.position);
          done.push({ eventId: event.id, by: answer.outcome.eventIds[0]! });
        } else {
          const narrator = new Narrator(this.streams, this.pool);
          notUndone.push({ eventId: event.id, why: await refusalWords(answer, event.id, narrator, roleOf) });
        }
      }
      progress.done += events.length;
    }
    const undone = done.map(({ eventId }) => eventId);
    await this.streams.decide(undos, undoId, { type: 'UndoFinished', data: { undoId, undone, notUndone } }, context);

    return { position, eventIds: done.map((one) => one.by), notUndone };
  }

  private async storyOf(undoId: string): Promise<Story> {
    let started: Story['started'] = null;
    let finished: Finished | null = null;
    for await (const event of this.streams.log.readStream(`undo-${undoId}`))
      if (event.type === UndoStarted.type) started = { event, eventIds: UndoStarted.schema.parse(event.data).eventIds };
      else finished = UndoFinished.schema.parse(event.data);

    return { started, finished };
  }

  /** Newest first. */
  private async locate(eventIds: readonly EventId[]): Promise<{ found: RecordedEvent[]; unknown: EventId[] }> {
    const found: RecordedEvent[] = [];
    const unknown: EventId[] = [];
    const wanted = [...new Set(eventIds)];
    for (let from = 0; from < wanted.length; from += LOOKED_UP_AT_ONCE) {
      const ids = wanted.slice(from, from + LOOKED_UP_AT_ONCE);
      const events = await Promise.all(ids.map(async (id) => this.streams.log.find(id)));
      for (const [index, event] of events.entries())
        if (event && LISTED_TYPES.includes(event.type)) found.push(event);
        else unknown.push(ids[index]!);
    }

    return { found: found.sort((a, b) => (a.position > b.position ? -1 : 1)), unknown };
  }
}

/**
 * Events of one stream that can be undone at once. Streams do not depend on each other, unless something was removed or
 * the pin of an episode matters: then the order of all events is kept.
 */
function runsOf(newestFirst: readonly RecordedEvent[]): RecordedEvent[][] {
  const isFree = newestFirst.every((event) => !isRemoval(event) && !dependsOnPin(event));
  const ordered = isFree ? [...byStream(newestFirst).values()].flat() : newestFirst;
  const runs: RecordedEvent[][] = [];
  for (const event of ordered) {
    const run = runs.at(-1);
    const [last] = run ?? [];
    if (
      run &&
      last!.stream === event.stream &&
      run.length < UNDONE_AT_ONCE &&
      !dependsOnPin(event) &&
      !dependsOnPin(last!)
    )
      run.push(event);
    else runs.push([event]);
  }

  return runs;
}

const dependsOnPin = (event: RecordedEvent): boolean => {
  const { inverseNeedsPin, movesPinsOnly } = historyOf(event);

  return inverseNeedsPin === true || movesPinsOnly === true;
};

const later = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || (other !== null && other > one) ? other : one;

const noChange = (eventId: EventId): string => `There is no change ${eventId}.`;

/** Without names, because everybody who may read the history sees what was not undone, and why. */
const roleOf = ({ role }: Actor): string => role;
