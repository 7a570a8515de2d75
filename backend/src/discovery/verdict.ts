import type { CandidateId, CandidateReview, DiscoveryEvent } from '@earmark/contracts/discovery';
import type { EntityEvent, EntityFacts } from '@earmark/contracts/entities';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { slugBase } from '@earmark/contracts/kit';
import type { EntityId } from '@earmark/contracts/vocabulary';
import { isDeepStrictEqual } from 'node:util';
import { titled } from '../kit/history/wording.ts';
import { Rejected } from '../kit/rejected.ts';
import type { EntitiesState } from '../entities/entities.decider.ts';
import type { MeantEntities } from './meant-entities.ts';

/** What a candidate is to be. */
export type Wanted = Omit<CandidateReview, 'added'>;

/** `puts back`: an approval that is asked for again adds what was taken out of the episode since. */
export type Insistence = 'puts back' | 'leaves as it is';

/** The events of one decision: about the candidate, and what it changes in the episode. Empty: nothing changes. */
export interface Verdict {
  readonly review: readonly DiscoveryEvent[];
  readonly effects: readonly EntityEvent[];
}

const NOTHING: Verdict = { review: [], effects: [] };

interface Subject {
  readonly episodeUuid: EpisodeUuid;
  readonly candidateId: CandidateId;
}

/**
 * Decides about a candidate of the episode. `meant`: the entities that an approval adds; null unless it is one. Throws
 * Rejected `entity-exists` when the name is shown as another entity in this episode.
 */
export function decideCandidate(
  state: EntitiesState,
  { episodeUuid, candidateId }: Subject,
  wanted: Wanted,
  meant: MeantEntities | null,
  insistence: Insistence = 'leaves as it is',
): Verdict {
  const { review: from } = state.candidates.get(candidateId)!;
  const isTheSame = from.added !== null && meant !== null && isSame(from.added, meant);
  const isAgain = isTheSame && insistence === 'puts back' && state.decisions.get(meant.found.entityId) !== 'added';
  const isKept = isTheSame && !isAgain;
  const ids = { episodeUuid, candidateId };
  const effects: EntityEvent[] = [];
  if (from.added !== null && !isKept) effects.push(...withdrawn(state, ids, from.added, wanted.status === 'rejected'));
  let { added } = from;
  if (meant === null) added = null;
  else if (!isKept) {
    const { entityId } = meant.found;
    added = { entityId, shownId: meant.shown.entityId, before: decidedAfter(state, entityId, effects) };
    effects.push(...counted(state, ids, meant, effects));
  }
  const to: CandidateReview = { ...wanted, added };
  if (isAgain) return { review: [{ type: 'EntityApproved', data: { ...ids, from, to } }], effects };
  if (isDeepStrictEqual(from, to)) return NOTHING;

  return { review: [eventOf(ids, from, to)], effects };
}

const isSame = (added: NonNullable<CandidateReview['added']>, { found, shown }: MeantEntities): boolean =>
  added.entityId === found.entityId && added.shownId === shown.entityId;

function eventOf(ids: Subject, from: CandidateReview, to: CandidateReview): DiscoveryEvent {
  const data = { ...ids, from, to };
  if (to.status !== from.status && to.status !== 'pending')
    return { type: to.status === 'approved' ? 'EntityApproved' : 'EntityRejected', data };
  if (isDeepStrictEqual({ ...from, type: to.type }, to))
    return { type: 'EntityTypeCorrected', data: { ...ids, from: from.type, to: to.type } };
  // Approved with another scope, or rejected so.
  if (to.status !== 'pending' && to.scope !== from.scope)
    return { type: to.status === 'approved' ? 'EntityApproved' : 'EntityRejected', data };

  return { type: 'DiscoveredEntityEdited', data };
}

/** Takes out what an approval added. Rejected, the episode does not list it even where the vocabulary finds it. */
function withdrawn(
  state: EntitiesState,
  { episodeUuid, candidateId }: Subject,
  { entityId, shownId, before }: NonNullable<CandidateReview['added']>,
  isRejected: boolean,
): EntityEvent[] {
  const events: EntityEvent[] = [];
  const facts = state.addedAs.get(entityId)!;
  if (shownId !== entityId && state.shownAs.get(entityId) === shownId)
    events.push({
      type: 'EntityEdited',
      data: {
        episodeUuid,
        entityId: shownId,
        toEntityId: entityId,
        moved: [entityId],
        from: state.facts.get(shownId) ?? facts,
        to: facts,
        candidateId,
      },
    });
  const decision = state.decisions.get(entityId) ?? null;
  const after = isRejected && !isSharedWith(state, candidateId, entityId) ? 'removed' : before;
  if (decision === 'added' && after !== 'added')
    events.push({
      type: 'EntityRemoved',
      data: { episodeUuid, entityId, facts, before: decision, after, candidateId },
    });

  return events;
}

/** Another approved candidate counts for the same entity there. */
const isSharedWith = ({ candidates }: EntitiesState, candidateId: CandidateId, entityId: EntityId): boolean =>
  [...candidates].some(([id, { review }]) => id !== candidateId && review.added?.shownId === entityId);

/** Adds the name that was found, which counts for another entity when it was approved as that. */
function counted(
  state: EntitiesState,
  { episodeUuid, candidateId }: Subject,
  { found, shown }: MeantEntities,
  earlier: readonly EntityEvent[],
): EntityEvent[] {
  const events: EntityEvent[] = [];
  const { entityId } = found;
  const shownAs = shownAfter(state, entityId, earlier);
  if (shownAs !== entityId && shownAs !== shown.entityId)
    throw new Rejected(
      'entity-exists',
      `${titled(found.name)} is shown as ${titled(state.facts.get(shownAs)?.name ?? shownAs)} in this episode. Rename that one instead.`,
    );
  const facts = factsOf(found);
  const decision = decidedAfter(state, entityId, earlier);
  if (decision !== 'added')
    events.push({ type: 'EntityAdded', data: { episodeUuid, entityId, facts, before: decision, candidateId } });
  if (shown.entityId === entityId || shownAs === shown.entityId) return events;

  const to = factsOf(shown);
  // Otherwise an entity that was once removed would stay hidden.
  if (decidedAfter(state, shown.entityId, earlier) === 'removed')
    events.push({
      type: 'EntityRemoved',
      data: { episodeUuid, entityId: shown.entityId, facts: to, before: 'removed', after: null, candidateId },
    });
  events.push({
    type: 'EntityEdited',
    data: {
      episodeUuid,
      entityId,
      toEntityId: shown.entityId,
      moved: [entityId],
      from: facts,
      to,
      candidateId,
    },
  });

  return events;
}

const factsOf = ({ entityId, entityTypeId, name, url }: MeantEntities['found']): EntityFacts => ({
  name,
  entityTypeId,
  url,
  slugBase: slugBase(name, entityId),
});

/** As which entity it is shown after these events. */
function shownAfter({ shownAs }: EntitiesState, entityId: EntityId, events: readonly EntityEvent[]): EntityId {
  const move = events.findLast((event) => event.type === 'EntityEdited' && event.data.moved.includes(entityId));

  return move?.type === 'EntityEdited' ? move.data.toEntityId : (shownAs.get(entityId) ?? entityId);
}

function decidedAfter({ decisions }: EntitiesState, entityId: EntityId, events: readonly EntityEvent[]) {
  const removal = events.findLast((event) => event.type === 'EntityRemoved' && event.data.entityId === entityId);

  return removal?.type === 'EntityRemoved' ? removal.data.after : (decisions.get(entityId) ?? null);
}
