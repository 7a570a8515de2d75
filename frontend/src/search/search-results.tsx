import type { AdvancedSearchAnswer } from '@earmark/contracts/search';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { counted } from '../kit/counted.ts';
import { useDebounced } from '../kit/debounced.ts';
import { useMediaQuery } from '../kit/media-query.ts';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import type { NextPageQuery } from '../ui/more-button.tsx';
import { Loading, RowSkeletons, Skeleton } from '../ui/skeleton.tsx';
import { ExportLinks } from './export-links.tsx';
import { FacetLists, FacetSheet } from './facet-lists.tsx';
import { NothingFound } from './nothing-found.tsx';
import { ResultEpisode } from './result-episode.tsx';
import { advancedSearch } from './search.api.ts';
import { isUnrestricted, searchParamsOf } from './search-state.ts';
import type { SearchState } from './search-state.ts';

/** Announcements of counts wait for the typing to end. */
const ANNOUNCED_AFTER_MS = 700;

interface SearchResultsProps {
  state: SearchState;
  onChange: (change: Partial<SearchState>) => void;
}

/** What was found, grouped by episode, beside what it can be narrowed down by. */
export function SearchResults({ state, onChange }: SearchResultsProps) {
  // Asked with every key: the request before is given up.
  const params = String(searchParamsOf(state));
  const query = useInfiniteQuery(advancedSearch(params));
  const first = query.data?.pages[0];

  return (
    <>
      <Announcement answer={first} />
      <Fetched
        query={query}
        pending={<ResultSkeletons />}
        failed={
          <section aria-label="Results" className="bg-surface border-line rounded-md border">
            <LoadingFailed query={query} level={2} title="Error loading search results" />
          </section>
        }
      >
        {({ pages }) => (
          <Found
            pages={pages}
            query={query}
            params={params}
            isOutdated={query.isPlaceholderData}
            state={state}
            onChange={onChange}
          />
        )}
      </Fetched>
    </>
  );
}

interface FoundProps extends SearchResultsProps {
  pages: readonly AdvancedSearchAnswer[];
  query: NextPageQuery;
  params: string;
  /** Whether they are still those of the search before. */
  isOutdated: boolean;
}

function Found({ pages, query, params, isOutdated, state, onChange }: FoundProps) {
  const isWide = useMediaQuery('(min-width: 1024px)');
  const [first] = pages;
  if (first === undefined) return null;
  const { totalResults, facets, notes, criteria, relaxations } = first;
  const understood = isOutdated ? null : criteria;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:not-has-[>aside:empty]:grid-cols-[220px_minmax(0,1fr)]">
      {isWide && facets !== null && (
        <aside aria-label="Narrow down" className="flex flex-col gap-5 empty:hidden">
          <FacetLists facets={facets} state={state} understood={understood} onChange={onChange} />
        </aside>
      )}
      <section aria-labelledby="found" aria-busy={isOutdated} className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-3">
          <div className="min-w-0">
            <h2 id="found" className="text-[15px] font-semibold tabular-nums">
              {counted(totalResults, 'result')}
            </h2>
            <p className="text-ink-soft text-[13px] tabular-nums">{summaryOf(first)}</p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {!isWide && facets !== null && (
              <FacetSheet
                facets={facets}
                state={state}
                understood={understood}
                onChange={onChange}
                total={counted(totalResults, 'episode')}
              />
            )}
            {/* Without what the server left out: it refuses to export that. */}
            <ExportLinks params={isOutdated ? params : String(searchParamsOf({ ...criteria, sortBy: state.sortBy }))} />
          </div>
        </div>
        {notes.length > 0 && (
          <ul className="bg-warn-soft text-ink mb-3 rounded-md px-3 py-2 text-[13px]">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <div
          className={clsx(
            'bg-surface border-line rounded-md border transition-opacity duration-150',
            isOutdated && 'opacity-60',
          )}
        >
          {totalResults === 0 ? (
            <NothingFound
              isUnrestricted={!isOutdated && isUnrestricted(state)}
              relaxations={relaxations}
              onChange={onChange}
            />
          ) : (
            <>
              <ol id="results" aria-label="Episodes" className="divide-line divide-y">
                {pages
                  .flatMap(({ results }) => results)
                  .map((result) => (
                    <li key={result.episode.uuid}>
                      <ResultEpisode result={result} criteria={criteria} />
                    </li>
                  ))}
              </ol>
              <NextPage key={params} query={query} label="Show more episodes" />
            </>
          )}
        </div>
      </section>
    </div>
  );
}

const summaryOf = ({ summary: { totalMentions, uniqueEntities, totalPassages }, criteria }: AdvancedSearchAnswer) =>
  [
    ...(criteria.words === '' ? [] : [counted(totalPassages, 'passage')]),
    counted(totalMentions, 'total mention'),
    counted(uniqueEntities, 'unique entity', 'unique entities'),
  ].join(' · ');

function Announcement({ answer }: { answer: AdvancedSearchAnswer | undefined }) {
  const words = answer === undefined ? '' : `${counted(answer.totalResults, 'result')}. ${summaryOf(answer)}`;
  const said = useDebounced(words, ANNOUNCED_AFTER_MS);

  return <output className="sr-only">{said}</output>;
}

function ResultSkeletons() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[220px_minmax(0,1fr)]">
      <div className="flex flex-col gap-2 max-lg:hidden">
        {Array.from({ length: 12 }, (_, index) => (
          <Skeleton key={index} className="h-5" />
        ))}
      </div>
      <div>
        <Loading label="Searching" className="flex h-10 flex-col justify-center gap-2 pb-3">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-3 w-52" />
        </Loading>
        <div className="bg-surface border-line rounded-md border">
          <RowSkeletons label="Loading results" rows={5} cover="size-10" />
        </div>
      </div>
    </div>
  );
}
