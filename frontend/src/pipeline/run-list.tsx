import type { PipelineRunSummary } from '@earmark/contracts/pipeline';
import type { SeriesCard } from '@earmark/contracts/series';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { memo } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { formatDistance, formatMoment } from '../kit/date.ts';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { BulkChanges } from './bulk-changes.tsx';
import { runList } from './pipeline.api.ts';
import { runPath } from './run-filter.ts';
import type { RunFilter } from './run-filter.ts';
import { RunFilters } from './run-filters.tsx';
import { RunBadge } from './run-status.tsx';
import { formatElapsed, standingOf } from './run-words.ts';
import { useNow } from './use-now.ts';

interface RunListProps {
  filter: RunFilter;
  podcasts: readonly SeriesCard[];
  onFilter: (change: Partial<RunFilter>) => void;
  /** Leads to the episodes that wait. */
  onToProcess: () => void;
}

/** All runs: running ones, the queue in its order, then the others. */
export function RunList({ filter, podcasts, onFilter, onToProcess }: RunListProps) {
  const query = useInfiniteQuery(runList(filter));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);

  return (
    <section aria-label="Runs" className="bg-surface border-line overflow-hidden rounded-md border">
      <RunFilters filter={filter} podcasts={podcasts} counts={query.data?.counts} onFilter={onFilter} />
      {query.data !== undefined && <BulkChanges filter={filter} counts={query.data.counts} />}
      <Fetched
        query={query}
        pending={<RowSkeletons label="Loading runs" rows={6} />}
        failed={
          <LoadingFailed query={query} level={2} title="Error loading runs" className="min-h-52 justify-center" />
        }
        isEmpty={({ runs }) => runs.length === 0}
        empty={
          isFiltered ? (
            <Notice
              level={2}
              title="No runs match"
              className="min-h-52 justify-center"
              action={
                <Button
                  onClick={() =>
                    onFilter({
                      status: undefined,
                      podcast: undefined,
                      episode: undefined,
                      batch: undefined,
                      q: undefined,
                    })
                  }
                >
                  Show all runs
                </Button>
              }
            />
          ) : (
            <Notice
              level={2}
              title="No runs yet"
              className="min-h-52 justify-center"
              action={<Button onClick={onToProcess}>Choose episodes to process</Button>}
            >
              A run takes an episode through nine steps to a finished transcript.
            </Notice>
          )
        }
      >
        {({ runs }) => (
          <>
            <ol
              aria-label="Runs"
              aria-busy={query.isPlaceholderData}
              className={clsx(
                'divide-line divide-y transition-opacity duration-150',
                query.isPlaceholderData && 'opacity-60',
              )}
            >
              {runs.map((run) => (
                <li
                  key={run.id}
                  className="relative [contain-intrinsic-size:auto_61px] [content-visibility:auto] max-md:[contain-intrinsic-size:auto_112px]"
                >
                  <RunRow run={run} />
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

/** Rendered again only when its run has changed. */
const RunRow = memo(function RunRow({ run }: { run: PipelineRunSummary }) {
  const { id, number, episodeName, podcastName, status, requestedAt, requestedBy, stepsCompleted, totalSteps } = run;

  return (
    <article
      aria-label={`${episodeName}, run ${number}`}
      className="hover:bg-hover grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-2.5 md:grid-cols-[92px_minmax(0,5fr)_minmax(0,4fr)_168px] md:items-center"
    >
      <p className="max-md:col-start-2 max-md:row-start-1 max-md:text-right">
        <RunBadge status={status} />
      </p>
      <div className="min-w-0 max-md:col-start-1 max-md:row-start-1">
        <h3 className="truncate font-medium max-md:whitespace-normal">
          <Link
            to={runPath(id)}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--accent)"
          >
            {episodeName}
          </Link>
        </h3>
        <p className="text-ink-soft truncate text-[13px]">
          {podcastName}
          {number > 1 && ` · run ${number}`}
        </p>
      </div>
      <div className="min-w-0 text-[13px] max-md:col-span-2">
        <p className={status === 'failed' ? 'text-bad line-clamp-2 wrap-anywhere' : 'text-ink-soft truncate'}>
          {standingOf(run)}
        </p>
        {status === 'running' && (
          <div className="mt-1.5">
            <ProgressBar label={`Steps of ${episodeName}`} value={stepsCompleted} max={totalSteps} />
          </div>
        )}
      </div>
      <div className="text-ink-soft text-[13px] tabular-nums max-md:col-span-2 max-md:flex max-md:flex-wrap max-md:gap-x-2 md:text-right">
        <Taken run={run} />
        <p className="text-ink-faint" title={`${formatMoment(requestedAt)} by ${requestedBy}`}>
          <time dateTime={requestedAt}>{formatDistance(requestedAt)}</time>
        </p>
      </div>
    </article>
  );
});

/** How long it took, or takes so far. */
function Taken({ run: { startedAt, endedAt, status } }: { run: PipelineRunSummary }) {
  const now = useNow(status === 'running');
  if (startedAt === null) return null;
  const endMs = endedAt === null ? now : Date.parse(endedAt);

  return <p>{formatElapsed(Math.max(0, endMs - Date.parse(startedAt)))}</p>;
}
