import type { PatternPreview } from '@earmark/contracts/recounts';
import { relatedTo, type EntityId } from '@earmark/contracts/vocabulary';
import type { PlannedChange } from '@earmark/projections/recounts';
import { Rejected } from '../kit/rejected.ts';
import { contextOf } from '../vocabulary/pattern-context.ts';
import { assertFindable, ownerOf, type VocabularyState } from '../vocabulary/vocabulary-state.ts';
import { vocabulary } from '../vocabulary/vocabulary.decider.ts';

/**
 * The patterns of the entities that the change concerns, as they would be. Throws Rejected as the change itself would.
 */
export function planChange(state: VocabularyState, request: PatternPreview): PlannedChange {
  const { patterns, ...planned } = planOwn(state, request);
  const others = planned.entityIds
    .flatMap((id) => [...relatedTo(state, id)])
    .filter((id) => !planned.entityIds.includes(id));

  return {
    ...planned,
    entityIds: [...planned.entityIds, ...new Set(others)],
    patterns: [...patterns, ...patternsOf(state, [...new Set(others)])],
  };
}

/** Without the entities that are merged with them or split off them. */
function planOwn(state: VocabularyState, request: PatternPreview): OwnChange {
  const { change, id, name, entityTypeId } = request;
  if (change === 'add') {
    if (!name) throw new Rejected('invalid', 'Please enter a search term.');
    if (!entityTypeId) throw new Rejected('invalid', 'Please choose a category.');
    // A preview while typing also covers a pattern that already exists.
    assertFindable(name);
    if (!state.types.has(entityTypeId))
      throw new Rejected('entity-type-unknown', `There is no category ${entityTypeId}.`);
    const { entityId } = ownerOf(state, entityTypeId, request.entity ?? name);
    const added = {
      entityId,
      name,
      caseSensitive: request.caseSensitive ?? false,
      wholeWord: request.wholeWord ?? true,
      ...contextOf(request),
    };

    const others = patternsOf(state, [entityId]);
    const judged = { ...added, entity: request.entity ?? name, aliases: others.map((other) => other.name) };

    return { entityIds: [entityId], patterns: [...others, added], judged };
  }
  if (!id) throw new Rejected('invalid', 'Say which pattern to change: the field "id" is missing.');
  if (change === 'edit' && name) assertFindable(name);
  const from = state.patterns.get(id);
  if (!from) throw new Rejected('pattern-unknown', `There is no pattern ${id}.`);
  if (change === 'delete')
    return {
      entityIds: [from.entityId],
      patterns: patternsOf(state, [from.entityId]).filter(({ patternId }) => patternId !== id),
    };

  const changes = {
    ...(name ? { name } : {}),
    ...(request.entity ? { entity: request.entity } : {}),
    ...(typeof request.caseSensitive === 'boolean' ? { caseSensitive: request.caseSensitive } : {}),
    ...(typeof request.wholeWord === 'boolean' ? { wholeWord: request.wholeWord } : {}),
    near: request.near,
    notNear: request.notNear,
    distance: request.distance,
  };
  const events = vocabulary.decide(state, { type: 'EditPattern', patternId: from.patternId, changes });
  const edited = (Array.isArray(events) ? events : []).find((event) => event.type === 'PatternEdited');
  const to = edited?.type === 'PatternEdited' ? edited.data.to : from;
  const entityIds = [...new Set([from.entityId, to.entityId])];

  const others = patternsOf(state, entityIds).filter(({ patternId }) => patternId !== id);
  const aliases = others.filter((other) => other.entityId === to.entityId).map((other) => other.name);
  const judged = { ...to, entity: state.entities.get(to.entityId)?.name ?? to.name, aliases };

  return { entityIds, patterns: [...others, to], judged };
}

interface OwnChange extends Omit<PlannedChange, 'entityIds' | 'instead'> {
  readonly entityIds: readonly EntityId[];
}

export const patternsOf = (state: VocabularyState, entityIds: readonly EntityId[]) =>
  entityIds.flatMap((entityId) =>
    (state.entities.get(entityId)?.patternIds ?? []).map((patternId) => state.patterns.get(patternId)!),
  );
