import { z } from 'zod';
import { EpisodeUuid } from '../episodes/values.ts';
import { defineEvent, Uuid, type EventOf } from '../kit/event.ts';
import { Pin } from '../vocabulary/values.ts';

/** The episode's entities are found by this vocabulary from now on. */
export const EntitiesExtracted = defineEvent('EntitiesExtracted', { episodeUuid: EpisodeUuid, from: Pin, pin: Pin });

/** What people decided about an entity in one episode. */
export const Decision = z.enum(['added', 'removed']);
export type Decision = z.infer<typeof Decision>;

/** Name, category and link of an entity as a person typed them. */
export const EntityFacts = z.object({
  name: z.string().min(1),
  entityTypeId: Uuid,
  url: z.string().nullable(),
  /** For an entity that the site does not know yet. */
  slugBase: z.string().min(1),
});
export type EntityFacts = z.infer<typeof EntityFacts>;

/** Added by hand: found by its patterns at the pin and by its name. `before`: what had been decided until then. */
export const EntityAdded = defineEvent('EntityAdded', {
  episodeUuid: EpisodeUuid,
  entityId: Uuid,
  facts: EntityFacts,
  before: Decision.nullable(),
});
/**
 * `facts` of one that was added by hand: as it was added, for that is what an undo adds again.
 * `after` null: the decision is withdrawn, the vocabulary alone says whether it is there.
 */
export const EntityRemoved = defineEvent('EntityRemoved', {
  episodeUuid: EpisodeUuid,
  entityId: Uuid,
  facts: EntityFacts,
  before: Decision.nullable(),
  after: z.literal('removed').nullable(),
});
/**
 * Renamed or given another category in this episode: what was found for the one counts for the other. `moved`: the ids
 * that were shown as `entityId` and are now shown as `toEntityId`; one that is shown as itself again is no longer moved.
 */
export const EntityEdited = defineEvent('EntityEdited', {
  episodeUuid: EpisodeUuid,
  entityId: Uuid,
  toEntityId: Uuid,
  moved: z.array(Uuid).min(1),
  from: EntityFacts,
  to: EntityFacts,
});

export const entityEvents = [EntitiesExtracted, EntityAdded, EntityRemoved, EntityEdited] as const;
export type EntityEvent = EventOf<(typeof entityEvents)[number]>;
