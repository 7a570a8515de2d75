import { randomUUID } from 'node:crypto';
import type { EntityEvent, EntityFacts, ListedEntity, WrittenEntity } from '@earmark/contracts/entities';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { slugBase } from '@earmark/contracts/kit';
import {
  DEFAULT_COLOR_CLASS,
  DEFAULT_CUSTOM_ICON_NAME,
  PatternId,
  type EntityId,
  type EntityTypeId,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import { Rejected } from '../kit/rejected.ts';
import type { VocabularyState } from '../vocabulary/vocabulary.decider.ts';
import { putEntities, type PutEntity, type TypedEntity } from '../vocabulary/vocabulary.entities.ts';
import type { EntitiesState } from './entities.decider.ts';
import type { EntityChanges } from './merge-entities.ts';

type Changes = EntityChanges<WrittenEntity>;

/** The facts that the site has about added entities, and about those that edited ones have become. */
export interface NamedEntities {
  readonly added: readonly PutEntity[];
  readonly edited: readonly PutEntity[];
}

/**
 * The changes of the vocabulary that a save makes: new categories, spellings, links and, when it `learns`, patterns.
 * They come before the episode's own events and are idempotent, so that saving again after a failure
 * completes the save. Throws Rejected `entity-exists` for the name of an entity that is shown as another one here.
 */
export function nameEntities(
  state: VocabularyState,
  { added, edited, touched }: Changes,
  { shownAs, facts }: EntitiesState,
  learns: boolean,
): { events: VocabularyEvent[]; result: NamedEntities } {
  const { events, result } = putEntities(state, [
    ...added.map((to) => ({
      ...typed(to),
      url: to.url || undefined,
      patternId: learns ? PatternId.parse(randomUUID()) : null,
    })),
    ...edited.map(({ to, newLink }) => ({ ...typed(to), urlIsCarried: !newLink })),
    ...touched.map(({ entity, to }) => ({ ...typed(to), entityId: entity.id, spelled: entity.name })),
  ]);
  const named = {
    added: result.slice(0, added.length),
    edited: result.slice(added.length, added.length + edited.length),
  };
  for (const [index, { entityId }] of named.added.entries()) {
    const shownId = shownAs.get(entityId);
    if (shownId !== undefined)
      throw new Rejected(
        'entity-exists',
        `"${added[index]!.name}" is shown as "${facts.get(shownId)?.name ?? shownId}" here. Rename that one instead.`,
      );
  }

  return { events, result: named };
}

const typed = (to: WrittenEntity): TypedEntity => ({
  name: to.name,
  category: to.type,
  iconName: to.iconName || DEFAULT_CUSTOM_ICON_NAME,
  colorClass: to.colorClass || DEFAULT_COLOR_CLASS,
  entityId: null,
  spelled: null,
  url: to.url === undefined ? undefined : to.url || null,
  urlIsCarried: false,
  patternId: null,
});

/** The events that a save records in the episode. */
export function saveEntities(
  state: EntitiesState,
  episodeUuid: EpisodeUuid,
  { added, removed, edited }: Changes,
  named: NamedEntities,
  typeIdOf: (category: string) => EntityTypeId,
): EntityEvent[] {
  const events: EntityEvent[] = [];
  const before = (entityId: EntityId) => state.decisions.get(entityId) ?? null;
  const listedFacts = ({ id, name, type, url }: ListedEntity): EntityFacts => ({
    name,
    entityTypeId: typeIdOf(type),
    url,
    slugBase: slugBase(name, id),
  });
  const newFacts = ({ name }: WrittenEntity, { entityId, entityTypeId, url }: PutEntity): EntityFacts => ({
    name,
    entityTypeId,
    url,
    slugBase: slugBase(name, entityId),
  });

  for (const entity of removed)
    events.push({
      type: 'EntityRemoved',
      data: {
        episodeUuid,
        entityId: entity.id,
        facts: (before(entity.id) === 'added' && state.addedAs.get(entity.id)) || listedFacts(entity),
        before: before(entity.id),
        after: 'removed',
        candidateId: null,
      },
    });
  for (const [index, { from, to }] of edited.entries()) {
    const target = named.edited[index]!;
    const { entityId: toEntityId } = target;
    const facts = newFacts(to, target);
    // Otherwise an entity that was once removed would stay hidden.
    if (before(toEntityId) === 'removed')
      events.push({
        type: 'EntityRemoved',
        data: { episodeUuid, entityId: toEntityId, facts, before: 'removed', after: null, candidateId: null },
      });
    events.push({
      type: 'EntityEdited',
      data: {
        episodeUuid,
        entityId: from.id,
        toEntityId,
        moved: shownBy(state, from.id),
        from: listedFacts(from),
        to: facts,
        candidateId: null,
      },
    });
  }
  for (const [index, to] of added.entries()) {
    const { entityId } = named.added[index]!;
    const facts = newFacts(to, named.added[index]!);
    events.push({
      type: 'EntityAdded',
      data: { episodeUuid, entityId, facts, before: before(entityId), candidateId: null },
    });
  }

  return events;
}

/** All ids that are shown as this entity. */
function shownBy({ shownAs }: EntitiesState, entityId: EntityId): EntityId[] {
  const others = [...shownAs].filter(([, shownId]) => shownId === entityId).map(([id]) => id);

  return shownAs.has(entityId) ? others : [entityId, ...others];
}
