import type { FollowedPodcast } from '@earmark/contracts/series';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../../kit/router/routing.tsx';
import { clsx } from 'clsx';
import { formatDistance, formatMoment } from '../../kit/date.ts';
import { shownAddress } from '../../kit/safe-href.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Cover } from '../../ui/cover.tsx';
import { Fetched, LoadingFailed } from '../../ui/fetched.tsx';
import { NextPage } from '../../ui/more-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RowSkeletons } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { RemovalDialog } from '../removal-dialog.tsx';
import { feedStateOf } from './feed-state.ts';
import { followedPodcasts, useFollow, useRefresh } from './followed.api.ts';

interface FollowedPodcastsProps {
  /** Undoes a change by its event. */
  undo: (eventId: string) => void;
  /** Leads to the search. */
  search: ReactNode;
}

/** All podcasts with the state of their feeds. */
export function FollowedPodcasts({ undo, search }: FollowedPodcastsProps) {
  const query = useInfiniteQuery(followedPodcasts);
  const [removing, setRemoving] = useState<FollowedPodcast | null>(null);

  return (
    <>
      <section aria-label="Followed podcasts" className="bg-surface border-line overflow-hidden rounded-md border">
        <Fetched
          query={query}
          pending={<RowSkeletons label="Loading followed podcasts" rows={4} cover="size-11" />}
          failed={
            <LoadingFailed
              query={query}
              level={2}
              title="Error loading followed podcasts"
              className="min-h-52 justify-center"
            />
          }
          isEmpty={({ pages }) => pages.every(({ podcasts }) => podcasts.length === 0)}
          empty={
            <Notice level={2} title="No podcasts yet" action={search} className="min-h-52 justify-center">
              A podcast that you add is followed: its new episodes appear by themselves.
            </Notice>
          }
        >
          {({ pages }) => (
            <>
              <p className="border-line text-ink-soft border-b px-4 py-3 text-[13px] text-pretty">
                {refreshWords(pages[0]?.refreshMinutes ?? 0)}
              </p>
              <ul aria-label="Podcasts" className="divide-line divide-y">
                {pages
                  .flatMap(({ podcasts }) => podcasts)
                  .map((podcast) => (
                    <li key={podcast.uuid}>
                      <Row podcast={podcast} undo={undo} onRemove={() => setRemoving(podcast)} />
                    </li>
                  ))}
              </ul>
              <NextPage query={query} />
            </>
          )}
        </Fetched>
      </section>
      <RemovalDialog kind="series" subject={removing} undo={undo} onClose={() => setRemoving(null)} />
    </>
  );
}

const refreshWords = (minutes: number): string =>
  minutes === 0
    ? 'Feeds are not checked by themselves: FEED_REFRESH_MINUTES is 0. “Refresh now” checks one.'
    : `Feeds are checked every ${minutes === 1 ? 'minute' : `${minutes} minutes`}. New episodes of podcasts that are followed are added by themselves.`;

interface RowProps {
  podcast: FollowedPodcast;
  undo: (eventId: string) => void;
  onRemove: () => void;
}

function Row({ podcast, undo, onRemove }: RowProps) {
  const { uuid, slug, name, host, imageUrl, feedUrl, isFollowed, problem, lastCheckedAt, nextCheckAt } = podcast;
  const follow = useFollow(undo);
  const refresh = useRefresh();
  const { label, tone } = feedStateOf(podcast);
  const isOn = follow.isPending ? follow.variables.follow : isFollowed;
  const isRefreshing = refresh.isPending || podcast.isRefreshing;

  return (
    <article
      aria-label={name}
      className="grid grid-cols-[44px_minmax(0,1fr)] gap-x-4 gap-y-3 px-4 py-4 lg:grid-cols-[44px_minmax(0,1fr)_auto]"
    >
      <Cover src={imageUrl} name={name} className="size-11" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="text-[15px] leading-5 font-medium wrap-anywhere">
            <Link to={`/podcasts/${slug}`} className="hover:text-accent pointer-coarse:py-3">
              {name}
            </Link>
          </h2>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="text-ink-soft truncate text-[13px]">
          {[host, feedUrl === null ? 'added from files' : shownAddress(feedUrl)]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
        {problem !== null && <p className="text-bad mt-1 text-[13px] text-pretty wrap-anywhere">{problem}</p>}
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-2 max-lg:order-1 lg:col-span-1 lg:justify-end lg:self-start">
        {feedUrl !== null && (
          <>
            <Switch
              label={`Follow ${name}`}
              isOn={isOn}
              isPending={follow.isPending}
              onChange={(wanted) => follow.mutate({ uuid, follow: wanted })}
            >
              Followed
            </Switch>
            <Button
              aria-label={`Refresh ${name} now`}
              aria-disabled={isRefreshing}
              onClick={() => !isRefreshing && refresh.mutate(uuid)}
            >
              <RefreshCw aria-hidden="true" className={clsx('size-4', isRefreshing && 'animate-spin')} />
              {isRefreshing ? 'Refreshing…' : 'Refresh now'}
            </Button>
          </>
        )}
        <Button aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Remove</span>
        </Button>
      </div>
      <dl className="col-span-2 grid grid-cols-2 gap-x-6 gap-y-2 text-[13px] sm:grid-cols-4 lg:col-start-2">
        <Fact name="Episodes">{episodesOf(podcast)}</Fact>
        <Fact name="Transcribed">{podcast.transcribed.toLocaleString('en-GB')}</Fact>
        <Fact name="Last checked">{lastCheckedAt === null ? 'never' : <Moment at={lastCheckedAt} />}</Fact>
        <Fact name="Next check">{nextCheckAt === null ? 'not by itself' : <Moment at={nextCheckAt} />}</Fact>
      </dl>
    </article>
  );
}

const episodesOf = ({ episodesHere, episodesInFeed }: FollowedPodcast): string =>
  `${episodesHere.toLocaleString('en-GB')} here${
    episodesInFeed === null ? '' : `, ${episodesInFeed.toLocaleString('en-GB')} in the feed`
  }`;

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatMoment(at)}>
    {formatDistance(at)}
  </time>
);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-faint text-xs">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
