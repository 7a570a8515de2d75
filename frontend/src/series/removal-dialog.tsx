import type { RemovalView } from '@earmark/contracts/series';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../kit/counted.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { TextField } from '../ui/text-field.tsx';
import { removalOf, useRemove } from './removal.api.ts';
import type { Removed } from './removal.api.ts';

interface RemovalDialogProps {
  kind: Removed;
  /** Null: nothing is to be removed. */
  subject: { readonly uuid: string; readonly name: string } | null;
  /** Undoes a change by its event. */
  undo: (eventId: string) => void;
  onClose: () => void;
  onRemoved?: (() => void) | undefined;
}

/** Says what disappears with a podcast or an episode before it is removed. */
export function RemovalDialog({ kind, subject, undo, onClose, onRemoved }: RemovalDialogProps) {
  const [reason, setReason] = useState('');
  const { data, error, refetch } = useQuery({
    ...removalOf(kind, subject?.uuid ?? ''),
    enabled: subject !== null,
  });
  const { mutate } = useRemove(kind, undo);
  const close = () => {
    setReason('');
    onClose();
  };

  return (
    <ConfirmDialog
      title={`Remove “${subject?.name ?? ''}”?`}
      about={data === undefined ? 'Counting what disappears with it…' : removalWords(kind, data)}
      confirm="Remove"
      isOpen={subject !== null}
      mayConfirm={async () => {
        if (data !== undefined) return true;
        await refetch();

        return false;
      }}
      onConfirm={() => {
        if (subject !== null) mutate({ uuid: subject.uuid, reason: reason.trim() }, { onSuccess: () => onRemoved?.() });
      }}
      onClose={close}
    >
      {error !== null && <Failure message={error.message} />}
      {data !== undefined && data.corrections > 0 && (
        <p className="text-warn mb-3">
          People have corrected {counted(data.corrections, 'segment')} of{' '}
          {kind === 'series' ? 'these transcripts' : 'this transcript'}.
        </p>
      )}
      <p className="mb-3">Nothing is lost: you can undo this, now or later in Recent Changes.</p>
      <TextField label="Reason (optional)" value={reason} onChange={setReason} maxLength={500} />
    </ConfirmDialog>
  );
}

/** `12 episodes, 10 transcripts and 1,204 mentions disappear from the site.` */
function removalWords(kind: Removed, { episodes, transcripts, mentions }: RemovalView): string {
  const parts = [
    kind === 'series' ? counted(episodes, 'episode') : 'The episode',
    transcripts > 0 && (kind === 'series' ? counted(transcripts, 'transcript') : 'its transcript'),
    mentions > 0 && counted(mentions, 'mention'),
  ].filter((part) => part !== false);
  if (kind === 'series' && episodes === 0) return 'It has no episodes; only the podcast disappears from the site.';
  const last = parts.pop();
  const isOne = parts.length === 0 && (kind === 'episodes' || episodes === 1);

  return `${parts.length === 0 ? '' : `${parts.join(', ')} and `}${last} ${isOne ? 'disappears' : 'disappear'} from the site.`;
}
