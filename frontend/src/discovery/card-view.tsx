import type { CandidateCard, CandidateStatus, DiscoveredEntity, NearMatch } from '@earmark/contracts/discovery';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { clsx } from 'clsx';
import { useState } from 'react';
import { usePlayer } from '../audio/player-context.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/toast.tsx';
import { mayBeApproved, openMembers } from './card-state.ts';
import { CardActions } from './card-actions.tsx';
import { CardPane } from './card-pane.tsx';
import { usePlayEvidence } from './card-playback.ts';
import { CategoryKeys } from './category-keys.tsx';
import { EditForm, linkFault } from './edit-form.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { NearMatches } from './near-matches.tsx';
import { NewTypeDialog } from './new-type-dialog.tsx';
import { useReviewKeys } from './review-keys.ts';
import { ReviewForm } from './review-form.tsx';
import { useScopes } from './scopes.ts';
import { useSwipe } from './swipe.ts';
import { useCardDraft } from './use-card-draft.ts';
import { NO_NOTES } from './verdict.ts';
import type { MergeTarget, Verdict } from './verdict.ts';

interface CardViewProps {
  card: CandidateCard;
  types: readonly EntityTypeView[];
  failure: string | null;
  /** Decides about the members. A decision that settles the card goes on to the next one. */
  onDecide: (card: CandidateCard, members: readonly DiscoveredEntity[], verdict: Verdict) => void;
  onMove: (by: 1 | -1, isSelecting: boolean) => void;
  onSkip: () => void;
  onUndo: () => void;
  onShowKeys: () => void;
  /** Takes the keys that decide while cards are selected; null: none is. */
  onBulk: ((kind: 'approve' | 'reject') => void) | null;
}

/** One card with everything that can be done about it, by button, by key and by swipe. */
export function CardView(props: CardViewProps) {
  const { card, types, failure, onDecide, onMove, onSkip, onUndo, onShowKeys, onBulk } = props;
  const draft = useCardDraft(card.key);
  const [dialog, setDialog] = useState<'merge' | 'new-type' | 'reject' | null>(null);
  const scopes = useScopes();
  const player = usePlayer();
  const { excepted, notes, panel } = draft;
  const type = types.find(({ name }) => name === card.type);
  const play = usePlayEvidence(card.members.filter(({ id }) => !excepted.has(id)));

  const membersFor = (status: CandidateStatus | null) => concerned(card, excepted, status);
  const settle = (members: readonly DiscoveredEntity[], verdict: Verdict) => {
    draft.clear();
    onDecide(card, members, verdict);
  };
  const approve = (into: MergeTarget | null = null) => {
    const isKnown = type !== undefined || card.typeExists || notes.correctedEntityType !== '';
    if (!isKnown && into === null) return focusNewType();
    const fault = linkFault(notes.adminUrl);
    if (fault !== null) return notify('It was not approved', { detail: fault, isDestructive: true });

    return settle(membersFor('approved'), { kind: 'approve', scope: scopes.approve, notes, into });
  };
  const reject = () => {
    const members = membersFor('rejected');
    if (members.some(({ status }) => status === 'approved')) return setDialog('reject');

    return rejectNow();
  };
  const rejectNow = () =>
    settle(membersFor('rejected'), {
      kind: 'reject',
      scope: scopes.reject,
      adminNotes: notes.adminNotes,
    });
  const setType = ({ name, displayName }: Pick<EntityTypeView, 'name' | 'displayName'>) =>
    name !== card.type && onDecide(card, membersFor(null), { kind: 'type', newType: name, label: displayName });
  const merge = ({ entityId, name }: MergeTarget | NearMatch) => {
    setDialog(null);
    settle(membersFor('approved'), {
      kind: 'approve',
      scope: scopes.approve,
      notes: NO_NOTES,
      into: { entityId, name },
    });
  };

  useReviewKeys({
    move: onMove,
    approve: () => (onBulk === null ? approve() : onBulk('approve')),
    reject: () => (onBulk === null ? reject() : onBulk('reject')),
    skip: onSkip,
    edit: () => draft.openPanel('edit'),
    merge: () => setDialog('merge'),
    note: () => draft.openPanel('review'),
    playEvidence: () => play?.(),
    undo: onUndo,
    showKeys: onShowKeys,
    category: (index) => types[index] !== undefined && setType(types[index]),
    togglePlay: () => {
      const { track, status } = player.state();
      if (track === null) return play?.();

      return status === 'playing' || status === 'buffering' ? player.pause() : player.play();
    },
  });
  const { offsetPx, leans, handlers } = useSwipe({ onRight: () => approve(), onLeft: reject });

  return (
    <>
      <div
        {...handlers}
        data-card
        style={offsetPx === 0 ? undefined : { transform: `translateX(${offsetPx}px) rotate(${offsetPx / 60}deg)` }}
        className={clsx(
          'bg-surface relative touch-pan-y p-4 sm:p-5',
          offsetPx === 0 && 'transition-transform duration-150 motion-reduce:transition-none',
        )}
      >
        {leans !== null && (
          <span
            aria-hidden="true"
            className={clsx(
              'absolute top-3 z-10 rounded-md px-3 py-1.5 text-[15px] font-semibold',
              leans === 'right' ? 'bg-good-soft text-good left-3' : 'bg-bad-soft text-bad right-3',
            )}
          >
            {leans === 'right' ? 'Approve' : 'Reject'}
          </span>
        )}
        <CardPane
          key={card.key}
          card={card}
          type={type}
          excepted={excepted}
          notes={notes}
          into={null}
          failure={failure}
          onNewType={() => setDialog('new-type')}
          onExcept={draft.except}
        >
          <CardActions
            mayApprove={membersFor('approved').length > 0}
            mayReject={membersFor('rejected').length > 0}
            onPlay={play}
            onApprove={() => approve()}
            onReject={reject}
            onSkip={onSkip}
            onEdit={() => draft.openPanel(panel === 'edit' ? null : 'edit')}
            onNote={() => draft.openPanel(panel === 'review' ? null : 'review')}
          />
          {panel === 'review' && (
            <ReviewForm
              name={card.name}
              type={card.type}
              types={types}
              notes={notes}
              onChange={draft.setNotes}
              onApprove={() => approve()}
              onReject={reject}
              onClose={() => draft.openPanel(null)}
            />
          )}
          {panel === 'edit' && (
            <EditForm
              card={card}
              types={types}
              onSave={(edit) => {
                settle(membersFor(null), { kind: 'edit', ...edit });
              }}
              onCancel={() => draft.openPanel(null)}
            />
          )}
          <CategoryKeys types={types} value={card.type} onChange={setType} onNewType={() => setDialog('new-type')} />
          <NearMatches near={card.near} onMerge={merge} />
        </CardPane>
      </div>
      {dialog === 'merge' && <MergeDialog card={card} onChoose={merge} onClose={() => setDialog(null)} />}
      {dialog === 'new-type' && (
        <NewTypeDialog
          proposed={type === undefined ? card.type : ''}
          onClose={() => setDialog(null)}
          onCreated={({ name, displayName }) => {
            setDialog(null);
            // The category that the model named is there now; another one is chosen.
            onDecide(card, membersFor(null), { kind: 'type', newType: name, label: displayName });
          }}
        />
      )}
      <ConfirmDialog
        title="Reject an approved entity?"
        about={`Are you sure you want to reject "${card.name}"? This will remove it from the episode.`}
        confirm="Reject"
        isOpen={dialog === 'reject'}
        onConfirm={rejectNow}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

/** Members that a decision for this status concerns: those that are open, or all of a card that was decided. */
function concerned(
  card: CandidateCard,
  excepted: ReadonlySet<string>,
  status: CandidateStatus | null,
): readonly DiscoveredEntity[] {
  const open = openMembers(card);

  return (open.length > 0 ? open : card.members).filter(
    (member) => !excepted.has(member.id) && (status === 'approved' ? mayBeApproved(member) : member.status !== status),
  );
}

const focusNewType = (): void => document.querySelector<HTMLElement>('[data-new-type]')?.focus();
