import type { ProcessingHistoryItem } from '@earmark/contracts/pipeline';
import { PIPELINE_STEPS } from '@earmark/contracts/pipeline';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { formatMoment } from '../kit/date.ts';
import { Badge } from '../ui/badge.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { processingHistory } from './pipeline.api.ts';
import { runPath, runsOfEpisodePath } from './run-filter.ts';
import { StepMore } from './step-waterfall.tsx';

const STATUSES = {
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  in_progress: { label: 'In progress', tone: 'accent' },
} as const;

/** What was processed, with the details of each step. */
export function ProcessingHistory() {
  const query = useInfiniteQuery(processingHistory);

  return (
    <section aria-labelledby="processing-history" className="bg-surface border-line rounded-md border">
      <h2 id="processing-history" className="border-line border-b px-4 py-3.5 text-[15px] font-semibold">
        Processing History
      </h2>
      <Fetched
        query={query}
        pending={<RowSkeletons label="Loading the history" rows={4} />}
        failed={
          <LoadingFailed
            query={query}
            level={3}
            title="Error loading the history"
            className="min-h-52 justify-center"
          />
        }
        isEmpty={({ pages }) => pages.every(({ history }) => history.length === 0)}
        empty={<p className="text-ink-soft px-6 py-10 text-center">No processing history yet.</p>}
      >
        {({ pages }) => (
          <>
            <ol aria-label="Processing History" className="divide-line divide-y">
              {pages
                .flatMap(({ history }) => history)
                .map((item) => (
                  <li key={item.id}>
                    <Item item={item} />
                  </li>
                ))}
            </ol>
            <NextPage query={query} />
          </>
        )}
      </Fetched>
    </section>
  );
}

const Item = memo(function Item({ item }: { item: ProcessingHistoryItem }) {
  const { id, status, episodeUuid, episodeName, startedAt, completedAt, errorMessage, stepDetails } = item;
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const { label, tone } = STATUSES[status];

  return (
    <article aria-label={episodeName} className="flex flex-col gap-2 px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="leading-5 font-medium text-pretty wrap-anywhere">
          <Link to={runPath(id)} className="hover:text-accent pointer-coarse:py-3">
            {episodeName}
          </Link>
        </h3>
        <Badge tone={tone}>{label}</Badge>
        <Link
          to={runsOfEpisodePath(episodeUuid)}
          className="text-accent text-[13px] underline underline-offset-2 sm:ml-auto pointer-coarse:py-3"
        >
          All runs of this episode
        </Link>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-[13px] sm:grid-cols-5">
        <Fact name="Started">{startedAt === null ? 'not yet' : formatMoment(startedAt)}</Fact>
        <Fact name="Completed">{completedAt === null ? 'not yet' : formatMoment(completedAt)}</Fact>
        <Fact name="Steps">
          {item.stepsCompleted} of {item.totalSteps}
        </Fact>
        <Fact name="Segments">{numberOf(item.segmentsProcessed)}</Fact>
        <Fact name="Entities">{numberOf(item.entitiesExtracted)}</Fact>
      </dl>
      {errorMessage !== null && <p className="text-bad text-[13px] text-pretty wrap-anywhere">{errorMessage}</p>}
      <div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={() => setOpen(!isOpen)}
          className="text-ink-soft hover:text-ink -ml-1 inline-flex items-center gap-1 rounded px-1 text-[13px] font-medium pointer-coarse:min-h-11"
        >
          <ChevronRight
            aria-hidden="true"
            className={clsx('size-4 transition-transform duration-150', isOpen && 'rotate-90')}
          />
          Step details
        </button>
        <div id={details} hidden={!isOpen}>
          {isOpen && <StepDetails details={stepDetails} />}
        </div>
      </div>
    </article>
  );
});

const NO_WARNINGS: readonly string[] = [];

function StepDetails({ details }: { details: ProcessingHistoryItem['stepDetails'] }) {
  if (details.length === 0) return <p className="text-ink-soft py-2 text-[13px]">No step has begun.</p>;

  return (
    <ol
      aria-label="Steps"
      // Focusable, so that it can be scrolled with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border-line divide-line mt-2 max-h-96 divide-y overflow-y-auto rounded-md border focus-visible:-outline-offset-2"
    >
      {details.map((detail) => (
        <li key={detail.step} className="px-3 py-2 text-[13px]">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">
              <span className="text-ink-faint mr-1.5 tabular-nums">{detail.step}</span>
              {PIPELINE_STEPS[detail.step] ?? `Step ${detail.step}`}
            </span>
            <span className={detail.status === 'error' ? 'text-bad' : 'text-ink-soft'}>{detail.status}</span>
            {detail.timestamp !== null && (
              <time dateTime={detail.timestamp} className="text-ink-faint ml-auto tabular-nums">
                {formatMoment(detail.timestamp)}
              </time>
            )}
          </p>
          <p className="text-ink-soft text-pretty wrap-anywhere">{detail.message}</p>
          <StepMore step={{ ...detail, warnings: NO_WARNINGS }} />
        </li>
      ))}
    </ol>
  );
}

const numberOf = (count: number | null): string => (count === null ? '–' : count.toLocaleString('en-GB'));

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-ink-faint text-xs">{name}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
);
