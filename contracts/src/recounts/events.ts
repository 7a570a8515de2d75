import { z } from 'zod';
import { defineEvent, type EventOf } from '../kit/event.ts';
import { SeriesUuid } from '../series/values.ts';
import { Pin } from '../vocabulary/values.ts';
import { RecountId } from './values.ts';

/** The episodes with a transcript in these podcasts; null: in all podcasts. */
export const RecountScope = z.object({ podcastUuids: z.array(SeriesUuid).min(1).nullable() });
export type RecountScope = z.infer<typeof RecountScope>;

const recount = { recountId: RecountId, pin: Pin, scope: RecountScope };

/** Counts with this vocabulary are requested; nothing that visitors see changes. */
export const RecountStarted = defineEvent('RecountStarted', recount);
/** Pins every episode in the scope that has a transcript now. */
export const RecountPublished = defineEvent('RecountPublished', recount);
/** Gives each episode the pin that it would have without the publication. */
export const RecountReverted = defineEvent('RecountReverted', recount);
export const RecountDiscarded = defineEvent('RecountDiscarded', { recountId: RecountId });

export const recountEvents = [RecountStarted, RecountPublished, RecountReverted, RecountDiscarded] as const;
export type RecountEvent = EventOf<(typeof recountEvents)[number]>;
