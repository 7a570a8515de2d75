import type { CandidateCard, DiscoveredEntity } from '@earmark/contracts/discovery';
import type { SeriesCard } from '@earmark/contracts/series';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useAddress } from '../kit/address.ts';
import { useMediaQuery } from '../kit/media-query.ts';
import { KeysDialog } from '../ui/keys-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { notify } from '../ui/toast.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { concernedBy, useBulk } from './bulk.ts';
import { isDecided, nextOpen } from './card-state.ts';
import { CardView } from './card-view.tsx';
import { DecisionList } from './decision-list.tsx';
import { useDecisions } from './decisions.ts';
import { getAllPicked, viewNumbers } from './discovery.api.ts';
import { KeyHint } from './key-hint.tsx';
import { Queue } from './queue.tsx';
import { REVIEW_SHORTCUTS } from './review-keys.ts';
import { ReviewProgress } from './review-progress.tsx';
import { ReviewTools } from './review-tools.tsx';
import { addressOf, isNarrowed } from './review-view.ts';
import type { ReviewView } from './review-view.ts';
import { useOthers } from './use-others.ts';
import { useQueue } from './use-queue.ts';
import { useScopes } from './scopes.ts';
import { useSelection } from './use-selection.ts';
import type { Verdict } from './verdict.ts';

interface ReviewTabProps {
  view: ReviewView;
  username: string;
  podcasts: readonly SeriesCard[];
  types: readonly EntityTypeView[];
}

/** The queue on the left, the evidence on the right; on a phone one card at a time. */
export function ReviewTab({ view, username, podcasts, types }: ReviewTabProps) {
  const setAddress = useAddress();
  const isWide = useMediaQuery('(min-width: 1024px)');
  const viewKey = JSON.stringify(view);
  const { query, cards, current, isSeeking, loadMore, open } = useQueue(view);
  const { data: numbers } = useQuery(viewNumbers(view));
  const selection = useSelection(viewKey, cards);
  const { decide, undo, news } = useDecisions(username, open);
  const bulk = useBulk(username);
  const scopes = useScopes();
  const others = useOthers(view, cards, query.data !== undefined);
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const [dialog, setDialog] = useState<'keys' | 'decisions' | null>(null);
  const [isListShown, setListShown] = useState(false);
  const skipped = useRef(new Set<string>());
  const pane = useRef<HTMLDivElement>(null);
  const byName = useMemo(() => new Map(types.map((type) => [type.name, type])), [types]);
  const card = cards[current];
  const total = query.data?.pages[0]?.total.cards ?? 0;
  const change = (next: Partial<ReviewView>) => setAddress({ ...addressOf(next), at: null }, 'push');

  const goTo = useCallback(
    (index: number) => {
      const next = cards[index];
      if (next === undefined) return;
      open(next.key);
      const top = pane.current?.getBoundingClientRect().top ?? 0;
      // The next card is read from its beginning.
      if (top < 0) pane.current?.scrollIntoView({ block: 'start' });
    },
    [cards, open],
  );
  const openAt = useCallback(
    (index: number) => {
      goTo(index);
      setListShown(false);
    },
    [goTo],
  );
  const onDecide = (one: CandidateCard, members: readonly DiscoveredEntity[], verdict: Verdict) => {
    decide(one, members, verdict);
    if (verdict.kind === 'approve' || verdict.kind === 'reject') goTo(nextOpen(cards, current, skipped.current));
  };
  const move = (by: 1 | -1, isSelecting: boolean) => {
    const next = Math.max(0, Math.min(cards.length - 1, current + by));
    if (isSelecting) selection.extend(current, next);
    goTo(next);
  };
  const skip = () => {
    if (card === undefined) return;
    skipped.current.add(card.key);
    goTo(nextOpen(cards, current, skipped.current));
  };
  const askBulk = (kind: 'approve' | 'reject' | null) => {
    if (kind === null || concernedBy(kind, selection.picked).length > 0) setAsked(kind);
  };
  const runBulk = (kind: 'approve' | 'reject') => {
    const picked = concernedBy(kind, selection.picked);
    selection.clear();
    void bulk.run({ kind, picked, scope: kind === 'approve' ? scopes.approve : scopes.reject });
  };
  const takeAll = async () => {
    try {
      const { picked, isComplete } = await getAllPicked(view);
      selection.takeAll(picked);
      if (!isComplete) notify('The first 5,000 are selected', 'Decide about these, then select the rest.');
    } catch (error) {
      notify('They could not be selected', {
        detail: error instanceof Error ? error.message : String(error),
        isDestructive: true,
      });
    }
  };
  const reload = () => {
    others.onLoaded();
    skipped.current.clear();
    void query.refetch();
  };
  const isFinished = cards.length > 0 && !query.hasNextPage && view.status === 'pending' && cards.every(isDecided);
  const queue = (
    <section aria-label="Candidates" className="min-w-0">
      {isWide && numbers !== undefined && <ReviewProgress progress={numbers.progress} />}
      <BulkBar
        picked={selection.picked}
        cards={selection.keys.size}
        total={numbers?.total.candidates ?? total}
        isAll={selection.isAll}
        progress={bulk.progress}
        asked={asked}
        onAsk={askBulk}
        onRun={runBulk}
        onAll={takeAll}
        onClear={selection.clear}
        onStop={bulk.stop}
      />
      <Queue
        cards={cards}
        total={total}
        current={current}
        selected={selection.keys}
        failures={news.failures}
        isOfAll={view.status === undefined}
        types={byName}
        onOpen={openAt}
        onSelect={selection.toggle}
        onNearEnd={loadMore}
      />
      {query.isFetchNextPageError && (
        <p role="alert" className="text-bad border-line border-t px-3 py-2 text-[13px]">
          More could not be loaded. {query.error?.message}{' '}
          <button type="button" className="underline" onClick={() => void query.fetchNextPage()}>
            Try again
          </button>
        </p>
      )}
    </section>
  );

  return (
    <div className="flex flex-col gap-4">
      <ReviewTools
        view={view}
        numbers={numbers}
        podcasts={podcasts}
        types={types}
        isWide={isWide}
        list={cards.length > 0 && !isWide ? { isShown: isListShown, onToggle: () => setListShown(!isListShown) } : null}
        onChange={change}
        onDecisions={() => setDialog('decisions')}
        onKeys={() => setDialog('keys')}
      />
      {others.hasNew && (
        <output className="bg-accent-soft flex flex-wrap items-center gap-3 rounded-md px-3 py-2 text-[13px]">
          New candidates have been found since this list was loaded.
          <Button onClick={reload}>Load them</Button>
        </output>
      )}
      {!isWide && numbers !== undefined && (
        <div className="border-line overflow-hidden rounded-md border">
          <ReviewProgress progress={numbers.progress} />
        </div>
      )}
      <div ref={pane} className="bg-surface border-line scroll-mt-16 rounded-md border">
        <Fetched
          query={isSeeking ? { ...query, data: undefined, error: null } : query}
          pending={<RowSkeletons label="Loading candidates" rows={7} />}
          failed={<LoadingFailed query={query} title="Error loading candidates" className="min-h-80 justify-center" />}
          isEmpty={() => cards.length === 0}
          empty={
            <NothingHere
              view={view}
              onClear={() =>
                change({ type: undefined, band: undefined, podcast: undefined, episode: undefined, q: undefined })
              }
            />
          }
        >
          {() => (
            <div className="lg:grid lg:grid-cols-[minmax(300px,2fr)_minmax(0,3fr)]">
              {(isWide || isListShown) && (
                <div className="lg:border-line lg:sticky lg:top-14 lg:self-start lg:border-r">{queue}</div>
              )}
              {(isWide || !isListShown) && card !== undefined && (
                <div className="min-w-0 overflow-x-clip">
                  <Standing news={news} place={current + 1} total={total} onUndo={() => void undo()} />
                  {isFinished && (
                    <Notice
                      title="Everything in this view is decided"
                      action={<Button onClick={reload}>Load again</Button>}
                    >
                      Change the filters, or find more candidates on the tab Batch Discovery.
                    </Notice>
                  )}
                  <CardView
                    card={card}
                    types={types}
                    failure={news.failures.get(card.key) ?? null}
                    onDecide={onDecide}
                    onMove={move}
                    onSkip={skip}
                    onUndo={() => void undo()}
                    onShowKeys={() => setDialog('keys')}
                    onBulk={selection.keys.size > 0 ? askBulk : null}
                  />
                </div>
              )}
            </div>
          )}
        </Fetched>
      </div>
      {dialog === 'keys' && <KeysDialog shortcuts={REVIEW_SHORTCUTS} isOpen onClose={() => setDialog(null)} />}
      {dialog === 'decisions' && <DecisionList onClose={() => setDialog(null)} />}
    </div>
  );
}

interface StandingProps {
  news: ReturnType<typeof useDecisions>['news'];
  place: number;
  total: number;
  onUndo: () => void;
}

/** Which card this is, and what was decided last. */
function Standing({ news: { latest, pending }, place, total, onUndo }: StandingProps) {
  return (
    <div className="border-line bg-canvas flex min-h-10 flex-wrap items-center gap-x-3 border-b px-4 py-1 text-[13px] sm:px-5">
      <span className="text-ink-soft tabular-nums">
        {place.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')}
      </span>
      <output className="min-w-0 flex-1 truncate">
        {latest !== null && (latest.isUndone ? `Undone: ${latest.sentence}` : latest.sentence)}
      </output>
      {pending > 0 && <span className="text-ink-faint">Saving…</span>}
      {latest !== null && !latest.isUndone && (
        <Button variant="quiet" className="px-2" onClick={onUndo}>
          <Undo2 aria-hidden="true" className="size-3.5" />
          Undo <KeyHint>u</KeyHint>
        </Button>
      )}
    </div>
  );
}

function NothingHere({ view, onClear }: { view: ReviewView; onClear: () => void }) {
  if (isNarrowed(view))
    return (
      <Notice
        title="No candidates match"
        action={<Button onClick={onClear}>Clear filters</Button>}
        className="min-h-80 justify-center"
      />
    );

  return (
    <Notice
      title={view.status === 'pending' ? 'Nothing is waiting for a decision' : 'No candidates yet'}
      className="min-h-80 justify-center"
    >
      Candidates come from a search of processed episodes: choose some on the tab Batch Discovery.
    </Notice>
  );
}
