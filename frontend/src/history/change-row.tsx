import type { Role } from '@earmark/contracts/accounts';
import type { Change } from '@earmark/contracts/history';
import { clsx } from 'clsx';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { Button } from '../ui/button.tsx';
import { When } from './byline.tsx';
import { ChangeDiff } from './change-diff.tsx';
import { ChangeEffects } from './change-effects.tsx';
import { placeOfChange } from './change-place.ts';
import { mayReadAll, mayRestore, mayRevert } from './history-rights.ts';
import { useRevert } from './history.api.ts';
import { MomentActions } from './moment-actions.tsx';
import { ReasonForm } from './reason-form.tsx';
import { RestoreForm } from './restore-form.tsx';
import { TextMergeForm } from './text-merge-form.tsx';
import { blockedText } from './text-merge.ts';

export interface ChangeRowProps {
  change: Change;
  /** Null for a visitor. */
  role: Role | null;
  /** The episode whose history is listed, so that it can be restored to each version; null in other histories. */
  episodeUuid: string | null;
  /** The element of another change; null when it is not in the list. */
  rowOf: (eventId: string) => string | null;
  /** Shows how a change of patterns or a publication affects the counts. */
  comparison: (change: Change) => ReactNode;
  /** Called when the reader follows a link to another page. */
  onFollow?: (() => void) | undefined;
  /** Who made the change, and when; omitted where that is said above it. */
  byline?: ReactNode;
  /** Whether it is one of several changes of an entry, which has the actions that concern all of them. */
  isPart?: boolean;
}

const PATTERN_CHANGES = ['PatternAdded', 'PatternEdited', 'PatternDeleted', 'PatternsImported', 'PatternsRemoved'];
const PUBLICATIONS = ['RecountPublished', 'RecountReverted'];

/** One change: what, when and why, the difference, and the possible actions. */
export function ChangeRow(props: ChangeRowProps) {
  const { change, role, episodeUuid, rowOf, comparison, onFollow, byline, isPart = false } = props;
  const { eventId, type, sentence, at, reason, revertedBy, reverts, revertible, why, position } = change;
  const row = useRef<HTMLElement>(null);
  const whyId = useId();
  const [asked, setAsked] = useState<'revert' | 'restore' | 'merge' | null>(null);
  const [isTraced, setTraced] = useState(false);
  const [isCompared, setCompared] = useState(false);
  const revert = useRevert();
  const place = placeOfChange(change);
  const isMine = mayRevert(role, change);
  const blocked = mayRestore(role) ? blockedText(change) : null;
  const close = () => {
    setAsked(null);
    row.current?.focus();
  };

  return (
    <article
      ref={row}
      id={rowOf(eventId) ?? undefined}
      tabIndex={-1}
      aria-label={sentence}
      data-change={eventId}
      className="focus-visible:bg-hover rounded-sm"
    >
      <p className={clsx('text-pretty wrap-anywhere', revertedBy !== null && 'text-ink-soft line-through')}>
        {place === null ? (
          sentence
        ) : (
          <Link
            to={place}
            data-place
            onClick={onFollow}
            // A row on its own needs no border around it.
            className={clsx(
              'hover:text-accent inline-block py-0.5 underline-offset-2',
              revertedBy === null ? 'hover:underline' : 'line-through',
            )}
          >
            {sentence}
          </Link>
        )}
      </p>
      <p className="text-ink-faint mt-0.5 flex flex-wrap items-center gap-x-1.5 text-[13px] empty:hidden">
        {isPart || (byline ?? <When at={at} />)}
        {revertedBy !== null && <Elsewhere label="Reverted since" row={rowOf(revertedBy)} isFirst={isPart} />}
        {reverts !== null && <Elsewhere label="Reverts an earlier change" row={rowOf(reverts)} isFirst={isPart} />}
      </p>
      {reason !== null && (
        <p className="border-line-strong mt-1 border-l-2 pl-2 text-pretty wrap-anywhere">
          <span className="text-ink-faint">Reason:</span> {reason}
        </p>
      )}
      <ChangeDiff change={change} />
      {mayReadAll(role) && PUBLICATIONS.includes(type) && comparison(change)}
      <div className="mt-1 -ml-2 flex flex-wrap items-center gap-x-1 gap-y-0.5">
        {isMine && (
          <Button
            variant="quiet"
            aria-disabled={!revertible}
            aria-describedby={revertible ? undefined : whyId}
            data-revert
            onClick={() => revertible && setAsked(asked === 'revert' ? null : 'revert')}
            className={clsx('px-2!', !revertible && 'cursor-not-allowed! opacity-60')}
          >
            Revert this change
          </Button>
        )}
        {blocked !== null && (
          <Button
            variant="quiet"
            aria-expanded={asked === 'merge'}
            onClick={() => setAsked(asked === 'merge' ? null : 'merge')}
            className="px-2!"
          >
            Merge by hand
          </Button>
        )}
        {mayReadAll(role) && PATTERN_CHANGES.includes(type) && (
          <Button variant="quiet" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)} className="px-2!">
            What it changes
          </Button>
        )}
        {!isPart && (
          <MomentActions
            moment={change}
            role={role}
            isOfEpisode={episodeUuid !== null}
            onRestore={() => setAsked(asked === 'restore' ? null : 'restore')}
            onFollow={onFollow}
          />
        )}
        {!isPart && mayReadAll(role) && (
          <Button variant="quiet" aria-expanded={isTraced} onClick={() => setTraced(!isTraced)} className="px-2!">
            Cause and effects
          </Button>
        )}
      </div>
      {isMine && !revertible && (
        <p id={whyId} className="text-ink-faint mt-0.5 text-[13px] text-pretty wrap-anywhere">
          {why}
        </p>
      )}
      {asked === 'revert' && (
        <ReasonForm
          submit="Revert"
          failure={revert.error?.message ?? null}
          isPending={revert.isPending}
          onSubmit={(typed) => revert.mutate({ eventId, reason: typed }, { onSuccess: close })}
          onCancel={close}
        />
      )}
      {asked === 'merge' && blocked !== null && <TextMergeForm text={blocked} onClose={close} />}
      {asked === 'restore' && episodeUuid !== null && (
        <RestoreForm episodeUuid={episodeUuid} position={position} onClose={close} />
      )}
      {isCompared && comparison(change)}
      {isTraced && <ChangeEffects change={change} onFollow={onFollow} />}
    </article>
  );
}

/** The reverting or reverted change; a link if it is in the list. */
function Elsewhere({ label, row, isFirst }: { label: string; row: string | null; isFirst: boolean }) {
  if (row === null) return <span>{isFirst ? label : `· ${label}`}</span>;

  return (
    <>
      {!isFirst && <span aria-hidden="true">·</span>}
      <button
        type="button"
        onClick={() => document.getElementById(row)?.focus()}
        className="text-accent min-h-6 underline underline-offset-2 pointer-coarse:py-3"
      >
        {label}
      </button>
    </>
  );
}
