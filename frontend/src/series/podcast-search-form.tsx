import { SEARCH_CATEGORIES, SEARCH_LANGUAGES, SEARCH_SORTS } from '@earmark/contracts/series';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { searchParamsOf } from './podcast-search.state.ts';
import type { SearchState } from './podcast-search.state.ts';
import { quickPicksOf } from './quick-picks.ts';
import { seriesCards } from './series.api.ts';

const LANGUAGES: Record<SearchState['language'], string> = {
  all: 'All languages',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  zh: 'Chinese',
  ja: 'Japanese',
};
const SORTS: Record<SearchState['sort'], string> = {
  relevance: 'Relevance',
  popularity: 'Popularity',
  recent: 'Most recent',
  episodes: 'Most episodes',
};
const categoryName = (category: SearchState['category']): string =>
  category === 'all' ? 'All categories' : `${category[0]?.toUpperCase()}${category.slice(1)}`;

interface PodcastSearchFormProps {
  /** The search in the address. */
  state: SearchState;
  onSearch: (params: URLSearchParams) => void;
}

/** Text field and filters. Changing a filter searches at once if there is a text. */
export function PodcastSearchForm({ state, onSearch }: PodcastSearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [edited, setEdited] = useState({ of: state, draft: state });
  // Back and Forward show the search of that history entry, not what was typed here.
  const isSame = String(searchParamsOf(edited.of)) === String(searchParamsOf(state));
  const draft = isSame ? edited.draft : state;
  const edit = (change: Partial<SearchState>) => setEdited({ of: state, draft: { ...draft, ...change } });
  const search = (wanted: SearchState) => {
    const params = searchParamsOf(wanted);
    // Without a text there is no search to run, so the choice is kept here.
    setEdited({ of: params === null ? state : wanted, draft: wanted });
    if (params !== null) onSearch(params);
  };

  return (
    <search aria-label="Podcasts">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(draft);
        }}
        className="bg-surface border-line flex flex-col gap-4 rounded-md border p-4"
      >
        <div className="flex gap-2">
          <SearchField
            ref={field}
            placeholder="Search by podcast name, host, or description..."
            maxLength={200}
            value={draft.q}
            onChange={(q) => edit({ q })}
            className="min-w-0 flex-1"
          />
          <Button type="submit" variant="solid" className="h-9">
            Search
          </Button>
        </div>
        <QuickPicks
          onPick={(q) => {
            edit({ q });
            field.current?.focus();
          }}
        />
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <SelectField
            label="Category"
            value={draft.category}
            options={SEARCH_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))}
            onChange={(category) => search({ ...draft, category })}
          />
          <SelectField
            label="Language"
            value={draft.language}
            options={SEARCH_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }))}
            onChange={(language) => search({ ...draft, language })}
          />
          <SelectField
            label="Sort by"
            value={draft.sort}
            options={SEARCH_SORTS.map((value) => ({ value, label: SORTS[value] }))}
            onChange={(sort) => search({ ...draft, sort })}
            className="max-sm:col-span-2"
          />
        </div>
      </form>
    </search>
  );
}

function QuickPicks({ onPick }: { onPick: (name: string) => void }) {
  const { data } = useQuery(seriesCards);

  return (
    <ul aria-label="Quick picks" className="-mt-1 flex flex-wrap gap-1.5">
      {quickPicksOf(data ?? []).map((name) => (
        <li key={name} className="flex max-w-full">
          <Button onClick={() => onPick(name)} className="max-w-full min-w-0 h-7!">
            <span className="truncate">{name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
