import type { RecountDifference } from '@earmark/contracts/recounts';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../ui/failure.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { PassageTabs } from './passage-tabs.tsx';
import type { PreviewActions } from './preview-passages.tsx';
import { recountPassages } from './recounts.api.ts';

interface RecountPassagesProps extends PreviewActions {
  recountId: string;
  difference: RecountDifference;
  isPublished: boolean;
}

/** The passages that a publication adds and removes. */
export function RecountPassages({ recountId, difference, isPublished, ...actions }: RecountPassagesProps) {
  const query = useQuery(recountPassages(recountId, difference));

  return (
    <Fetched
      query={query}
      pending={<p className="text-ink-soft text-[13px]">Looking…</p>}
      failed={<Failure message={query.error?.message ?? ''} />}
      isEmpty={({ addedTotal, removedTotal }) => addedTotal + removedTotal === 0}
      empty={
        <p className="text-ink-soft text-[13px] text-pretty">
          {isPublished
            ? 'An earlier version of Earmark published this recount, and did not keep its passages.'
            : 'There is no difference any more: the episodes have changed since they were counted.'}
        </p>
      }
    >
      {({ added, addedTotal, removed, removedTotal }) => (
        <PassageTabs
          tabs={[
            { value: 'added', label: 'Added', total: addedTotal, passages: added },
            { value: 'removed', label: 'Removed', total: removedTotal, passages: removed },
          ]}
          {...actions}
        />
      )}
    </Fetched>
  );
}
