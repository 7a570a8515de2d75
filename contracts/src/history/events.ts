import { z } from 'zod';
import { defineEvent, EventId, Uuid, type EventOf } from '../kit/event.ts';

/** An undo of a list of changes, newest first. After a restart it continues with those not undone yet. */
export const UndoStarted = defineEvent('UndoStarted', { undoId: Uuid, eventIds: z.array(EventId).min(1).max(5000) });
export const UndoFinished = defineEvent('UndoFinished', {
  undoId: Uuid,
  undone: z.array(EventId),
  notUndone: z.array(z.object({ eventId: EventId, why: z.string() })),
});

export const historyEvents = [UndoStarted, UndoFinished] as const;
export type HistoryEvent = EventOf<(typeof historyEvents)[number]>;
