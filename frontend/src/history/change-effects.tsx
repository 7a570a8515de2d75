import type { Change } from '@earmark/contracts/history';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '../kit/router/routing.tsx';
import { Failure } from '../ui/failure.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { placeOfChange } from './change-place.ts';
import { entryChanges } from './history.api.ts';
import { EVERYTHING } from './subject.ts';

/** Everything else that the same request changed, anywhere on the site. */
export function ChangeEffects({ change, onFollow }: { change: Change; onFollow?: () => void }) {
  const { correlationId, causationId, eventId } = change;
  const query = useInfiniteQuery(entryChanges(EVERYTHING, correlationId));
  const { data, error, isPending, isLoadingError } = query;
  const found = data?.pages.flatMap(({ changes }) => changes) ?? [];
  const cause = found.find((one) => one.eventId === causationId);
  const others = found.filter((one) => one.eventId !== eventId && one !== cause);

  return (
    <section aria-label="Cause and effects" className="bg-canvas border-line mt-2 rounded-md border p-3 text-[13px]">
      {isPending && <output>Looking…</output>}
      {isLoadingError && <Failure message={error.message} />}
      {cause !== undefined && (
        <p className="mb-2 text-pretty wrap-anywhere">
          <span className="text-ink-faint">Caused by:</span> <EffectSentence change={cause} onFollow={onFollow} />
        </p>
      )}
      {data !== undefined && others.length === 0 && cause === undefined && (
        <p className="text-ink-soft">
          {movesNumbers(change)
            ? 'It moved the numbers that are compared above, and changed nothing else.'
            : 'It had no other effects.'}
        </p>
      )}
      {others.length > 0 && (
        <>
          <p className="text-ink-faint">Effects of the same request, in order:</p>
          <ol className="mt-1 flex list-decimal flex-col gap-0.5 pl-6">
            {others.map((one) => (
              <li key={one.eventId} className="text-pretty wrap-anywhere">
                <EffectSentence change={one} onFollow={onFollow} />
              </li>
            ))}
          </ol>
        </>
      )}
      <NextPage query={query} label="Show more" />
      <Link
        to={`/admin/changes?${new URLSearchParams({ correlation: correlationId })}`}
        onClick={onFollow}
        className={`${buttonClasses('quiet')} mt-1 -ml-2 px-2!`}
      >
        Open in recent changes
      </Link>
    </section>
  );
}

const movesNumbers = ({ type }: Change): boolean => ['RecountPublished', 'RecountReverted'].includes(type);

function EffectSentence({ change, onFollow }: { change: Change; onFollow?: () => void }) {
  const place = placeOfChange(change);
  if (place === null) return change.sentence;

  return (
    <Link to={place} onClick={onFollow} className="hover:text-accent underline-offset-2 hover:underline">
      {change.sentence}
    </Link>
  );
}
