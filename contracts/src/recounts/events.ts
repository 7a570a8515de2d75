import { z } from 'zod';
import { defineEvent, Uuid, type EventOf } from '../kit/event.ts';
import { SeriesUuid } from '../series/values.ts';
import { Pin } from '../vocabulary/values.ts';

/** Which episodes: those of these podcasts that have a transcript; null: all. */
export const RecountScope = z.object({ podcastUuids: z.array(SeriesUuid).min(1).nullable() });
export type RecountScope = z.infer<typeof RecountScope>;

const recount = { recountId: Uuid, pin: Pin, scope: RecountScope };

/** Somebody asked what the numbers would be by this vocabulary; nothing that visitors see changes. */
export const RecountStarted = defineEvent('RecountStarted', recount);
/** Every episode of the scope that has a transcript now is pinned to it. */
export const RecountPublished = defineEvent('RecountPublished', recount);
/** Each episode has the pin again that it would have without the publication. */
export const RecountReverted = defineEvent('RecountReverted', recount);
export const RecountDiscarded = defineEvent('RecountDiscarded', { recountId: Uuid });

export const recountEvents = [RecountStarted, RecountPublished, RecountReverted, RecountDiscarded] as const;
export type RecountEvent = EventOf<(typeof recountEvents)[number]>;
