import { isDeepStrictEqual } from 'node:util';
import type { CandidateReview, DiscoveryEvent } from '@earmark/contracts/discovery';
import type { FieldChange } from '@earmark/contracts/history';
import { inverseOf, type EventHistory, type Need } from '../kit/history/event-history.ts';
import { inEpisode, titled } from '../kit/history/wording.ts';
import type { EntitiesState } from './entities.decider.ts';

const undo = inverseOf<DiscoveryEvent>;
const decisionPath = (entityId: string) => `entities/${entityId}/decision`;
const path = (candidateId: string, key: string) => `candidates/${candidateId}/${key}`;

type Reviewed = Extract<DiscoveryEvent, { data: { to: CandidateReview } }>['data'];

/** What all decisions about a candidate have in common. */
const review = {
  fields: ({ candidateId, from, to }: Reviewed): FieldChange[] =>
    KEYS.filter((key) => from[key] !== to[key]).map((key) => ({
      path: path(candidateId, key),
      from: from[key],
      to: to[key],
    })),
  // What it added to the episode, or took out, is as it was before the decision once that is undone.
  needs: ({ from, to }: Reviewed, isRevert: boolean): Need[] =>
    from.added?.entityId === to.added?.entityId
      ? []
      : [from.added, to.added].flatMap((added) =>
          added === null || (!isRevert && added.before === 'added') ? [] : [decisionPath(added.entityId)],
        ),
  // Later changes of other fields stay.
  inverse: ({ episodeUuid, candidateId, from, to }: Reviewed, { candidates }: EntitiesState) => {
    const now = candidates.get(candidateId)!.review;
    const changed = [...KEYS, 'added' as const].filter((key) => !isDeepStrictEqual(from[key], to[key]));
    const back: CandidateReview = { ...now, ...Object.fromEntries(changed.map((key) => [key, from[key]])) };
    return undo({ type: 'DiscoveredEntityEdited', data: { episodeUuid, candidateId, from: now, to: back } });
  },
  moment: null,
  entityIds: ({ from, to }: Reviewed) => {
    const { added } = to.added === null ? from : to;
    return added === null ? [] : [...new Set([added.entityId, added.shownId])];
  },
} as const;

const KEYS = ['status', 'name', 'type', 'url', 'notes', 'scope'] as const;

export const candidatesHistory: {
  readonly [Type in DiscoveryEvent['type']]: EventHistory<
    Extract<DiscoveryEvent, { type: Type }>['data'],
    EntitiesState
  >;
} = {
  EntityDiscovered: {
    fields: () => [],
    inverse: 'This records what was proposed. Reject the name instead.',
    sentence: ({ before, facts }, names) =>
      before === null
        ? `Proposed ${titled(facts.name)} as ${facts.type}${inEpisode(names)}.`
        : `Proposed ${titled(facts.name)} as ${facts.type}${inEpisode(names)} again.`,
    bulk: (count) => `${count} names were proposed as entities`,
    moment: null,
  },
  EntityApproved: {
    ...review,
    sentence: ({ to }, names) => `Approved ${titled(to.name)} as ${to.type}${inEpisode(names)}.`,
    bulk: (count) => `${count} proposed names were approved`,
  },
  EntityRejected: {
    ...review,
    sentence: ({ to }, names) => `Rejected ${titled(to.name)} as ${to.type}${inEpisode(names)}.`,
    bulk: (count) => `${count} proposed names were rejected`,
  },
  EntityTypeCorrected: {
    fields: ({ candidateId, from, to }) => [{ path: path(candidateId, 'type'), from, to }],
    inverse: ({ from, to, ...ids }) => undo({ type: 'EntityTypeCorrected', data: { ...ids, from: to, to: from } }),
    sentence: ({ from, to }, names) =>
      `Changed the category of a proposed name from ${from} to ${to}${inEpisode(names)}.`,
    bulk: (count) => `${count} proposed names were given another category`,
    moment: null,
  },
  DiscoveredEntityEdited: {
    ...review,
    sentence: ({ from, to }, names) => {
      if (from.status !== to.status)
        return `Set ${titled(to.name)} from ${from.status} to ${to.status}${inEpisode(names)}.`;
      return from.name === to.name
        ? `Changed the proposed name ${titled(to.name)}${inEpisode(names)}.`
        : `Changed the proposed name ${titled(from.name)} to ${titled(to.name)}${inEpisode(names)}.`;
    },
    bulk: (count) => `${count} proposed names were changed`,
  },
};
