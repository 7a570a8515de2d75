import { useQuery } from '@tanstack/react-query';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { projections } from '../projections/projections.api.ts';
import { ProjectorTable } from '../projections/projector-table.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export function ProjectionsPage() {
  return (
    <PageFrame title="Projections" className="flex flex-col gap-6">
      <PageTitle title="Projections" subtitle="The tables behind every page, and how far each has read the log." />
      <p className="text-ink-soft max-w-[76ch] text-pretty">
        Rebuild creates a projector's tables again from the whole log, beside the ones in use, and swaps them in once
        they have caught up. Pages show the old ones until then, and an interrupted rebuild loses nothing.
      </p>
      <section aria-label="Projections" className="bg-surface border-line overflow-hidden rounded-md border">
        <Projectors />
      </section>
    </PageFrame>
  );
}

function Projectors() {
  const query = useQuery(projections);

  return (
    <Fetched
      query={query}
      pending={
        <Loading label="Loading projections" className="divide-line divide-y">
          {[1, 2, 3, 4].map((row) => (
            <div key={row} className="flex flex-col gap-3 px-4 py-4">
              <Skeleton className="h-6 w-48" />
              <Skeleton className="h-9 w-80 max-w-full" />
            </div>
          ))}
        </Loading>
      }
      failed={<LoadingFailed query={query} level={2} title="Error loading projections" />}
      isEmpty={({ projections: all }) => all.length === 0}
      empty={
        <Notice level={2} title="No projections yet">
          They appear here as soon as the log is read.
        </Notice>
      }
    >
      {({ projections: all, foreignEvents }) => (
        <>
          {query.error !== null && (
            <p role="alert" className="bg-bad-soft text-bad px-4 py-2 wrap-anywhere">
              This list may be out of date: {query.error.message}
            </p>
          )}
          {foreignEvents === null && (
            <p role="alert" className="bg-warn-soft text-warn px-4 py-2">
              The event log does not answer, so how far these are behind it is unknown. Pages show what the tables hold.
            </p>
          )}
          <ProjectorTable projections={all} />
          {foreignEvents !== null && foreignEvents.count > 0 && (
            <p className="text-ink-soft border-line border-t px-4 py-3 text-[13px]">
              {foreignEvents.isMore && 'At least '}
              {foreignEvents.count.toLocaleString('en')} {foreignEvents.count === 1 ? 'event' : 'events'} of other
              applications in the event log {foreignEvents.count === 1 ? 'is' : 'are'} left out.
            </p>
          )}
        </>
      )}
    </Fetched>
  );
}
