import type { DiscoveryEvent } from '@earmark/contracts/discovery';
import type { Decision, EntityEvent, EntityFacts } from '@earmark/contracts/entities';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { EntityId, Pin } from '@earmark/contracts/vocabulary';
import type { Decider } from '../kit/decider.ts';
import { evolveCandidates, type Candidates } from './candidates.ts';

/** From now on, finds the episode's entities by another version of the vocabulary. */
export interface ExtractEntities {
  readonly episodeUuid: EpisodeUuid;
  /** The current pin. */
  readonly from: Pin;
  readonly pin: Pin;
}

/** People's decisions about the entities of one episode, apart from what the vocabulary finds. */
export interface EntitiesState {
  /** Of the last event about the entities that the episode lists, which events about candidates are not. */
  revision: number;
  /** By entity id. */
  decisions: Map<EntityId, Decision>;
  /** Entities renamed or retyped here: found id → shown id. */
  shownAs: Map<EntityId, EntityId>;
  /** Facts as last typed here, by entity id. */
  facts: Map<EntityId, EntityFacts>;
  /** Facts as last added by hand, by entity id. An added entity is also found by this name, even after a rename. */
  addedAs: Map<EntityId, EntityFacts>;
  candidates: Candidates;
}

export type EntitiesEvent = EntityEvent | DiscoveryEvent;

export const entities: Decider<EntitiesState, ExtractEntities, EntitiesEvent> = {
  category: 'entities',
  initial: () => ({
    revision: -1,
    decisions: new Map(),
    shownAs: new Map(),
    facts: new Map(),
    addedAs: new Map(),
    candidates: new Map(),
  }),
  bytes: ({ facts, candidates }) => 1000 + 300 * facts.size + 1500 * candidates.size,
  evolve: (state, event) => {
    switch (event.type) {
      case 'EntityDiscovered':
      case 'EntityApproved':
      case 'EntityRejected':
      case 'EntityTypeCorrected':
      case 'DiscoveredEntityEdited':
        evolveCandidates(state.candidates, event);
        return state;
      case 'EntitiesExtracted':
        break;
      case 'EntityAdded':
        state.decisions.set(event.data.entityId, 'added');
        state.facts.set(event.data.entityId, event.data.facts);
        state.addedAs.set(event.data.entityId, event.data.facts);
        break;
      case 'EntityRemoved':
        if (event.data.after === null) state.decisions.delete(event.data.entityId);
        else state.decisions.set(event.data.entityId, event.data.after);
        break;
      case 'EntityEdited': {
        const { toEntityId, moved, to } = event.data;
        for (const id of moved)
          if (id === toEntityId) state.shownAs.delete(id);
          else state.shownAs.set(id, toEntityId);
        state.facts.set(toEntityId, to);
        break;
      }
    }
    state.revision = event.revision;

    return state;
  },
  decide: (_state, { episodeUuid, from, pin }) =>
    from.vocabularyRevision === pin.vocabularyRevision && from.matcherVersion === pin.matcherVersion
      ? []
      : [{ type: 'EntitiesExtracted', data: { episodeUuid, from, pin } }],
};
