import type { ProjectionView } from '@earmark/contracts/projections';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { useProjectorOrder } from './projections.api.ts';
import { StoppedAt } from './stopped-at.tsx';

const STATES = {
  live: { label: 'Live', tone: 'good' },
  behind: { label: 'Behind', tone: 'warn' },
  rebuilding: { label: 'Rebuilding', tone: 'accent' },
  stopped: { label: 'Stopped', tone: 'bad' },
  unknown: { label: 'Unknown', tone: 'plain' },
} as const;

/** The projectors with their progress, their tables, and buttons to rebuild or retry. */
export function ProjectorTable({ projections }: { projections: readonly ProjectionView[] }) {
  return (
    <ul aria-label="Projectors" className="divide-line divide-y">
      {projections.map((projection) => (
        <li key={projection.name}>
          <Projector projection={projection} />
        </li>
      ))}
    </ul>
  );
}

function Projector({ projection }: { projection: ProjectionView }) {
  const { name, version, builtVersion, state, position, head, lag, lagIsMore, progress, failure, outcome, tables } =
    projection;
  const { label, tone } = STATES[state];

  return (
    <section aria-label={name} className="flex flex-col gap-3 px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-[15px] font-semibold">{name}</h2>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-ink-faint text-[13px]">
          version {version}
          {builtVersion !== null && builtVersion !== version && `, showing version ${builtVersion}`}
        </span>
        <Orders projection={projection} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-[repeat(4,minmax(0,10rem))]">
        <Fact name="Position">
          {position}
          {head !== null && ` of ${head}`}
        </Fact>
        <Fact name="Lag">
          {lagIsMore && 'more than '}
          {lag === null ? 'unknown' : counted(lag, 'event', 'events')}
        </Fact>
        <Fact name="Rate">{rate(projection.eventsPerSecond)}</Fact>
        <Fact name="Rows">
          {tables.some(({ isEstimate }) => isEstimate) && 'about '}
          {tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en')}
        </Fact>
      </dl>
      {outcome !== null && outcome !== DONE && (
        <p className="text-warn text-[13px] wrap-anywhere">The last rebuild or retry failed: {outcome}</p>
      )}
      {progress !== null && <Progress name={name} progress={progress} />}
      {failure !== null && <StoppedAt failure={failure} />}
      <Tables tables={tables} />
    </section>
  );
}

function Orders({ projection: { name, state } }: { projection: ProjectionView }) {
  const rebuild = useProjectorOrder('rebuild');
  const retry = useProjectorOrder('retry');

  return (
    <div className="ml-auto flex gap-2">
      {state === 'stopped' && (
        <Button
          variant="solid"
          aria-label={`Retry ${name}`}
          aria-disabled={retry.isPending}
          onClick={() => !retry.isPending && retry.mutate(name)}
        >
          Retry
        </Button>
      )}
      <Button
        aria-label={`Rebuild ${name}`}
        disabled={state === 'rebuilding'}
        aria-disabled={rebuild.isPending}
        onClick={() => !rebuild.isPending && rebuild.mutate(name)}
      >
        Rebuild
      </Button>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-faint text-xs">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

function Progress({ name, progress }: { name: string; progress: NonNullable<ProjectionView['progress']> }) {
  const { percent, eventsPerSecond, secondsLeft } = progress;

  return (
    <div>
      <ProgressBar label={`Rebuild of ${name}`} value={percent} max={100} />
      <p className="text-ink-soft mt-1 text-[13px] tabular-nums">
        {Math.floor(percent)}% · {rate(eventsPerSecond)}
        {secondsLeft !== null && ` · about ${timeLeft(secondsLeft)} left`}
      </p>
    </div>
  );
}

function Tables({ tables }: { tables: ProjectionView['tables'] }) {
  return (
    <details className="group">
      <summary className="text-ink-soft hover:text-ink w-fit cursor-pointer rounded text-[13px] pointer-coarse:py-3">
        {counted(tables.length, 'table', 'tables')}
      </summary>
      <ul aria-label="Tables" className="mt-2 grid gap-x-10 gap-y-1 text-[13px] sm:grid-cols-2">
        {tables.map(({ name, rows, isEstimate }) => (
          <li key={name} className="border-line flex justify-between gap-4 border-b py-1">
            <code className="min-w-0 font-sans wrap-anywhere">{name}</code>
            <span className="text-ink-soft shrink-0 tabular-nums">
              {isEstimate && 'about '}
              {counted(rows, 'row', 'rows')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The state the server reports once an order has been carried out. */
const DONE = 'done';

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const rate = (eventsPerSecond: number): string => `${Math.round(eventsPerSecond).toLocaleString('en')} events/s`;

const timeLeft = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
