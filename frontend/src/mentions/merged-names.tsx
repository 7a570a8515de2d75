import type { EntityPage } from '@earmark/contracts/mentions';
import { formatDay } from '../kit/date.ts';
import { useUnmerge } from './merging.api.ts';

/** What is merged into the entity; admins may undo that. */
export function MergedNames({ merges, mayUndo }: Pick<EntityPage, 'merges'> & { mayUndo: boolean }) {
  const { mutate, isPending } = useUnmerge();
  if (merges.length === 0) return null;

  return (
    <ul aria-label="Merged entities" className="text-ink-soft flex flex-col gap-1 text-[13px]">
      {merges.map(({ id, name, mergedAt }) => (
        <li key={id} className="wrap-anywhere">
          Also known as <span className="text-ink">{name}</span> (merged on {formatDay(mergedAt)}
          {mayUndo && (
            <>
              ,{' '}
              <button
                type="button"
                aria-disabled={isPending}
                aria-label={`Undo the merge of ${name}`}
                onClick={() => !isPending && mutate(id)}
                className="text-accent underline-offset-2 hover:underline pointer-coarse:py-2"
              >
                undo
              </button>
            </>
          )}
          )
        </li>
      ))}
    </ul>
  );
}
