import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { exampleQueriesOf } from './example-queries.ts';
import { advancedSearch } from './search.api.ts';
import type { SearchState } from './search-state.ts';

/** Buttons that fill in a search that finds something here. */
export function ExampleQueryButtons({ onPick }: { onPick: (state: SearchState) => void }) {
  const { data, isPending, isError } = useInfiniteQuery(advancedSearch(''));
  const examples = exampleQueriesOf(data?.pages[0]?.results ?? []);
  // The search itself says what failed.
  if (isError || (!isPending && examples.length === 0)) return null;

  return (
    <section aria-label="Example queries" className="flex min-h-7 items-start gap-2 max-sm:flex-col">
      <h2 className="text-ink-soft shrink-0 text-[13px] leading-7">Examples</h2>
      <ul className="flex max-w-full min-w-0 flex-1 gap-1.5 max-sm:overflow-x-auto sm:flex-wrap">
        {isPending
          ? ['w-48', 'w-32', 'w-36', 'w-24'].map((width) => (
              <li key={width}>
                <Skeleton className={`h-7 ${width}`} />
              </li>
            ))
          : examples.map(({ label, state }) => (
              <li key={label} className="flex max-w-full max-sm:shrink-0">
                <Button onClick={() => onPick(state)} className="h-7! max-w-full min-w-0">
                  <span className="truncate">{label}</span>
                </Button>
              </li>
            ))}
      </ul>
    </section>
  );
}
