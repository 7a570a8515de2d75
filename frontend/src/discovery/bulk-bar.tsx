import { MAX_UNDONE_AT_ONCE } from '@earmark/contracts/history';
import { useState } from 'react';
import { counted } from '../kit/counted.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { concernedBy } from './bulk.ts';
import type { BulkProgress } from './bulk.ts';
import { EffectLine } from './effect-line.tsx';
import { KeyHint } from './key-hint.tsx';
import { useScopes } from './scopes.ts';
import type { Picked } from './use-selection.ts';

interface BulkBarProps {
  /** Candidates of the selected cards. */
  picked: readonly Picked[];
  cards: number;
  /** In the view, loaded or not. */
  total: number;
  isAll: boolean;
  /** Null: none runs. */
  progress: BulkProgress | null;
  /** The order that waits for a confirmation. */
  asked: 'approve' | 'reject' | null;
  onAsk: (kind: 'approve' | 'reject' | null) => void;
  onRun: (kind: 'approve' | 'reject') => void;
  onAll: () => Promise<void>;
  onClear: () => void;
  onStop: () => void;
}

const WORDS = { approve: 'Approve', reject: 'Reject' } as const;

/** What can be done with the selection: one decision for all, after it was said what it will do. */
export function BulkBar(props: BulkBarProps) {
  const { picked, cards, total, isAll, progress, asked, onAsk, onRun, onAll, onClear, onStop } = props;
  const scopes = useScopes();
  const [isLoading, setLoading] = useState(false);
  if (progress !== null)
    return (
      <section aria-label="Bulk decision" className="border-line flex flex-col gap-2 border-b px-3 py-2.5">
        <div className="flex items-center justify-between gap-2">
          <output className="text-[13px] tabular-nums">
            {progress.kind === 'approve' ? 'Approving' : 'Rejecting'} {progress.done.toLocaleString('en-GB')} of{' '}
            {progress.total.toLocaleString('en-GB')}
          </output>
          <Button onClick={onStop} disabled={progress.isStopping}>
            {progress.isStopping ? 'Stopping…' : 'Stop'}
          </Button>
        </div>
        <ProgressBar label="Progress of the bulk decision" value={progress.done} max={progress.total} />
      </section>
    );
  if (cards === 0) return null;
  const ids = concernedBy(asked ?? 'approve', picked).map(({ id }) => id);
  const approved = picked.filter(({ status }) => status === 'approved').length;
  const scope = asked === 'reject' ? scopes.reject : scopes.approve;

  return (
    <section
      aria-label="Bulk decision"
      className="bg-canvas border-line flex flex-wrap items-center gap-2 border-b px-3 py-2"
    >
      <p className="w-full text-[13px] font-medium tabular-nums">
        {isAll ? `All ${counted(picked.length, 'candidate')} selected` : `${counted(cards, 'card')} selected`}
        {!isAll && picked.length !== cards && ` (${counted(picked.length, 'candidate')})`}
      </p>
      <Button variant="solid" disabled={concernedBy('approve', picked).length === 0} onClick={() => onAsk('approve')}>
        Approve selected <KeyHint>a</KeyHint>
      </Button>
      <Button disabled={concernedBy('reject', picked).length === 0} onClick={() => onAsk('reject')}>
        Reject selected <KeyHint>x</KeyHint>
      </Button>
      {!isAll && total > cards && (
        <Button
          variant="quiet"
          aria-disabled={isLoading}
          onClick={() => {
            setLoading(true);
            void onAll().finally(() => setLoading(false));
          }}
        >
          {isLoading ? 'Loading…' : `Select all ${total.toLocaleString('en-GB')} matching this filter`}
        </Button>
      )}
      <Button variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
      <ConfirmDialog
        title={`${WORDS[asked ?? 'approve']} ${counted(ids.length, 'candidate')}?`}
        about={aboutOf(asked, scope, approved, ids.length)}
        confirm={`${WORDS[asked ?? 'approve']} ${ids.length.toLocaleString('en-GB')}`}
        variant={asked === 'reject' ? 'danger' : 'solid'}
        isOpen={asked !== null}
        onConfirm={() => asked !== null && onRun(asked)}
        onClose={() => onAsk(null)}
      >
        {asked !== null && <EffectLine request={{ entityIds: ids, decision: asked, scope }} />}
      </ConfirmDialog>
    </section>
  );
}

function aboutOf(
  asked: 'approve' | 'reject' | null,
  scope: keyof typeof SCOPES,
  approved: number,
  count: number,
): string {
  const removal =
    asked === 'reject' && approved > 0
      ? ` ${approved === 1 ? 'One of them is' : `${approved.toLocaleString('en-GB')} of them are`} approved and will be removed from the episode.`
      : '';

  return `${SCOPES[scope]}${removal} ${undoWords(asked, scope, count)}`;
}

/** What an approval that holds everywhere records at most. */
const CHANGES_EACH = 4;
const MOST_UNDOABLE = MAX_UNDONE_AT_ONCE / CHANGES_EACH;

function undoWords(asked: 'approve' | 'reject' | null, scope: keyof typeof SCOPES, count: number): string {
  if (asked !== 'approve' || scope !== 'everywhere' || count <= MOST_UNDOABLE) return 'One undo takes all of it back.';

  return `This may be too much for one undo, which takes back ${MAX_UNDONE_AT_ONCE.toLocaleString('en-GB')} changes at most: select no more than ${MOST_UNDOABLE.toLocaleString('en-GB')} candidates to be able to take back all of it.`;
}

const SCOPES = {
  episode: 'In the episode of each of them only.',
  everywhere: 'For these names everywhere.',
  category: 'For these names in their categories.',
} as const;
