import type { EntityPage } from '@earmark/contracts/mentions';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { formatDay } from '../kit/date.ts';
import { useUnsplit } from './splitting.api.ts';

interface SplitNamesProps {
  page: Pick<EntityPage, 'entity' | 'splits'>;
  mayUndo: boolean;
}

/** What was split off the entity, and what it was split off; admins may undo that. */
export function SplitNames({ page: { entity, splits }, mayUndo }: SplitNamesProps) {
  const { mutate, isPending } = useUnsplit();
  if (splits.length === 0) return null;

  return (
    <ul aria-label="Split entities" className="text-ink-soft flex flex-col gap-1 text-[13px]">
      {splits.map(({ id, from, into, podcasts, segments, splitAt }) => {
        const isInto = into.id === entity.id;
        const other = isInto ? from : into;

        return (
          <li key={id} className="wrap-anywhere">
            {partOf(podcasts, segments)} {isInto ? 'was split off' : 'counts for'}{' '}
            <Link to={`/entities/${other.slug}`} className="text-ink underline underline-offset-2">
              {other.name}
            </Link>{' '}
            (split on {formatDay(splitAt)}
            {mayUndo && (
              <>
                ,{' '}
                <button
                  type="button"
                  aria-disabled={isPending}
                  aria-label={`Undo the split of ${into.name}`}
                  onClick={() => !isPending && mutate(id)}
                  className="text-accent underline-offset-2 hover:underline pointer-coarse:py-2"
                >
                  undo
                </button>
              </>
            )}
            )
          </li>
        );
      })}
    </ul>
  );
}

/** `What is in Night Shift and in 2 chosen passages` */
const partOf = (podcasts: readonly string[], segments: number): string =>
  `What is in ${[...podcasts, ...(segments > 0 ? [counted(segments, 'chosen passage')] : [])].join(' and in ')}`;
