import { MOST_FACET_VALUES, type SearchFacets } from '@earmark/contracts/search';
import { clsx } from 'clsx';
import { Check, SlidersHorizontal, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import { foldName } from '@earmark/contracts/mentions';
import { Button, IconButton } from '../ui/button.tsx';
import type { Criterion, SearchCriteria, SearchState } from './search-state.ts';

const FOLDED_COUNT = 6;

interface FacetListsProps {
  facets: SearchFacets;
  state: SearchState;
  /** The search as the server understood it; null while it is asked again. */
  understood: SearchCriteria | null;
  onChange: (change: Partial<SearchState>) => void;
}

interface FacetKind {
  readonly key: keyof SearchFacets;
  readonly title: string;
  readonly change: (value: string) => Partial<SearchState>;
  readonly isChosen: (search: Chosen, facet: SearchFacets['years'][number]) => boolean;
}

type Chosen = Pick<SearchState, Criterion>;

const isSame = (text: string, { value, label }: { value: string; label: string }): boolean =>
  text !== '' && (text === value || foldName(text) === foldName(label) || text.toLowerCase() === value.toLowerCase());

const KINDS: readonly FacetKind[] = [
  {
    key: 'podcasts',
    title: 'Podcast',
    change: (podcast) => ({ podcast }),
    isChosen: ({ podcast }, facet) => isSame(podcast, facet),
  },
  {
    key: 'categories',
    title: 'Category',
    change: (category) => ({ category }),
    isChosen: ({ category }, facet) => isSame(category, facet),
  },
  {
    key: 'entities',
    title: 'Entity',
    change: (entity) => ({ entity }),
    isChosen: ({ entity }, facet) => isSame(entity, facet),
  },
  {
    key: 'speakers',
    title: 'Speaker',
    change: (speaker) => ({ speaker }),
    isChosen: ({ speaker }, facet) => isSame(speaker, facet),
  },
  {
    key: 'years',
    title: 'Year',
    change: (year) => ({ from: year, to: year }),
    isChosen: ({ from, to }, { value }) => from === value && to === value,
  },
];

/** How many episodes each criterion would leave, as switches. */
export function FacetLists(props: FacetListsProps) {
  return KINDS.map((kind) => <FacetList key={kind.key} kind={kind} {...props} />);
}

const isChosenBy = (
  { state, understood }: FacetListsProps,
  { isChosen }: FacetKind,
  facet: SearchFacets['years'][number],
) => isChosen(state, facet) || (understood !== null && isChosen(understood, facet));

function FacetList({ kind, ...props }: FacetListsProps & { kind: FacetKind }) {
  const { facets, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const all = facets[kind.key];
  const shown = isOpen ? all : all.filter((facet, index) => index < FOLDED_COUNT || isChosenBy(props, kind, facet));
  if (all.length === 0) return null;

  return (
    <section aria-label={kind.title}>
      <h3 className="text-ink-soft pb-1 text-[13px] font-medium">{kind.title}</h3>
      <ul>
        {shown.map((facet) => {
          const isChosen = isChosenBy(props, kind, facet);

          return (
            <li key={facet.value}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChange(kind.change(isChosen ? '' : facet.value))}
                className={clsx(
                  '-mx-2 flex min-h-7 w-[calc(100%+16px)] items-center gap-2 rounded px-2 text-left text-[13px] pointer-coarse:min-h-11',
                  isChosen ? 'bg-accent-soft text-accent-strong font-medium' : 'hover:bg-hover',
                )}
              >
                <span className="min-w-0 flex-1 truncate" title={facet.label}>
                  {facet.label}
                </span>
                {isChosen && <Check aria-hidden="true" className="size-3.5 shrink-0" />}
                <span className={clsx('shrink-0 tabular-nums', !isChosen && 'text-ink-faint')}>
                  {facet.count.toLocaleString('en-GB')}
                  <span className="sr-only"> {facet.count === 1 ? 'episode' : 'episodes'}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {all.length > FOLDED_COUNT && (
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="-ml-3 h-7!">
          {isOpen ? 'Show fewer' : moreLabel(all.length)}
        </Button>
      )}
    </section>
  );
}

/** There may be more values than the server names; a chosen one may come after the first. */
const moreLabel = (count: number): string =>
  count < MOST_FACET_VALUES ? `Show all ${count}` : `Show the first ${MOST_FACET_VALUES}`;

/** The facets on small screens. */
export function FacetSheet({ total, ...props }: FacetListsProps & { total: string }) {
  const chosen = KINDS.filter((kind) => props.facets[kind.key].some((facet) => isChosenBy(props, kind, facet)));
  if (KINDS.every(({ key }) => props.facets[key].length === 0)) return null;

  return (
    <Dialog.Root>
      <Dialog.Trigger asChild>
        <Button>
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          Narrow down{chosen.length > 0 && ` (${chosen.length})`}
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="sheet bg-surface shadow-float fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[85dvh] max-w-140 flex-col rounded-t-xl"
        >
          <div className="border-line flex items-center justify-between border-b py-2 pr-2 pl-4">
            <Dialog.Title className="text-[15px] font-semibold">Narrow down</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="flex min-h-0 flex-col gap-5 overflow-y-auto overscroll-contain p-4">
            <FacetLists {...props} />
          </div>
          <div className="border-line border-t p-3">
            <Dialog.Close asChild>
              <Button variant="solid" className="w-full">
                Show {total}
              </Button>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
