import type { PodcastSearchAnswer, PodcastSearchResult } from '@earmark/contracts/series';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { Link } from '../kit/router/routing.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';
import { NextPage } from '../ui/more-button.tsx';
import type { NextPageQuery } from '../ui/more-button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { CategoryBadges } from './podcast-header.tsx';
import { searchParamsOf } from './podcast-search.state.ts';
import type { SearchState } from './podcast-search.state.ts';
import { podcastSearch } from './series.api.ts';

type Result = z.infer<typeof PodcastSearchResult>;

interface PodcastSearchResultsProps {
  state: SearchState;
  /** Whether the page shows something else that was found for the text. */
  isFoundElsewhere?: boolean;
}

/** The card below the search form with its five states. */
export function PodcastSearchResults({ state, isFoundElsewhere = false }: PodcastSearchResultsProps) {
  return (
    <section aria-label="Results" className="bg-surface border-line overflow-hidden rounded-md border">
      {state.q === '' ? (
        <Notice level={2} title="Start searching for podcasts" className="min-h-52 justify-center">
          Search by name, host or description. Whole words, word beginnings and small typos match.
        </Notice>
      ) : (
        <Found state={state} isFoundElsewhere={isFoundElsewhere} />
      )}
    </section>
  );
}

function Found({ state, isFoundElsewhere }: Required<PodcastSearchResultsProps>) {
  const query = useInfiniteQuery(podcastSearch(state));

  return (
    <Fetched
      query={query}
      pending={<ResultSkeletons />}
      failed={
        <LoadingFailed
          query={query}
          level={2}
          title="Error loading search results"
          className="min-h-52 justify-center"
        />
      }
    >
      {({ pages }) => <Results state={state} pages={pages} query={query} isFoundElsewhere={isFoundElsewhere} />}
    </Fetched>
  );
}

interface ResultsProps extends Required<PodcastSearchResultsProps> {
  pages: readonly z.infer<typeof PodcastSearchAnswer>[];
  query: NextPageQuery;
}

function Results({ state, pages, query, isFoundElsewhere }: ResultsProps) {
  const total = pages.at(-1)?.total ?? 0;
  const results = unique(pages.flatMap((page) => page.results));
  const isFiltered = state.category !== 'all' || state.language !== 'all';
  const unfiltered = isFiltered ? searchParamsOf({ ...state, category: 'all', language: 'all' }) : null;
  // Filters concern podcasts alone, so they may be the reason.
  const isOther = isFoundElsewhere && !isFiltered;
  if (results.length === 0)
    return (
      <Notice
        level={2}
        title={isOther ? 'No podcasts found' : 'No results found'}
        action={
          unfiltered !== null && (
            <Link to={`/search?${unfiltered}`} className={buttonClasses('outline')}>
              Clear filters
            </Link>
          )
        }
        className={isOther ? 'py-6!' : 'min-h-52 justify-center'}
      >
        {isOther
          ? 'No podcast has these words in its name, host or description; below is what else was found.'
          : "Try adjusting your search or filters to find what you're looking for."}
      </Notice>
    );

  return (
    <>
      <h2
        aria-live="polite"
        className="border-line border-b px-4 py-3.5 text-[15px] font-semibold wrap-anywhere tabular-nums"
      >
        {total} {total === 1 ? 'result' : 'results'} for "{state.q}"
      </h2>
      <ul aria-label="Podcasts" className="divide-line divide-y">
        {results.map((result) => (
          <li key={result.uuid}>
            <Row result={result} />
          </li>
        ))}
      </ul>
      <NextPage query={query} label="Show more" />
    </>
  );
}

function Row({ result }: { result: Result }) {
  const { uuid, name, host, description, imageUrl, categories, episodeCount } = result;

  return (
    <Link to={`/podcast/${uuid}`} className="group hover:bg-hover flex gap-4 px-4 py-4 focus-visible:-outline-offset-2">
      <Cover src={imageUrl} name={name} className="size-16 sm:size-20" />
      <div className="min-w-0 flex-1">
        <h3 className="group-hover:text-accent text-[15px] font-medium wrap-anywhere">{name}</h3>
        {host !== null && <p className="text-ink-soft truncate text-[13px]">{host}</p>}
        {description !== null && description !== '' && (
          <p className="text-ink-soft measure mt-1 line-clamp-2 text-[13px] wrap-anywhere">{description}</p>
        )}
        <div className="mt-2 flex flex-wrap gap-1.5">
          <Badge tone="accent">
            {episodeCount} {episodeCount === 1 ? 'episode' : 'episodes'}
          </Badge>
          {categories.length > 0 && <CategoryBadges categories={categories} />}
        </div>
      </div>
    </Link>
  );
}

function ResultSkeletons() {
  return (
    <Loading label="Searching podcasts" className="divide-line divide-y">
      {[0, 1, 2, 3, 4].map((index) => (
        <div key={index} className="flex gap-4 px-4 py-4">
          <Skeleton className="size-16 sm:size-20" />
          <div className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-2.5 h-3.5 w-4/5" />
            <Skeleton className="mt-2.5 h-5 w-1/4" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

// If the library grows between two page requests, a podcast can appear on both pages.
const unique = (results: readonly Result[]): Result[] => [...new Map(results.map((one) => [one.uuid, one])).values()];
