import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CriteriaForm } from '../search/criteria-form.tsx';
import { ExampleQueryButtons } from '../search/example-query-buttons.tsx';
import { focusFirstPlay } from '../search/result-keys.ts';
import { SearchBox } from '../search/search-box.tsx';
import { SearchResults } from '../search/search-results.tsx';
import { withNames } from '../search/option-names.ts';
import { advancedSearch, searchOptions } from '../search/search.api.ts';
import type { SearchState } from '../search/search-state.ts';
import { useSearch } from '../search/use-search.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export function AdvancedSearchPage() {
  const search = useSearch();
  const { state, text } = search;
  const { data: options } = useQuery(searchOptions);
  const change = (wanted: Partial<SearchState>) => search.change(withNames(wanted, options));
  const { data } = useInfiniteQuery(advancedSearch(''));
  const years = (data?.pages[0]?.facets?.years ?? []).map(({ value }) => value);

  return (
    <PageFrame title={text === '' ? 'Advanced Search' : `${text} · Advanced Search`} className="flex flex-col gap-6">
      <PageTitle title="Advanced Search" subtitle="Every mention and every word that was said, to read and to hear." />
      <div className="bg-surface border-line flex flex-col gap-4 rounded-md border p-4">
        <SearchBox search={search} years={years} onDown={focusFirstPlay} />
        <ExampleQueryButtons onPick={change} />
        <CriteriaForm state={state} onChange={change} />
      </div>
      <SearchResults state={state} onChange={change} />
    </PageFrame>
  );
}
