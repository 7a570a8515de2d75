import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PreviewPanel, requestOf } from './preview-panel.tsx';
import { stillHolds } from './seen-preview.ts';
import type { ChangePreview, ListedCount, PatternChange, ProposedChanges } from '../vocabulary/pattern-draft.ts';
import { usePreviewActions } from './preview-actions.ts';

/** Previews a change of a pattern, below the form and in the dialog before a deletion. */
export function useChangePreview(): ChangePreview {
  const client = useQueryClient();

  return useMemo(
    () => ({
      show: (change, onTake, listed) => <PatternPreview change={change} onTake={onTake} listed={listed} />,
      stands: async (change) => stillHolds(client, requestOf(change)),
    }),
    [client],
  );
}

interface PatternPreviewProps {
  change: PatternChange;
  onTake: ((changes: ProposedChanges) => void) | undefined;
  listed: ListedCount | undefined;
}

function PatternPreview({ change, onTake, listed }: PatternPreviewProps) {
  return (
    <div className="flex flex-col gap-3">
      <PreviewPanel change={change} onTake={onTake} listed={listed} {...usePreviewActions()} />
      <p className="text-ink-soft text-[13px] text-pretty">
        {change.change === 'delete'
          ? 'Episodes keep the mentions it found until they are recounted. You can undo the deletion.'
          : 'Applies to new transcripts; older episodes follow when they are recounted.'}
      </p>
    </div>
  );
}
