import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { PageFrame } from '../ui/page-frame.tsx';

export function EntitySkeleton() {
  return (
    <PageFrame title="Entity">
      <h1 className="sr-only">Entity</h1>
      <Loading label="Loading entity" className="flex flex-col gap-6">
        <div className="flex gap-4">
          <Skeleton className="size-14 sm:size-16" />
          <div className="flex-1">
            <Skeleton className="h-8 w-64 max-w-full" />
            <Skeleton className="mt-2 h-4 w-80 max-w-full" />
          </div>
        </div>
        <Skeleton className="h-80" />
        <div className="grid gap-6 md:grid-cols-2">
          <Skeleton className="h-52" />
          <Skeleton className="h-52" />
        </div>
      </Loading>
    </PageFrame>
  );
}
