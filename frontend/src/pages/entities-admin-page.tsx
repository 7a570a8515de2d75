import { NOISE_FILTERS, NOISE_SORTS, type PatternFileAnswer } from '@earmark/contracts/vocabulary';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { use, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from '../kit/router/routing.tsx';
import { me } from '../accounts/accounts.api.ts';
import { mayAct } from '../accounts/roles.ts';
import { DraftOwnerContext } from '../kit/draft-place.ts';
import { DuplicateList } from '../mentions/duplicate-list.tsx';
import { Button } from '../ui/button.tsx';
import { bothOf, Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { BehindNotice } from '../recounts/behind-notice.tsx';
import { recountList, useStartRecount } from '../recounts/recounts.api.ts';
import { CategoryForm } from '../vocabulary/category-form.tsx';
import { CategoryList } from '../vocabulary/category-list.tsx';
import { CountedPatterns, HEADING } from '../vocabulary/counted-patterns.tsx';
import { HeldNames } from '../vocabulary/held-names.tsx';
import { keptCategory } from '../vocabulary/kept-category.ts';
import type { CountsFilter } from '../vocabulary/noise.api.ts';
import { ImportOutcome, PatternFileButtons } from '../vocabulary/pattern-file.tsx';
import { entityTypes, patternTotals } from '../vocabulary/vocabulary.api.ts';
import { HistoryButton } from '../history/history-button.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useChangePreview } from '../recounts/pattern-preview.tsx';

export function EntitiesAdminPage() {
  const addButton = useRef<HTMLButtonElement>(null);
  const [, setParams] = useSearchParams();
  const owner = use(DraftOwnerContext);
  const [kept] = useState(() => keptCategory(owner));
  // A form that was left with something typed, as when its account had to sign in again, is open once more.
  const [isAdding, setAdding] = useState(() => kept.read() !== null);
  const [report, setReport] = useState<PatternFileAnswer | null>(null);
  const close = () => {
    setAdding(false);
    addButton.current?.focus();
  };

  return (
    <PageFrame title="Entity Management" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageTitle title="Entity Management" subtitle="What to look for in transcripts, by category." />
        <div className="grid grid-cols-2 gap-2 max-sm:w-full sm:flex">
          <PatternFileButtons onImported={setReport} />
          <Button
            ref={addButton}
            variant="solid"
            aria-expanded={isAdding}
            onClick={() => {
              kept.write(null);
              setAdding(!isAdding);
            }}
            className="max-sm:col-span-2"
          >
            <Plus aria-hidden="true" className="size-4" />
            Add category
          </Button>
        </div>
      </div>
      <Behind />
      {isAdding && (
        <CategoryForm
          kept={kept}
          onCreated={(name) => {
            close();
            setParams({ category: name }, { replace: true, preventScrollReset: true });
          }}
          onCancel={close}
        />
      )}
      {report !== null && <ImportOutcome report={report} onClose={() => setReport(null)} />}
      <HeldNames />
      <PatternCounts />
      <PossibleDuplicates />
      <section aria-labelledby="categories">
        <h2 id="categories" className="mb-3 text-[15px] font-semibold">
          Entity Categories
        </h2>
        <div className="bg-surface border-line overflow-hidden rounded-md border">
          <Categories />
        </div>
      </section>
    </PageFrame>
  );
}

/** What each pattern finds, opened on demand because everything is counted for it. Its filter is in the address. */
function PatternCounts() {
  const [params, setParams] = useSearchParams();
  const { data: types = [] } = useQuery(entityTypes);
  const preview = useChangePreview();
  const filter = filterIn(params);
  const set = (next: CountsFilter | null) =>
    setParams(
      (now) => {
        for (const key of ['show', 'sort', 'in']) now.delete(key);
        if (next !== null) now.set('show', next.show);
        if (next !== null && next.sort !== 'mentions') now.set('sort', next.sort);
        if (next !== null && next.entityTypeId !== '') now.set('in', next.entityTypeId);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <section aria-labelledby={HEADING}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id={HEADING} tabIndex={-1} className="text-[15px] font-semibold">
          Patterns by mentions
        </h2>
        <Button aria-expanded={filter !== null} onClick={() => set(filter === null ? NOISY : null)}>
          {filter === null ? 'Find noisy patterns' : 'Close'}
        </Button>
      </div>
      {filter === null ? (
        <p className="text-ink-soft text-pretty">
          How often each pattern is found, and which ones mostly find everyday words.
        </p>
      ) : (
        <div className="bg-surface border-line overflow-hidden rounded-md border">
          <CountedPatterns types={types} filter={filter} onFilter={set} preview={preview} />
        </div>
      )}
    </section>
  );
}

const NOISY: CountsFilter = { show: 'noisy', sort: 'mentions', entityTypeId: '', text: '' };

/** Null: closed. */
function filterIn(params: URLSearchParams): CountsFilter | null {
  const show = NOISE_FILTERS.find((one) => one === params.get('show'));
  if (show === undefined) return null;
  const sort = NOISE_SORTS.find((one) => one === params.get('sort')) ?? 'mentions';

  return { show, sort, entityTypeId: params.get('in') ?? '', text: '' };
}

/** For those who may merge entities. */
function PossibleDuplicates() {
  const { data: account } = useQuery(me);
  if (!account?.user || !mayAct(account.user.role, 'admin')) return null;

  return (
    <section aria-labelledby="duplicates">
      <h2 id="duplicates" className="mb-3 text-[15px] font-semibold">
        Possible duplicates
      </h2>
      <div className="bg-surface border-line rounded-md border">
        <DuplicateList />
      </div>
    </section>
  );
}

/** After a change of patterns, offers to recount everything with one click. */
function Behind() {
  const { data } = useInfiniteQuery(recountList);
  const navigate = useNavigate();
  const start = useStartRecount((id) => navigate(`/admin/recounts?recount=${id}`));
  if (data === undefined) return null;

  return (
    <BehindNotice behind={data.behind}>
      <Button
        aria-disabled={start.isPending}
        onClick={({ detail }) =>
          detail < 2 && !start.isPending && start.mutate({ podcastUuids: null, asOf: null, changes: null })
        }
      >
        Recount all
      </Button>
    </BehindNotice>
  );
}

function Categories() {
  const [params, setParams] = useSearchParams();
  const types = useQuery(entityTypes);
  const totals = useQuery(patternTotals);
  const preview = useChangePreview();
  const both = bothOf(types, totals);

  return (
    <Fetched
      query={both}
      pending={<CategorySkeletons />}
      failed={<LoadingFailed query={both} title="Error loading categories" />}
      isEmpty={([all]) => all.length === 0}
      empty={<Notice title="No categories yet">Add the first one: people, places, anything you want to find.</Notice>}
    >
      {([all, counts]) => (
        <CategoryList
          types={all}
          totals={counts}
          opened={params.get('category')}
          onOpen={(name) =>
            setParams(name === null ? {} : { category: name }, { replace: true, preventScrollReset: true })
          }
          preview={preview}
          history={({ kind, id, name }) => (
            <HistoryButton subject={{ kind, id }} name={name} isSmall={kind === 'pattern'} />
          )}
        />
      )}
    </Fetched>
  );
}

function CategorySkeletons() {
  return (
    <Loading label="Loading categories" className="divide-line divide-y">
      {[96, 128, 88, 104, 80, 112, 96].map((width, index) => (
        <div key={index} className="flex h-12 items-center gap-3 px-4">
          <Skeleton className="size-4" />
          <div style={{ width }}>
            <Skeleton className="h-7" />
          </div>
          <Skeleton className="ml-auto h-4 w-24" />
        </div>
      ))}
    </Loading>
  );
}
