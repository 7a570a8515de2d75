import type { PipelineRunView } from '@earmark/contracts/pipeline';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { formatMoment } from '../kit/date.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { isActive, runView } from './pipeline.api.ts';
import { RunActions } from './run-actions.tsx';
import { RunFiles } from './run-files.tsx';
import { runsOfEpisodePath } from './run-filter.ts';
import { RunLogPanel } from './run-log-panel.tsx';
import type { LogLine } from './run-log.ts';
import { RunNews } from './run-news.tsx';
import { withLines } from './run-progress.ts';
import { RunBadge, StreamBadge } from './run-status.tsx';
import { formatElapsed, outcomeOf, timeLeft } from './run-words.ts';
import { StepWaterfall } from './step-waterfall.tsx';
import { useNow } from './use-now.ts';
import { useRunEvents } from './use-run-events.ts';
import type { RunStreamState } from './use-run-events.ts';
import { workedMs } from './waterfall.ts';

interface RunPanelProps {
  runId: string;
  /** Whether it was just opened, so that the focus follows. */
  takesFocus: boolean;
  onBack: () => void;
  onRun: (id: string) => void;
}

/** A run: its steps to scale, its log from the beginning, and what can be done to it. */
export function RunPanel({ runId, takesFocus, onBack, onRun }: RunPanelProps) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) back.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const { data: known } = useQuery({ ...runView(runId), enabled: false });
  const events = useRunEvents(runId, known && isActive(known));
  const query = useQuery(runView(runId, events.state === 'live'));

  return (
    <div className="flex flex-col gap-4">
      <Button ref={back} variant="quiet" onClick={onBack} className="-ml-3 self-start">
        <ChevronLeft aria-hidden="true" className="size-4" />
        All runs
      </Button>
      <Fetched
        query={query}
        pending={
          <Loading label="Loading the run" className="flex flex-col gap-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-96" />
          </Loading>
        }
        failed={
          <section aria-label="Run" className="bg-surface border-line rounded-md border">
            <LoadingFailed query={query} level={2} title="Error loading the run" className="min-h-52 justify-center" />
          </section>
        }
      >
        {(run) => <Run view={run} lines={events.lines} stream={events.state} onRun={onRun} />}
      </Fetched>
    </div>
  );
}

interface RunProps {
  view: PipelineRunView;
  lines: readonly LogLine[];
  stream: RunStreamState;
  onRun: (id: string) => void;
}

function Run({ view, lines, stream, onRun }: RunProps) {
  const run = useMemo(() => withLines(view, lines), [view, lines]);

  return (
    <article
      aria-label={`Run ${run.number} of ${run.episodeName}`}
      className="bg-surface border-line rounded-md border"
    >
      <Header run={run} stream={stream} onRun={onRun} />
      <StepWaterfall run={run} />
      <RunFiles run={run} />
      <RunLogPanel run={run} lines={lines} />
      <RunNews run={run} />
    </article>
  );
}

interface HeaderProps {
  run: PipelineRunView;
  stream: RunStreamState;
  onRun: (id: string) => void;
}

function Header({ run, stream, onRun }: HeaderProps) {
  const { status, number, episodeName, episodeSlug, podcastName, podcastSlug, episodeUuid, errorMessage } = run;
  const episodePath = podcastSlug === null || episodeSlug === null ? null : `/podcasts/${podcastSlug}/${episodeSlug}`;

  return (
    <div className="border-line flex flex-col gap-3 border-b px-4 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="text-xl leading-7 font-semibold tracking-tight text-pretty wrap-anywhere">
              {episodePath === null ? (
                episodeName
              ) : (
                <Link to={episodePath} className="hover:text-accent">
                  {episodeName}
                </Link>
              )}
            </h2>
            <RunBadge status={status} />
            <StreamBadge state={stream} />
          </div>
          <p className="text-ink-soft text-[13px]">
            {podcastSlug === null ? (
              podcastName
            ) : (
              <Link to={`/podcasts/${podcastSlug}`} className="hover:text-accent">
                {podcastName}
              </Link>
            )}{' '}
            · run {number} ·{' '}
            <Link to={runsOfEpisodePath(episodeUuid)} className="text-accent underline underline-offset-2">
              all runs of this episode
            </Link>
          </p>
        </div>
        <RunActions run={run} onRun={onRun} />
      </div>
      <Facts run={run} />
      {/* Otherwise it stands at the step. */}
      {errorMessage !== null && status === 'failed' && run.steps.every((step) => step.status !== 'error') && (
        <Failure message={errorMessage} />
      )}
    </div>
  );
}

function Facts({ run }: { run: PipelineRunView }) {
  const { status, queuePosition, requestedBy, requestedAt, expectedMs, provider, model, skipTranscription } = run;
  const now = useNow(status === 'running');
  const worked = workedMs(run.steps, now);
  const left = status === 'running' ? timeLeft(expectedMs, worked) : null;
  const outcome = outcomeOf(run);

  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-[13px] sm:flex sm:flex-wrap sm:gap-x-8">
      <Fact name="Requested">
        <time dateTime={requestedAt}>{formatMoment(requestedAt)}</time> by {requestedBy}
      </Fact>
      {status === 'queued' && queuePosition !== null && <Fact name="Place in the queue">{queuePosition}</Fact>}
      <Fact name="Steps">
        {run.stepsCompleted} of {run.totalSteps}
        {skipTranscription && ', transcription skipped'}
      </Fact>
      {run.startedAt !== null && (
        <Fact name="Time">
          {formatElapsed(worked)}
          {left !== null && `, ${left}`}
        </Fact>
      )}
      {provider !== null && <Fact name="Transcript by">{model === null ? provider : `${provider}, ${model}`}</Fact>}
      {outcome !== null && <Fact name="Result">{outcome}</Fact>}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-faint text-xs">{name}</dt>
    <dd className="tabular-nums wrap-anywhere">{children}</dd>
  </div>
);
