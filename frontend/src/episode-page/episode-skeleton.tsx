import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { PageFrame } from '../ui/page-frame.tsx';

export function EpisodeSkeleton() {
  return (
    <PageFrame title="Episode">
      <h1 className="sr-only">Episode</h1>
      <Loading label="Loading episode" className="flex flex-col gap-5">
        <Skeleton className="h-8 w-36" />
        <div className="flex gap-4 sm:gap-5">
          <Skeleton className="size-16 shrink-0 sm:size-28" />
          <div className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-2 h-8 w-4/5" />
            <Skeleton className="mt-3 h-4 w-1/4" />
          </div>
        </div>
        <Skeleton className="h-14 w-3/5" />
        <div className="grid gap-6 min-[1100px]:grid-cols-[minmax(0,1fr)_320px]">
          <div className="bg-surface border-line rounded-md border p-4">
            <Skeleton className="h-5 w-60" />
            {LINES.map((line) => (
              <div key={line} className="mt-5 flex gap-4">
                <Skeleton className="h-4 w-16 shrink-0" />
                <Skeleton className={`h-4 ${line}`} />
              </div>
            ))}
          </div>
          <div className="bg-surface border-line hidden rounded-md border p-4 min-[1100px]:block">
            <Skeleton className="h-5 w-44" />
            <Skeleton className="mt-4 h-9 w-full" />
            {[0, 1, 2, 3, 4, 5].map((index) => (
              <Skeleton key={index} className="mt-4 h-6 w-full" />
            ))}
          </div>
        </div>
      </Loading>
    </PageFrame>
  );
}

const LINES = ['w-[60%]', 'w-[72%]', 'w-[48%]', 'w-[66%]', 'w-[75%]', 'w-[54%]', 'w-[70%]', 'w-[57%]', 'w-[63%]'];
