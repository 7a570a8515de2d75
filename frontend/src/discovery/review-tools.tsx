import type { SeriesCard } from '@earmark/contracts/series';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { Keyboard, List, ListChecks, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { NamedViews } from './named-views.tsx';
import { ReviewFilters, SortField } from './review-filters.tsx';
import type { ViewNumbers } from './review-filters.tsx';
import type { ReviewView } from './review-view.ts';

interface ReviewToolsProps {
  view: ReviewView;
  /** Undefined until they have come. */
  numbers: ViewNumbers | undefined;
  podcasts: readonly SeriesCard[];
  types: readonly EntityTypeView[];
  isWide: boolean;
  /** Whether the list is shown in place of the card; null where both are, or nothing is found. */
  list: { readonly isShown: boolean; readonly onToggle: () => void } | null;
  onChange: (change: Partial<ReviewView>) => void;
  onDecisions: () => void;
  onKeys: () => void;
}

/** Named views, order and filters above the queue; on small screens behind a button. */
export function ReviewTools(props: ReviewToolsProps) {
  const { view, numbers, podcasts, types, isWide, list, onChange, onDecisions, onKeys } = props;
  const [areFiltersShown, setFiltersShown] = useState(false);

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {isWide ? (
          <>
            <NamedViews view={view} />
            <span className="mr-auto" />
            <SortField view={view} onChange={onChange} />
          </>
        ) : (
          <Button aria-expanded={areFiltersShown} onClick={() => setFiltersShown(!areFiltersShown)}>
            <ListFilter aria-hidden="true" className="size-4" />
            Filters
          </Button>
        )}
        {list !== null && (
          <Button aria-expanded={list.isShown} onClick={list.onToggle}>
            <List aria-hidden="true" className="size-4" />
            {list.isShown ? 'Card' : 'List'}
          </Button>
        )}
        <Button onClick={onDecisions}>
          <ListChecks aria-hidden="true" className="size-4" />
          Decisions
        </Button>
        <IconButton label="Keyboard shortcuts" onClick={onKeys} className="pointer-coarse:hidden">
          <Keyboard aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {!isWide && areFiltersShown && (
        <>
          <NamedViews view={view} />
          <SortField view={view} onChange={onChange} />
        </>
      )}
      {(isWide || areFiltersShown) && (
        <ReviewFilters view={view} numbers={numbers} podcasts={podcasts} types={types} onChange={onChange} />
      )}
    </>
  );
}
