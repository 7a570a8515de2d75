import type { ChosenChanges, RecountEvent, RecountId, RecountScope } from '@earmark/contracts/recounts';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { Decider } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';

interface Recount {
  pin: Pin;
  scope: RecountScope;
  only: ChosenChanges | null;
  standing: 'open' | 'published' | 'discarded';
  /** How many publications and reverts had happened when it was started. */
  since: number;
}

export interface RecountsState {
  recounts: Map<RecountId, Recount>;
  /** Publications and reverts so far; of the latter, those of a recount's own do not make it older. */
  turns: RecountId[];
}

export type RecountCommand =
  | { type: 'StartRecount'; recountId: RecountId; pin: Pin; scope: RecountScope; only: ChosenChanges | null }
  | { type: 'PublishRecount'; recountId: RecountId }
  | { type: 'DiscardRecount'; recountId: RecountId };

/** All recounts in one stream, so that a publication can take others into account. */
export const recounts: Decider<RecountsState, RecountCommand, RecountEvent> = {
  category: 'recount',
  initial: () => ({ recounts: new Map(), turns: [] }),
  evolve: (state, event) => {
    const { recountId } = event.data;
    switch (event.type) {
      case 'RecountStarted': {
        const { pin, scope, only } = event.data;
        state.recounts.set(recountId, { pin, scope, only, standing: 'open', since: state.turns.length });
        break;
      }
      case 'RecountPublished':
        state.recounts.get(recountId)!.standing = 'published';
        state.turns.push(recountId);
        break;
      case 'RecountReverted':
        state.recounts.get(recountId)!.standing = 'open';
        state.turns.push(recountId);
        break;
      case 'RecountDiscarded':
        state.recounts.get(recountId)!.standing = 'discarded';
        break;
    }

    return state;
  },
  decide: (state, command) => {
    const { recountId } = command;
    if (command.type === 'StartRecount') {
      const { pin, scope, only } = command;
      return [{ type: 'RecountStarted', data: { recountId, pin, scope, only } }];
    }
    const recount = state.recounts.get(recountId);
    if (!recount) throw new Rejected('recount-unknown', `There is no recount ${recountId}.`);
    if (recount.standing !== 'open')
      throw new Rejected('recount-state', `This recount is already ${recount.standing}.`);
    if (command.type === 'DiscardRecount') return [{ type: 'RecountDiscarded', data: { recountId } }];
    if (isOvertaken(state, recountId))
      throw new Rejected(
        'recount-state',
        'Another recount was published or reverted since this one began. Start a new one.',
      );

    const { pin, scope, only } = recount;

    return [{ type: 'RecountPublished', data: { recountId, pin, scope, only } }];
  },
};

/** Whether another one was published or reverted since it began, so that its comparison is outdated. */
export const isOvertaken = ({ recounts: all, turns }: RecountsState, recountId: RecountId): boolean =>
  turns.slice(all.get(recountId)!.since).some((other) => other !== recountId);

/**
 * A recount of just these episodes and patterns, not of chosen changes, begun after the latest publication and revert: as
 * good as a new one.
 */
export function findOpen(state: RecountsState, pin: Pin, podcastUuids: readonly string[] | null): RecountId | null {
  const scopeOf = (uuids: readonly string[] | null) => uuids && [...new Set(uuids)].sort().join(' ');
  for (const [recountId, one] of state.recounts)
    if (
      one.standing === 'open' &&
      one.only === null &&
      one.pin.vocabularyRevision === pin.vocabularyRevision &&
      one.pin.matcherVersion === pin.matcherVersion &&
      one.since === state.turns.length &&
      scopeOf(one.scope.podcastUuids) === scopeOf(podcastUuids)
    )
      return recountId;

  return null;
}
