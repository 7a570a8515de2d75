import type { RecountDifference, RecountSummary } from '@earmark/contracts/recounts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import type { Scope } from '../mentions/why.api.ts';
import { DifferenceTable } from './difference-table.tsx';
import type { DifferenceTableProps } from './difference-table.tsx';
import type { PreviewActions } from './preview-passages.tsx';
import { RecountPassages } from './recount-passages.tsx';
import { counted, revertWords } from './recount-words.ts';
import { recountDifferences, usePublishRecount, useRecountOrder, useRevertPublication } from './recounts.api.ts';
import type { Order, RecountDraft } from './recounts.api.ts';
import { TextFilter } from '../ui/text-filter.tsx';
import { Totals } from './totals.tsx';

export interface RecountResultProps {
  recount: RecountSummary;
  /** Link to the page of a difference. */
  linkTo: (difference: RecountDifference) => string;
  /** Actions on the passages of a difference. */
  actions: PreviewActions;
  /** Scope of the recount; null for several podcasts. */
  scope: Scope | null;
  again: CountAgain;
}

interface CountAgain {
  isPending: boolean;
  onStart: (draft: RecountDraft) => void;
}

/** Compares the result of a recount with the live numbers. */
export function RecountResult({ recount, linkTo, actions, scope, again }: RecountResultProps) {
  const { status, before, after, overtaken } = recount;
  const live = liveOf(recount);

  return (
    <>
      <div className="border-line flex flex-col gap-3 border-b p-4">
        {before !== null && after !== null && (
          <Totals
            before={before}
            after={after}
            number={live && scope && { entity: null, scope }}
            live={live ?? 'before'}
            className="text-lg font-semibold"
          />
        )}
        {overtaken === null ? (
          <Decision recount={recount} />
        ) : (
          <Overtaken recount={recount} asOf={overtaken.asOf} again={again} />
        )}
      </div>
      {status === 'published' && before === null ? (
        <Notice title="Nothing to compare">The comparison of this recount is no longer kept.</Notice>
      ) : (
        <Comparison recount={recount} linkTo={linkTo} actions={actions} scope={scope} />
      )}
    </>
  );
}

/** Which of its numbers the pages show; null after another publication or revert, or once an episode has changed. */
function liveOf({ status, inForce, overtaken, changedSince }: RecountSummary): 'before' | 'after' | null {
  if (status !== 'published') return overtaken === null && changedSince === 0 ? 'before' : null;

  return inForce?.later ? null : 'after';
}

function Comparison({ recount, linkTo, actions, scope }: Omit<RecountResultProps, 'again'>) {
  const { id, status } = recount;
  const [order, setOrder] = useState<Order>({ by: 'entity', sort: 'absolute' });
  const [text, setText] = useState<string>();

  return (
    <>
      <div className="border-line flex flex-wrap items-center gap-x-6 gap-y-2 border-b px-4 py-2.5">
        <Choice
          label="Differences by"
          value={order.by}
          options={[
            { value: 'entity', label: 'Entities' },
            { value: 'podcast', label: 'Podcasts' },
            { value: 'episode', label: 'Episodes' },
          ]}
          onChange={(by) => setOrder({ ...order, by })}
        />
        <Choice
          label="Order"
          value={order.sort}
          options={[
            { value: 'absolute', label: 'Largest change' },
            { value: 'relative', label: 'Largest in percent' },
          ]}
          onChange={(sort) => setOrder({ ...order, sort })}
        />
        <TextFilter placeholder="Search differences" value={text} onChange={setText} className="w-full sm:w-64" />
      </div>
      <Differences
        id={id}
        order={order}
        text={text}
        linkTo={linkTo}
        live={liveOf(recount)}
        scope={scope}
        passages={(difference) => (
          <RecountPassages recountId={id} difference={difference} isPublished={status === 'published'} {...actions} />
        )}
      />
    </>
  );
}

function Decision({ recount }: { recount: RecountSummary }) {
  const { id, status, episodes, before, after, only, changedSince } = recount;
  const publish = usePublishRecount();
  const revert = useRevertPublication();
  const isPending = publish.isPending || revert.isPending;
  if (status === 'published')
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-ink-soft max-w-[76ch] text-pretty">Published. {revertWords(recount)}</p>
        <Button onClick={() => !isPending && revert.mutate(id)} aria-disabled={isPending}>
          {revert.isPending ? 'Reverting…' : 'Revert publication'}
        </Button>
      </div>
    );

  return (
    <div className="flex flex-col gap-3">
      {changedSince > 0 && <ChangedSince id={id} episodes={changedSince} />}
      <p className="text-ink-soft max-w-[76ch] text-pretty">
        Publishing makes{' '}
        {changedSince > 0 ? 'the episodes of these podcasts' : counted(episodes, 'episode', 'episodes')} use{' '}
        {only === null ? 'these patterns' : 'these changes, and no others'}
        {changedSince === 0 &&
          `, so that all pages show ${counted(after?.mentions ?? 0, 'mention', 'mentions')} instead of ${(before?.mentions ?? 0).toLocaleString('en-GB')}`}
        ; it can be undone.
      </p>
      <GoOrDiscard
        id={id}
        label={publish.isPending ? 'Publishing…' : 'Publish'}
        isPending={isPending}
        onGo={() => publish.mutate(id)}
      />
    </div>
  );
}

/** Its counts are those of a moment: texts, decisions and new episodes since then are not in them. */
function ChangedSince({ id, episodes }: { id: string; episodes: number }) {
  const resume = useRecountOrder('resume');

  return (
    <div className="bg-warn-soft flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md px-4 py-3">
      <p className="text-pretty">
        {counted(episodes, 'episode was', 'episodes were')} added or changed since this was counted, so pages may show
        other numbers.
      </p>
      <Button onClick={() => !resume.isPending && resume.mutate(id)} aria-disabled={resume.isPending}>
        {episodes === 1 ? 'Count this episode again' : 'Count these episodes again'}
      </Button>
    </div>
  );
}

interface OvertakenProps {
  recount: RecountSummary;
  asOf: string | null;
  again: CountAgain;
}

/** The recount can no longer be published, because pages no longer show the numbers it is compared with. */
function Overtaken({ recount: { id, podcastUuids, only }, asOf, again }: OvertakenProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="bg-warn-soft rounded-md px-4 py-3 text-pretty">
        Another recount was published or reverted after this one started. Its “before” counts may no longer match the
        pages, and it can no longer be published.
      </p>
      <GoOrDiscard
        id={id}
        label={again.isPending ? 'Starting…' : 'Count again'}
        isPending={again.isPending}
        onGo={() => again.onStart({ podcastUuids, asOf, changes: only && only.eventIds })}
      />
    </div>
  );
}

interface GoOrDiscardProps {
  id: string;
  label: string;
  isPending: boolean;
  onGo: () => void;
}

function GoOrDiscard({ id, label, isPending, onGo }: GoOrDiscardProps) {
  const discard = useRecountOrder('discard');
  const isBusy = isPending || discard.isPending;

  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="solid" onClick={() => !isBusy && onGo()} aria-disabled={isBusy}>
        {label}
      </Button>
      <Button onClick={() => !isBusy && discard.mutate(id)} aria-disabled={isBusy}>
        Discard
      </Button>
    </div>
  );
}

interface DifferencesProps extends Pick<DifferenceTableProps, 'linkTo' | 'live' | 'scope' | 'passages'> {
  id: string;
  order: Order;
  /** Searched for; undefined: all are shown. */
  text: string | undefined;
}

function Differences({ id, order, text, ...row }: DifferencesProps) {
  const query = useInfiniteQuery(recountDifferences(id, order, text));

  return (
    <Fetched
      query={query}
      pending={
        <Loading label="Loading differences" className="flex flex-col gap-3 p-4">
          {[0, 1, 2, 3].map((place) => (
            <Skeleton key={place} className="h-6" />
          ))}
        </Loading>
      }
      failed={<LoadingFailed query={query} title="Error loading differences" />}
      isEmpty={({ pages }) => pages.every(({ differences }) => differences.length === 0)}
      empty={
        <Notice title={text === undefined ? 'No number changes' : 'No difference found'}>
          {text !== undefined
            ? `No difference has “${text}” in its name.`
            : row.live === null
              ? 'These patterns found exactly what was shown then.'
              : 'These patterns find exactly what is shown already.'}
        </Notice>
      }
    >
      {({ pages }) => (
        <>
          <DifferenceTable
            differences={pages.flatMap(({ differences }) => differences)}
            by={order.by}
            {...row}
            isOld={query.isPlaceholderData}
          />
          <NextPage query={query} />
        </>
      )}
    </Fetched>
  );
}
