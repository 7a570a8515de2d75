import { UndoFinished, UndoStarted, type HistoryEvent } from '@earmark/contracts/history';
import type { RecordedEvent } from '@earmark/projections/event-log';
import type { z } from 'zod';
import type { Context } from '../kit/context.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { LISTED_TYPES } from './histories.ts';
import type { Refusal, Reverting } from './reverting.ts';
import { StreamTail } from './stream-tail.ts';
import { undos } from './undo.decider.ts';

export interface Undone {
  readonly position: bigint | null;
  /** What was recorded. */
  readonly eventIds: string[];
  readonly notUndone: { eventId: string; why: string }[];
}

type Explain = (event: RecordedEvent, refusal: Refusal) => Promise<string>;

/** Undoes a list of events, newest first. The stream `undo-<id>` says that it began: what a crash cut off is gone on with. */
export class UndoProcess {
  constructor(
    private readonly streams: Streams,
    private readonly reverting: Reverting,
    private readonly explain: Explain,
  ) {}

  /** Run again, it does what is left and answers the same. */
  async run(undoId: string, eventIds: readonly string[], by: Context): Promise<Undone> {
    const context = { ...by, correlationId: undoId };
    const started: HistoryEvent = { type: 'UndoStarted', data: { undoId, eventIds: [...eventIds] } };
    await this.streams.decide(undos, undoId, started, context);
    const { startedBy, finished } = await this.storyOf(undoId);
    const caused = { ...context, causationId: startedBy };

    const events = await this.locate(finished?.undone ?? eventIds);
    const oldest = new Map(events.map(({ stream, revision }) => [stream, revision]));
    const tails = new Map<string, StreamTail>();
    const done: { eventId: string; by: string }[] = [];
    const notUndone = [...(finished?.notUndone ?? [])];
    let position: bigint | null = null;
    for (const event of events) {
      const { stream } = event;
      const tail = tails.get(stream) ?? (await StreamTail.read(this.streams.log, stream, oldest.get(stream)!));
      tails.set(stream, tail);
      const answer = await this.attempt(event, caused, tail);
      if ('outcome' in answer) {
        position = answer.outcome.position;
        done.push({ eventId: event.id, by: answer.outcome.eventIds[0]! });
      } else notUndone.push({ eventId: event.id, why: await this.explain(event, answer) });
    }
    const undone = done.map(({ eventId }) => eventId);
    await this.streams.decide(undos, undoId, { type: 'UndoFinished', data: { undoId, undone, notUndone } }, caused);

    return { position, eventIds: done.map((one) => one.by), notUndone };
  }

  /** Goes on with what an earlier process did not finish. */
  async resume(): Promise<void> {
    const open = new Map<string, RecordedEvent>();
    for await (const event of this.streams.log.readAll({ filter: { types: ['UndoStarted', 'UndoFinished'] } }))
      if (event.type === 'UndoStarted') open.set(event.stream, event);
      else open.delete(event.stream);
    for (const { data, metadata } of open.values()) {
      const { undoId, eventIds } = UndoStarted.schema.parse(data);
      await this.run(undoId, eventIds, metadata);
    }
  }

  private async attempt(event: RecordedEvent, context: Context, tail: StreamTail) {
    try {
      return await this.reverting.revert(event, context, tail);
    } catch (error) {
      if (error instanceof Rejected) return { why: error.message };
      throw error;
    }
  }

  private async storyOf(undoId: string) {
    let startedBy: string | null = null;
    let finished: z.infer<typeof UndoFinished.schema> | null = null;
    for await (const { id, type, data } of this.streams.log.readStream(`undo-${undoId}`))
      if (type === 'UndoStarted') startedBy = id;
      else finished = UndoFinished.schema.parse(data);

    return { startedBy, finished };
  }

  /** Newest first. Throws Rejected `event-unknown` when one of them is not in the log. */
  private async locate(eventIds: readonly string[]): Promise<RecordedEvent[]> {
    const wanted = new Set(eventIds);
    const found: RecordedEvent[] = [];
    if (wanted.size === 0) return found;
    for await (const event of this.streams.log.readAllBackwards({ filter: { types: LISTED_TYPES } })) {
      if (wanted.delete(event.id)) found.push(event);
      if (wanted.size === 0) return found;
    }
    throw new Rejected('event-unknown', `There is no change ${[...wanted][0]}.`);
  }
}
