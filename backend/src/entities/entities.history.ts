import type { EntityEvent, EntityFacts } from '@earmark/contracts/entities';
import type { FieldChange } from '@earmark/contracts/history';
import { EntityId, EntityTypeId } from '@earmark/contracts/vocabulary';
import { featureHistory, inverseOf, type Names } from '../kit/history/event-history.ts';
import { inEpisode, quoted, theEpisode } from '../kit/history/wording.ts';
import { Rejected } from '../kit/rejected.ts';
import { candidatesHistory } from './candidates.history.ts';
import { entities, type EntitiesEvent, type EntitiesState } from './entities.decider.ts';

const undo = inverseOf<EntityEvent>;
const decisionPath = (entityId: string) => `entities/${entityId}/decision`;
const shownAsPath = (entityId: string) => `entities/${entityId}/shownAs`;

/** Otherwise the decision about the candidate is the news. */
const isByHand = ({ candidateId }: { readonly candidateId: string | null }): boolean => candidateId === null;

export const entitiesHistory = featureHistory<EntitiesEvent, EntitiesState>({
  kind: 'entities',
  category: 'entities',
  subject: 'episode',
  folding: entities,
  inverseReadsState: true,
  isForAnalysts: false,
  nameOf: {
    shownAs: (id, { names }) => names.entity(EntityId.parse(id)),
    entityTypeId: (id, { names }) => names.category(EntityTypeId.parse(id)),
  },
  events: {
    EntitiesExtracted: {
      fields: ({ from, pin }) => [{ path: 'pin', from, to: pin }],
      movesPinsOnly: true,
      inverse: ({ episodeUuid, from, pin }) =>
        undo({ type: 'EntitiesExtracted', data: { episodeUuid, from: pin, pin: from } }),
      sentence: (_, names) => `The entities of ${theEpisode(names)} were refreshed.`,
      bulk: (count) => `${count} episodes had their entities refreshed`,
      moment: () => 'the entities were refreshed',
    },
    EntityAdded: {
      fields: ({ entityId, before }) => [{ path: decisionPath(entityId), from: before, to: 'added' }],
      needs: ({ entityId }) => [shownAsPath(entityId)],
      inverse: ({ before, ...data }) =>
        undo({
          type: 'EntityRemoved',
          data: { ...data, before: 'added', after: before === 'removed' ? 'removed' : null },
        }),
      sentence: ({ facts, candidateId }, names) =>
        candidateId
          ? `Added the proposed ${named(facts, names)}${inEpisode(names)}.`
          : `Added ${named(facts, names)} by hand${inEpisode(names)}.`,
      bulk: (count) => `${count} entities were added by hand`,
      isNews: isByHand,
      moment: ({ facts }, count) => (count === 1 ? `${facts.name} was added` : `${count} entities were added`),
      entityIds: ({ entityId }) => [entityId],
    },
    EntityRemoved: {
      fields: ({ entityId, before, after }) => [{ path: decisionPath(entityId), from: before, to: after }],
      needs: ({ entityId }) => [shownAsPath(entityId)],
      inverse: ({ before, after, ...data }) =>
        before === 'added'
          ? undo({ type: 'EntityAdded', data: { ...data, before: after } })
          : undo({ type: 'EntityRemoved', data: { ...data, before: after, after: before } }),
      sentence: ({ facts, after }, names) =>
        after === 'removed'
          ? `Removed ${named(facts, names)}${inEpisode(names)}.`
          : `Let the search patterns decide about ${named(facts, names)}${inEpisode(names)} again.`,
      bulk: (count) => `${count} entities were removed`,
      isNews: isByHand,
      moment: ({ facts, before, after }, count) => {
        if (count > 1) return `${count} entities were removed`;
        // Withdrawn, the vocabulary alone says whether it is there.
        return before === 'removed' && after === null ? `${facts.name} was brought back` : `${facts.name} was removed`;
      },
      entityIds: ({ entityId }) => [entityId],
    },
    EntityEdited: {
      fields: ({ entityId, toEntityId, moved, from, to }) => [
        ...moved.map((id) => ({ path: shownAsPath(id), from: entityId, to: toEntityId })),
        ...factChanges(toEntityId, from, to),
      ],
      needs: ({ entityId, toEntityId }) => [decisionPath(entityId), decisionPath(toEntityId)],
      inverse: ({ episodeUuid, entityId, toEntityId, moved, from, to, candidateId }, state) => {
        // A proposed name may be approved as another name of an entity that the episode lists.
        if (candidateId === null && entityId !== toEntityId && isTaken(state, entityId, moved))
          throw new Rejected(
            'entity-exists',
            `Entity already exists: ${quoted(from.name)} is listed in this episode again.`,
          );

        return undo({
          type: 'EntityEdited',
          data: { episodeUuid, entityId: toEntityId, toEntityId: entityId, moved, from: to, to: from, candidateId },
        });
      },
      sentence: ({ from, to }, names) => {
        if (from.name !== to.name) return `Renamed ${named(from, names)} to ${quoted(to.name)}${inEpisode(names)}.`;
        return from.entityTypeId === to.entityTypeId
          ? `Changed the link of ${named(from, names)}${inEpisode(names)}.`
          : `Changed ${quoted(from.name)} from ${typeName(from, names)} to ${typeName(to, names)}${inEpisode(names)}.`;
      },
      bulk: (count) => `${count} entities were changed`,
      isNews: isByHand,
      moment: ({ from, to }, count) =>
        count === 1 ? `${from.name} was changed to ${to.name}` : `${count} entities were changed`,
      entityIds: ({ entityId, toEntityId, moved }) => [...new Set([entityId, toEntityId, ...moved])],
    },
    ...candidatesHistory,
  },
});

/** Another entity is now shown under this id. */
const isTaken = ({ shownAs, decisions }: EntitiesState, entityId: EntityId, moved: readonly EntityId[]): boolean =>
  [...shownAs].some(([id, shown]) => shown === entityId && !moved.includes(id)) ||
  (decisions.get(entityId) === 'added' && !moved.includes(entityId) && !shownAs.has(entityId));

const factChanges = (entityId: string, from: EntityFacts, to: EntityFacts): FieldChange[] =>
  (['name', 'entityTypeId', 'url'] as const)
    .filter((key) => from[key] !== to[key])
    .map((key) => ({ path: `entities/${entityId}/${key}`, from: from[key], to: to[key] }));

const typeName = ({ entityTypeId }: EntityFacts, names: Names): string =>
  names.category(entityTypeId) ?? 'an unknown category';
const named = (facts: EntityFacts, names: Names): string => `${quoted(facts.name)} (${typeName(facts, names)})`;
