import type { CarryOverEvent, CorrectionId, CorrectionRef } from '@earmark/contracts/carry-over';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { VersionId } from '@earmark/contracts/transcripts';
import { inAppends, type Appends, type Folding } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Planned } from './plan.ts';

export interface CarryOverState {
  /** The version whose corrections are taken over; null: none were yet. */
  from: VersionId | null;
  /** Of the transcript's stream: the corrections of this round. */
  revision: number;
  /** The round is closed: all its corrections were looked at. */
  isPlaced: boolean;
  /** Of all rounds since the last end, with what was decided about those that were asked. */
  corrections: Map<CorrectionId, { ref: CorrectionRef; standing: 'placed' | 'asked' | 'accepted' | 'dropped' }>;
  obsolete: number;
  outcome: 'shown' | 'kept' | null;
}

const BYTES_PER_CORRECTION = 500;
/** Of one event. */
const MOST_CORRECTIONS = 500;
const METADATA_BYTES = 600;

export const carryOver: Folding<CarryOverState, CarryOverEvent> = {
  category: 'carryOver',
  initial: () => ({ from: null, revision: -1, isPlaced: false, corrections: new Map(), obsolete: 0, outcome: null }),
  bytes: ({ corrections }) => BYTES_PER_CORRECTION * corrections.size,
  evolve: (state, event) => {
    switch (event.type) {
      case 'CarryOverStarted': {
        const { from, revision } = event.data;
        const continues = state.outcome === null && state.from === from;
        // What waits is asked again by the new round, unless it changed.
        for (const [id, { standing }] of state.corrections)
          if (!continues || standing === 'asked') state.corrections.delete(id);
        return { ...state, from, revision, isPlaced: false, obsolete: 0, outcome: null };
      }
      case 'CorrectionsPlaced':
      case 'CorrectionsAsked': {
        const standing = event.type === 'CorrectionsPlaced' ? 'placed' : 'asked';
        for (const ref of event.data.corrections) state.corrections.set(ref.correctionId, { ref, standing });
        return state;
      }
      case 'CorrectionsCarriedOver':
        return { ...state, isPlaced: true, obsolete: event.data.obsolete };
      case 'CorrectionAccepted':
      case 'CorrectionDropped': {
        const known = state.corrections.get(event.data.correctionId);
        if (known) known.standing = event.type === 'CorrectionAccepted' ? 'accepted' : 'dropped';
        return state;
      }
      case 'CarryOverFinished':
        return { ...state, outcome: event.data.outcome };
    }
  },
};

export interface InCarryOver {
  readonly episodeUuid: EpisodeUuid;
  readonly versionId: VersionId;
}

/** Whether a person can still decide about it. */
export const isOpen = ({ from, outcome }: CarryOverState): boolean => from !== null && outcome === null;

export const waiting = ({ corrections }: CarryOverState): CorrectionRef[] =>
  [...corrections.values()].filter(({ standing }) => standing === 'asked').map(({ ref }) => ref);

export function countsOf({ corrections, obsolete }: CarryOverState) {
  const count = (standing: string) => [...corrections.values()].filter((one) => one.standing === standing).length;
  const [accepted, dropped] = [count('accepted'), count('dropped')];

  return { placed: count('placed'), obsolete, asked: count('asked') + accepted + dropped, accepted, dropped };
}

/** Begins a round, unless the one that was begun has the same corrections and still goes on. */
export function start(
  state: CarryOverState,
  where: InCarryOver,
  { from, revision }: { from: VersionId; revision: number },
): CarryOverEvent[] {
  if (isOpen(state) && state.from === from && state.revision === revision) return [];

  return [{ type: 'CarryOverStarted', data: { ...where, from, revision } }];
}

/** Closes the round. Corrections that an earlier round has dealt with stay as they are. */
export function close(
  state: CarryOverState,
  where: InCarryOver,
  planned: readonly Planned[],
): readonly CarryOverEvent[] | Appends<CarryOverEvent> {
  if (state.isPlaced) return [];
  const fresh = planned.filter(({ ref }) => !state.corrections.has(ref.correctionId));
  const of = (outcome: Planned['outcome']) => fresh.filter((one) => one.outcome === outcome).length;
  const chunks = (outcome: Planned['outcome']) => {
    const refs = fresh.filter((one) => one.outcome === outcome).map(({ ref }) => ref);
    return Array.from({ length: Math.ceil(refs.length / MOST_CORRECTIONS) }, (_, index) =>
      refs.slice(index * MOST_CORRECTIONS, (index + 1) * MOST_CORRECTIONS),
    );
  };

  return inAppends<CarryOverEvent>(
    [
      ...chunks('placed').map((corrections) => ({
        type: 'CorrectionsPlaced' as const,
        data: { ...where, corrections },
      })),
      ...chunks('asked').map((corrections) => ({ type: 'CorrectionsAsked' as const, data: { ...where, corrections } })),
      {
        type: 'CorrectionsCarriedOver' as const,
        data: { ...where, placed: of('placed'), asked: of('asked'), obsolete: of('obsolete') },
      },
    ],
    METADATA_BYTES,
  );
}

/** Throws Rejected: carry-over-unknown, correction-unknown, correction-decided. */
export function assertWaiting(state: CarryOverState, correctionId: CorrectionId): CorrectionRef {
  const known = state.corrections.get(correctionId);
  if (!isOpen(state)) throw new Rejected('carry-over-unknown', 'No new transcript waits for corrections here.');
  if (!known || known.standing === 'placed')
    throw new Rejected('correction-unknown', 'This correction does not wait for a decision.');
  if (known.standing !== 'asked')
    throw new Rejected('correction-decided', `This correction was already ${known.standing}.`);

  return known.ref;
}

export interface Decision {
  readonly correctionId: CorrectionId;
  readonly isAccepted: boolean;
  readonly isEdited: boolean;
}

/** Throws Rejected: carry-over-unknown, correction-unknown, correction-decided. */
export function decided(
  state: CarryOverState,
  where: InCarryOver,
  decisions: readonly Decision[],
): Appends<CarryOverEvent> {
  for (const { correctionId } of decisions) assertWaiting(state, correctionId);

  return inAppends(
    decisions.map(({ correctionId, isAccepted, isEdited }): CarryOverEvent =>
      isAccepted
        ? { type: 'CorrectionAccepted', data: { ...where, correctionId, isEdited } }
        : { type: 'CorrectionDropped', data: { ...where, correctionId } },
    ),
    METADATA_BYTES,
  );
}

export const finish = (state: CarryOverState, where: InCarryOver, outcome: 'shown' | 'kept'): CarryOverEvent[] =>
  isOpen(state) ? [{ type: 'CarryOverFinished', data: { ...where, outcome } }] : [];
