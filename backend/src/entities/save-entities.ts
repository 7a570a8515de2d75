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
  shownIdIn,
  type Place,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import { Rejected } from '../kit/rejected.ts';
import { mergedWith } from '../vocabulary/merging.ts';
import { typeId, type VocabularyState } from '../vocabulary/vocabulary-state.ts';
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
  changes: Changes,
  { shownAs, facts }: EntitiesState,
  { listed, place, learns }: { listed: readonly ListedEntity[]; place: Place; learns: boolean },
): { events: VocabularyEvent[]; result: NamedEntities } {
  const { added, edited, touched } = changes;
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

  assertNotListed(state, changes, named, listed, place);

  return { events, result: named };
}

/** Throws Rejected `entity-exists` for a new name that counts for an entity which stays in the list. */
function assertNotListed(
  state: VocabularyState,
  { added, edited, removed }: Changes,
  named: NamedEntities,
  listed: readonly ListedEntity[],
  place: Place,
): void {
  const leaving = new Set([...removed, ...edited.map(({ from }) => from)].map(({ id }) => id));
  const staying = new Map(listed.filter(({ id }) => !leaving.has(id)).map((entity) => [entity.id, entity]));
  const assertFree = (name: string, entityId: EntityId, from: ListedEntity | null) => {
    const shownId = shownIdIn(state, entityId, place);
    if (shownId === entityId) return;
    const holder = from?.id === shownId ? from : staying.get(shownId);
    if (!holder) return;
    const how = shownIdIn(state, entityId, null) === shownId ? 'is merged into' : 'counts in this podcast for';
    throw new Rejected('entity-exists', `"${name}" ${how} "${holder.name}", which this episode lists.`);
  };
  for (const [index, { name }] of added.entries()) assertFree(name, named.added[index]!.entityId, null);
  for (const [index, { from, to }] of edited.entries()) assertFree(to.name, named.edited[index]!.entityId, from);
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

/**
 * The events that a save records in the episode. What is decided about an entity holds for all that is merged into it, and
 * is recorded for each of them, so that it still holds when the merge is undone.
 */
export function saveEntities(
  state: EntitiesState,
  episodeUuid: EpisodeUuid,
  { added, removed, edited }: Changes,
  named: NamedEntities,
  vocabulary: VocabularyState,
  place: Place,
): EntityEvent[] {
  assertNotChosen(vocabulary, episodeUuid, [...removed, ...edited.map(({ from }) => from)], place);
  const events: EntityEvent[] = [];
  const typeIdOf = (category: string): EntityTypeId => vocabulary.typeIdByName.get(category) ?? typeId(category);
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

  /** The facts of a listed entity, or of one that is merged with it. */
  const factsOf = (entityId: EntityId, shown: ListedEntity): EntityFacts => {
    const known = entityId === shown.id ? undefined : vocabulary.entities.get(entityId);
    if (known === undefined) return listedFacts(shown);
    const { name, entityTypeId, url } = known;

    return { name, entityTypeId, url, slugBase: slugBase(name, entityId) };
  };
  /** Otherwise an entity that was once removed would stay hidden. */
  const bringBack = (shownId: EntityId, facts: EntityFacts, except: EntityId | null) => {
    for (const entityId of mergedWith(vocabulary, shownId, place))
      if (entityId !== except && before(entityId) === 'removed') {
        const { name = facts.name, entityTypeId = facts.entityTypeId } = vocabulary.entities.get(entityId) ?? {};
        events.push({
          type: 'EntityRemoved',
          data: {
            episodeUuid,
            entityId,
            facts: { ...facts, name, entityTypeId },
            before: 'removed',
            after: null,
            candidateId: null,
          },
        });
      }
  };

  for (const entity of removed)
    for (const entityId of mergedWith(vocabulary, entity.id, place))
      if (entityId === entity.id || before(entityId) !== 'removed')
        events.push({
          type: 'EntityRemoved',
          data: {
            episodeUuid,
            entityId,
            facts: (before(entityId) === 'added' && state.addedAs.get(entityId)) || factsOf(entityId, entity),
            before: before(entityId),
            after: 'removed',
            candidateId: null,
          },
        });
  for (const [index, { from, to }] of edited.entries()) {
    const target = named.edited[index]!;
    const { entityId: toEntityId } = target;
    const facts = newFacts(to, target);
    bringBack(toEntityId, facts, null);
    for (const entityId of mergedWith(vocabulary, from.id, place)) {
      const moved = shownBy(state, entityId);
      if (moved.length > 0)
        events.push({
          type: 'EntityEdited',
          data: {
            episodeUuid,
            entityId,
            toEntityId,
            moved,
            from: factsOf(entityId, from),
            to: facts,
            candidateId: null,
          },
        });
    }
  }
  for (const [index, to] of added.entries()) {
    const { entityId } = named.added[index]!;
    const facts = newFacts(to, named.added[index]!);
    // Adding it takes back its own removal.
    bringBack(entityId, facts, entityId);
    events.push({
      type: 'EntityAdded',
      data: { episodeUuid, entityId, facts, before: before(entityId), candidateId: null },
    });
  }

  return events;
}

/** Throws Rejected `entity-split`: a decision about an episode holds for all that one entity finds there. */
function assertNotChosen(
  vocabulary: VocabularyState,
  episodeUuid: EpisodeUuid,
  entities: readonly ListedEntity[],
  place: Place,
): void {
  for (const { from, into, scope } of vocabulary.splits.values()) {
    if (!scope.segments.some((segment) => segment.episodeUuid === episodeUuid)) continue;
    const shown = [from, into].map((id) => shownIdIn(vocabulary, id, place));
    const entity = entities.find(({ id }) => shown.includes(id));
    if (entity)
      throw new Rejected(
        'entity-split',
        `Single passages of this episode were split off with "${entity.name}". Undo that split before you remove or rename it here.`,
      );
  }
}

/** All ids that are shown as this entity. */
function shownBy({ shownAs }: EntitiesState, entityId: EntityId): EntityId[] {
  const others = [...shownAs].filter(([, shownId]) => shownId === entityId).map(([id]) => id);

  return shownAs.has(entityId) ? others : [entityId, ...others];
}
