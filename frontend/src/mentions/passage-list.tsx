import type { PassageView } from '@earmark/contracts/mentions';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { Button } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';
import { formatDay } from '../kit/date.ts';
import { NextPage } from '../ui/more-button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { entityPassages } from './entities.api.ts';
import { groupsOf } from './passage-groups.ts';
import type { PassageGroup } from './passage-groups.ts';
import { Passage } from './passage.tsx';
import type { PassageActions } from './passage.tsx';

interface PassageListProps extends PassageActions {
  /** Slug of the entity. */
  entity: string;
  /** Slug of the podcast that the list is narrowed to; null for all. */
  podcast: string | null;
  onClear: () => void;
  /** Rendered next to the title. */
  filter: ReactNode;
}

/** All passages that mention the entity, newest episode first. */
export function PassageList({ entity, podcast, onClear, filter, linkTo, play }: PassageListProps) {
  return (
    <section aria-labelledby="passages" className="bg-surface border-line rounded-md border">
      <div className="border-line flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2.5">
        <h2 id="passages" className="text-[15px] font-semibold">
          All mentions
        </h2>
        {filter}
      </div>
      <Groups entity={entity} podcast={podcast} onClear={onClear} linkTo={linkTo} play={play} />
    </section>
  );
}

function Groups({ entity, podcast, onClear, linkTo, play }: Omit<PassageListProps, 'filter'>) {
  const query = useInfiniteQuery(entityPassages(entity, podcast));
  const clear = <Button onClick={onClear}>Clear filter</Button>;

  return (
    <Fetched
      query={query}
      pending={<PassageSkeletons />}
      failed={
        <LoadingFailed query={query} title="Error loading mentions" action={podcast === null ? undefined : clear} />
      }
      isEmpty={({ pages }) => pages.every(({ mentions }) => mentions.length === 0)}
      empty={
        podcast === null ? (
          <Notice title="No mentions yet">Passages appear here once a transcript mentions it.</Notice>
        ) : (
          <Notice title="No mentions found" action={clear}>
            This podcast does not mention it.
          </Notice>
        )
      }
    >
      {({ pages }) => (
        <>
          <ol aria-label="Episodes with passages" className="divide-line divide-y">
            {groupsOf(pages.flatMap(({ mentions }) => mentions)).map((group) => (
              <li
                key={group.passages[0]?.segmentId}
                className="p-4 [contain-intrinsic-size:auto_160px] [content-visibility:auto]"
              >
                <Group group={group} linkTo={linkTo} play={play} />
              </li>
            ))}
          </ol>
          <NextPage query={query} />
        </>
      )}
    </Fetched>
  );
}

function Group({ group, linkTo, play }: { group: PassageGroup } & PassageActions) {
  return (
    <>
      <PassageSource passage={group.episode} />
      <ol className="mt-3 flex flex-col gap-3">
        {group.passages.map((passage) => (
          <li key={passage.segmentId}>
            <Passage passage={passage} linkTo={linkTo} play={play} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The episode and podcast of a passage. */
export function PassageSource({ passage }: { passage: PassageView }) {
  const { episodeTitle, episodeSlug, podcastName, podcastSlug, imageUrl, publishedAt } = passage;

  return (
    <div className="flex items-center gap-3">
      <Cover src={imageUrl} name={podcastName} className="size-8" />
      <div className="min-w-0">
        <h3 className="font-medium wrap-anywhere">
          <Link
            to={`/podcasts/${podcastSlug}/${episodeSlug}`}
            className="hover:text-accent line-clamp-2 w-fit leading-6 underline-offset-2 hover:underline sm:line-clamp-1"
          >
            {episodeTitle}
          </Link>
        </h3>
        <p className="text-ink-soft flex min-w-0 gap-1.5 text-[13px] leading-6">
          <Link
            to={`/podcasts/${podcastSlug}`}
            className="hover:text-accent truncate underline-offset-2 hover:underline"
          >
            {podcastName}
          </Link>
          {publishedAt !== null && (
            <>
              <span aria-hidden="true">·</span>
              <time dateTime={publishedAt} className="shrink-0">
                {formatDay(publishedAt)}
              </time>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function PassageSkeletons() {
  return (
    <Loading label="Loading mentions" className="divide-line divide-y">
      {[0, 1, 2].map((index) => (
        <div key={index} className="p-4">
          <div className="flex items-center gap-3">
            <Skeleton className="size-8" />
            <Skeleton className="h-4 w-2/5" />
          </div>
          <Skeleton className="mt-4 h-4 w-4/5" />
          <Skeleton className="mt-2 h-4 w-3/5" />
        </div>
      ))}
    </Loading>
  );
}
