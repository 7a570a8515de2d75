import type { RecountDifference, RecountList, RecountSummary } from '@earmark/contracts/recounts';
import type { SeriesCard } from '@earmark/contracts/series';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { Button } from '../ui/button.tsx';
import { formatDistance } from '../kit/date.ts';
import { NextPage } from '../ui/more-button.tsx';
import type { NextPageQuery } from '../ui/more-button.tsx';
import { bothOf, Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { EVERYWHERE } from '../mentions/why.api.ts';
import type { Scope } from '../mentions/why.api.ts';
import { BehindNotice } from '../recounts/behind-notice.tsx';
import { RecountHistory } from '../recounts/recount-history.tsx';
import { RecountProgress } from '../recounts/recount-progress.tsx';
import { RecountResult } from '../recounts/recount-result.tsx';
import type { RecountResultProps } from '../recounts/recount-result.tsx';
import { RecountStart } from '../recounts/recount-start.tsx';
import { RecountBadge } from '../recounts/recount-status.tsx';
import { namesWords } from '../recounts/recount-words.ts';
import { recountList, useStartRecount } from '../recounts/recounts.api.ts';
import { seriesCards } from '../series/series.api.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { usePreviewActions } from '../recounts/preview-actions.ts';

export function RecountsPage() {
  const list = useInfiniteQuery(recountList);
  const series = useQuery(seriesCards);
  const both = bothOf(list, series);

  return (
    <PageFrame title="Recounts" className="flex flex-col gap-6">
      <PageTitle title="Recounts" subtitle="Preview how counts change before you publish." />
      <Fetched
        query={both}
        pending={
          <Loading label="Loading recounts" className="flex flex-col gap-6">
            <Skeleton className="h-12" />
            <Skeleton className="h-40" />
            <Skeleton className="h-64" />
          </Loading>
        }
        failed={<LoadingFailed query={both} level={2} title="Error loading recounts" />}
      >
        {([recounts, podcasts]) => <Recounts list={recounts} pages={list} podcasts={podcasts} />}
      </Fetched>
    </PageFrame>
  );
}

interface RecountsProps {
  list: Pick<RecountList, 'recounts' | 'behind'>;
  pages: NextPageQuery;
  podcasts: readonly SeriesCard[];
}

function Recounts({ list: { recounts, behind }, pages, podcasts }: RecountsProps) {
  const [params, setParams] = useSearchParams();
  const start = useStartRecount((id) => setParams({ recount: id }, { preventScrollReset: true }));
  const asked = params.get('recount');
  const shown =
    asked === null ? recounts.find(({ status }) => status !== 'discarded') : recounts.find(({ id }) => id === asked);
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const isMissing = asked !== null && shown === undefined;
  const isFurtherBack = isMissing && hasNextPage && !isError;
  useEffect(() => {
    if (isFurtherBack && !isFetching) void fetchNextPage();
  }, [isFurtherBack, isFetching, fetchNextPage]);

  return (
    <>
      <BehindNotice behind={behind}>
        <Button
          variant="solid"
          aria-disabled={start.isPending}
          onClick={() => !start.isPending && start.mutate({ podcastUuids: null, asOf: null, changes: null })}
        >
          Recount all
        </Button>
      </BehindNotice>
      <RecountStart
        podcasts={podcasts}
        changes={params.get('changes')?.split(' ')}
        isPending={start.isPending}
        onStart={(draft, onStarted) => start.mutate(draft, { onSuccess: onStarted })}
      />
      {isMissing && (isFurtherBack || isFetching) && (
        <Loading label="Loading the recount">
          <Skeleton className="h-40" />
        </Loading>
      )}
      {isMissing && !hasNextPage && !isFetching && (
        <Notice level={2} title="Recount not found">
          All recounts are listed below.
        </Notice>
      )}
      {shown !== undefined && (
        <Shown
          key={shown.id}
          recount={shown}
          podcasts={podcasts}
          again={{ isPending: start.isPending, onStart: start.mutate }}
        />
      )}
      <section aria-labelledby="recounts" className="bg-surface border-line overflow-hidden rounded-md border">
        <h2 id="recounts" className="border-line border-b px-4 py-3 text-[15px] font-semibold">
          All recounts
        </h2>
        {recounts.length === 0 ? (
          <Notice title="No recounts yet">Start one above to see how a change of patterns changes the counts.</Notice>
        ) : (
          <RecountHistory recounts={recounts} openId={shown?.id ?? null} linkTo={(id) => `?recount=${id}`} />
        )}
        <NextPage query={pages} />
      </section>
    </>
  );
}

interface ShownProps extends Pick<RecountResultProps, 'recount' | 'again'> {
  podcasts: readonly SeriesCard[];
}

function Shown({ recount, podcasts, again }: ShownProps) {
  const { status, startedBy, startedAt, podcastUuids, only } = recount;
  const actions = usePreviewActions();
  const names = podcasts.filter(({ id }) => podcastUuids?.includes(id)).map(({ name }) => name);

  return (
    <section aria-labelledby="shown-recount" className="bg-surface border-line overflow-hidden rounded-md border">
      <div className="border-line flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-3">
        <h2 id="shown-recount" className="text-[15px] font-semibold">
          Recount of {podcastUuids === null ? 'all podcasts' : names.join(', ')}
          {only !== null && `, only ${namesWords(only.names, only.patterns)}`}
        </h2>
        <RecountBadge recount={recount} />
        <p className="text-ink-soft text-[13px] sm:ml-auto">
          Started by {startedBy}, <time dateTime={startedAt}>{formatDistance(startedAt)}</time>
        </p>
      </div>
      {status === 'discarded' ? (
        <Notice title="Discarded">Its results were deleted; the live counts never changed.</Notice>
      ) : status === 'ready' || status === 'published' ? (
        <RecountResult
          recount={recount}
          linkTo={(difference) => linkOf(difference, podcasts)}
          actions={actions}
          scope={scopeOf(recount, podcasts)}
          again={again}
        />
      ) : (
        <RecountProgress recount={recount} />
      )}
    </section>
  );
}

/** Scope of its numbers; null for several podcasts, which have no number of their own. */
function scopeOf({ podcastUuids }: RecountSummary, podcasts: readonly SeriesCard[]): Scope | null {
  if (podcastUuids === null) return EVERYWHERE;
  const [only] = podcasts.filter(({ id }) => podcastUuids.includes(id));

  return podcastUuids.length > 1 || only === undefined ? null : { kind: 'podcast', uuid: only.id, name: only.name };
}

/** Link to the current mentions: in the episode, else on the entity's page. */
function linkOf(difference: RecountDifference, podcasts: readonly SeriesCard[]): string {
  const { entity, entitySlug, podcastUuid, episodeUuid } = difference;
  const slug = podcasts.find(({ id }) => id === podcastUuid)?.slug ?? podcastUuid;
  if (episodeUuid !== null) return `/podcasts/${slug}/${episodeUuid}?${new URLSearchParams({ entity })}`;

  return `/entities/${entitySlug}${slug === null ? '' : `?${new URLSearchParams({ podcast: slug })}`}`;
}
