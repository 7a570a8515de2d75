import { defineEvent, Uuid, type EventOf } from '../kit/event.ts';
import { Pin } from '../vocabulary/values.ts';

/** The episode's entities are found by this vocabulary from now on. */
export const EntitiesExtracted = defineEvent('EntitiesExtracted', { episodeUuid: Uuid, from: Pin, pin: Pin });

export const entityEvents = [EntitiesExtracted] as const;
export type EntityEvent = EventOf<(typeof entityEvents)[number]>;
