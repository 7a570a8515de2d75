import type { RecountDifference } from '@earmark/contracts/recounts';
import { useQuery } from '@tanstack/react-query';
import { PassageTabs } from './passage-tabs.tsx';
import type { PreviewActions } from './preview-passages.tsx';
import { recountPassages } from './recounts.api.ts';

interface RecountPassagesProps extends PreviewActions {
  recountId: string;
  difference: RecountDifference;
  isPublished: boolean;
}

/** The passages that a publication would bring and take away. */
export function RecountPassages({ recountId, difference, isPublished, ...actions }: RecountPassagesProps) {
  const { data, error } = useQuery(recountPassages(recountId, difference));

  if (error !== null)
    return (
      <p role="alert" className="text-bad text-[13px] wrap-anywhere">
        {error.message}
      </p>
    );
  if (data === undefined) return <p className="text-ink-soft text-[13px]">Looking…</p>;
  const { added, addedTotal, removed, removedTotal } = data;
  if (addedTotal + removedTotal === 0)
    return (
      <p className="text-ink-soft text-[13px] text-pretty">
        {isPublished
          ? 'It is published: what it found is what the pages show now, so there is nothing left to compare.'
          : 'Nothing differs any more: the episodes have changed since they were counted.'}
      </p>
    );

  return (
    <PassageTabs
      tabs={[
        { value: 'added', label: 'Added', total: addedTotal, passages: added },
        { value: 'removed', label: 'Removed', total: removedTotal, passages: removed },
      ]}
      {...actions}
    />
  );
}
