import { z } from 'zod';
import { defineEvent, EventId, type EventOf } from '../kit/event.ts';
import { SeriesUuid } from '../series/values.ts';
import { Pin } from '../vocabulary/values.ts';
import { RecountId } from './values.ts';

/** The episodes with a transcript in these podcasts; null: in all podcasts. */
export const RecountScope = z.object({ podcastUuids: z.array(SeriesUuid).min(1).nullable() });
export type RecountScope = z.infer<typeof RecountScope>;

/** How many changes of patterns a recount may be limited to. */
export const MOST_CHANGES = 100;
/** How many names stand for the patterns of these changes. */
export const MOST_NAMES = 5;

/** The changes of patterns that a recount is limited to: what else changed in the vocabulary stays as it is. */
export const ChosenChanges = z.object({
  eventIds: z.array(EventId).min(1).max(MOST_CHANGES),
  /** How many patterns they concern, and the names of some of these. */
  patterns: z.number().int().min(1),
  names: z.array(z.string()).min(1).max(MOST_NAMES),
  /** An episode found by the vocabulary of revision `from` gets `to`: the same patterns but for the changes. */
  moves: z.array(z.object({ from: z.number().int().min(-1), to: Pin })).min(1),
});
export type ChosenChanges = z.infer<typeof ChosenChanges>;

/** `only` null: every episode in the scope gets `pin`. Otherwise `pin` is the vocabulary that the changes were chosen from. */
const recount = { recountId: RecountId, pin: Pin, scope: RecountScope, only: ChosenChanges.nullable() };
// Version 1 of the events had no choice of changes.
const ofAll = { 1: (data: Record<string, unknown>) => ({ ...data, only: null }) };

/** Counts with this vocabulary are requested; nothing that visitors see changes. */
export const RecountStarted = defineEvent('RecountStarted', recount, ofAll);
/** Pins every episode in the scope that has a transcript now, or those of `only`. */
export const RecountPublished = defineEvent('RecountPublished', recount, ofAll);
/** Gives each episode the pin that it would have without the publication. */
export const RecountReverted = defineEvent('RecountReverted', recount, ofAll);
export const RecountDiscarded = defineEvent('RecountDiscarded', { recountId: RecountId });

export const recountEvents = [RecountStarted, RecountPublished, RecountReverted, RecountDiscarded] as const;
export type RecountEvent = EventOf<(typeof recountEvents)[number]>;
