import type { EntityEvent } from '@earmark/contracts/entities';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { Decider } from '../kit/decider.ts';

/** Finds the episode's entities by another vocabulary from now on. */
export interface ExtractEntities {
  readonly episodeUuid: string;
  /** In force until now. */
  readonly from: Pin;
  readonly pin: Pin;
}

export const entities: Decider<null, ExtractEntities, EntityEvent> = {
  category: 'entities',
  initial: () => null,
  evolve: (state) => state,
  decide: (_state, { episodeUuid, from, pin }) =>
    from.vocabularyRevision === pin.vocabularyRevision && from.matcherVersion === pin.matcherVersion
      ? []
      : [{ type: 'EntitiesExtracted', data: { episodeUuid, from, pin } }],
};
