import type { Change } from '@earmark/contracts/history';
import { ChangeComparison } from './change-comparison.tsx';
import { PublicationNumbers } from './publication-numbers.tsx';
import { usePreviewActions } from './preview-actions.ts';

/** How a change of patterns or a publication affects the counts, shown in a history. */
export function ComparedChange({ change: { eventId, type, diff } }: { change: Change }) {
  const actions = usePreviewActions();
  const publication = diff.find(({ path }) => path === 'publication');
  if (publication === undefined) return <ChangeComparison eventId={eventId} {...actions} />;
  const recountId = publication.to ?? publication.from;

  return (
    typeof recountId === 'string' && (
      <PublicationNumbers recountId={recountId} isReverted={type === 'RecountReverted'} />
    )
  );
}
