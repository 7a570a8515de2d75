import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from '../kit/router/routing.tsx';
import { useAddressText } from '../kit/address-text.ts';
import { useAddress } from '../kit/address.ts';
import { useDebounced } from '../kit/debounced.ts';
import { EntityIndex } from '../search/entity-index.tsx';
import { entityIndexParamsOf, entityIndexStateOf } from '../search/entity-index-state.ts';
import type { EntityIndexState } from '../search/entity-index-state.ts';
import { entityIndex } from '../search/search.api.ts';
import { Choice } from '../ui/choice.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';

/** Collapses the keys of one word into one request. */
const TYPING_MS = 40;
const ALL = 'all';
const SORTS = [
  { value: 'mentions', label: 'Most mentioned' },
  { value: 'rising', label: 'Rising' },
  { value: 'name', label: 'By name' },
] as const;

/** All entities that are mentioned. */
export function EntitiesPage() {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const [text, setText] = useAddressText('q');
  const state = { ...entityIndexStateOf(params), q: useDebounced(text.trim(), TYPING_MS) };

  return (
    <PageFrame title="Entities" className="flex flex-col gap-6">
      <PageTitle title="Entities" subtitle="Everyone and everything that is mentioned." />
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          placeholder="Filter by name..."
          maxLength={200}
          value={text}
          onChange={setText}
          className="w-full sm:w-72"
        />
        <CategoryField
          state={state}
          onChange={(category) => setAddress({ category: category === ALL ? null : category }, 'push')}
        />
        <Choice
          label="Order"
          value={state.sort}
          options={SORTS}
          onChange={(sort) => setAddress({ sort: sort === 'mentions' ? null : sort }, 'push')}
        />
      </div>
      <EntityIndex
        state={state}
        onClear={() => {
          setText('');
          setAddress({ q: null, category: null }, 'push');
        }}
      />
    </PageFrame>
  );
}

interface CategoryFieldProps {
  state: EntityIndexState;
  onChange: (category: string) => void;
}

function CategoryField({ state, onChange }: CategoryFieldProps) {
  const { data } = useInfiniteQuery(entityIndex(String(entityIndexParamsOf(state))));
  const categories = (data?.pages[0]?.categories ?? []).map(({ value, label, count }) => ({
    value,
    label: `${label} (${count.toLocaleString('en-GB')})`,
  }));
  const isListed = state.category === '' || categories.some(({ value }) => value === state.category);

  return (
    <SelectField
      label="Category"
      hideLabel
      value={state.category === '' ? ALL : state.category}
      options={[
        { value: ALL, label: 'All categories' },
        ...categories,
        ...(isListed ? [] : [{ value: state.category, label: state.category }]),
      ]}
      onChange={onChange}
      className="w-full sm:w-56"
    />
  );
}
