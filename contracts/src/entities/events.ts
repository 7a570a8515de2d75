import { z } from 'zod';
import { CandidateId } from '../discovery/values.ts';
import { EpisodeUuid } from '../episodes/values.ts';
import { defineEvent, type EventOf } from '../kit/event.ts';
import { EntityId, EntityTypeId, Pin } from '../vocabulary/values.ts';

/** From now on this vocabulary finds the episode's entities. */
export const EntitiesExtracted = defineEvent('EntitiesExtracted', { episodeUuid: EpisodeUuid, from: Pin, pin: Pin });

/** What people decided about an entity in one episode. */
export const Decision = z.enum(['added', 'removed']);
export type Decision = z.infer<typeof Decision>;

/** An entity's name, category and link, as a person typed them. */
export const EntityFacts = z.object({
  name: z.string().min(1),
  entityTypeId: EntityTypeId,
  url: z.string().nullable(),
  /** Only for an entity that is new to the site. */
  slugBase: z.string().min(1),
});
export type EntityFacts = z.infer<typeof EntityFacts>;

/** The proposed name whose review caused the event; null: a person changed the list of the episode. */
const candidateId = CandidateId.nullable();
/** Version 1 knew only people. */
const upcasts = { 1: (data: Record<string, unknown>) => ({ ...data, candidateId: null }) };

/** Added by hand or approved: found by its patterns at the pin and by its name. `before`: the previous decision. */
export const EntityAdded = defineEvent(
  'EntityAdded',
  {
    episodeUuid: EpisodeUuid,
    entityId: EntityId,
    facts: EntityFacts,
    before: Decision.nullable(),
    candidateId,
  },
  upcasts,
);
/**
 * `facts`: for an entity added by hand, as it was added, so that an undo can add it again.
 * `after` null: the decision is withdrawn, and the vocabulary alone decides whether the entity appears.
 */
export const EntityRemoved = defineEvent(
  'EntityRemoved',
  {
    episodeUuid: EpisodeUuid,
    entityId: EntityId,
    facts: EntityFacts,
    before: Decision.nullable(),
    after: z.literal('removed').nullable(),
    candidateId,
  },
  upcasts,
);
/**
 * Renamed or recategorised in this episode: mentions of the one count for the other. `moved`: the ids
 * that were shown as `entityId` and are now shown as `toEntityId`, without those that are shown as themselves again.
 */
export const EntityEdited = defineEvent(
  'EntityEdited',
  {
    episodeUuid: EpisodeUuid,
    entityId: EntityId,
    toEntityId: EntityId,
    moved: z.array(EntityId).min(1),
    from: EntityFacts,
    to: EntityFacts,
    candidateId,
  },
  upcasts,
);

export const entityEvents = [EntitiesExtracted, EntityAdded, EntityRemoved, EntityEdited] as const;
export type EntityEvent = EventOf<(typeof entityEvents)[number]>;
