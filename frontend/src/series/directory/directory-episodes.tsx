import type { DirectoryEpisode, DirectorySeries } from '@earmark/contracts/series';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronLeft, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../../kit/router/routing.tsx';
import { counted } from '../../kit/counted.ts';
import { formatDayOfSeconds } from '../../kit/date.ts';
import { formatDuration } from '../../kit/duration.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Cover } from '../../ui/cover.tsx';
import { Fetched, LoadingFailed } from '../../ui/fetched.tsx';
import { NextPage } from '../../ui/more-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { textOfHtml } from '../../ui/safe-html.tsx';
import { RowSkeletons, Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { AddSeriesButton } from './add-series-button.tsx';
import { additions, isRunning, useStartAddition } from './additions.api.ts';
import { DirectoryFacts } from './directory-facts.tsx';
import { directoryEpisodes, useAddEpisode } from './directory.api.ts';

interface DirectoryEpisodesProps {
  directory: string;
  /** Of the directory. */
  seriesUuid: string;
  /** Whether it was just opened, so that the focus follows. */
  takesFocus: boolean;
  onBack: () => void;
  onAdded: (series: DirectorySeries) => void;
  /** What can be done to an episode that was added. */
  tools: (episode: DirectoryEpisode, podcastId: string) => ReactNode;
}

const FAILED = 'Failed to load episodes. Please try again.';

/** A series of a directory with its episodes, ten at a time. */
export function DirectoryEpisodes(props: DirectoryEpisodesProps) {
  const { directory, seriesUuid, takesFocus, onBack, onAdded, tools } = props;
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) back.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const query = useInfiniteQuery(directoryEpisodes(directory, seriesUuid));
  const { error, errorUpdatedAt } = query;
  useEffect(() => {
    if (error !== null) notify(FAILED, { isDestructive: true });
  }, [error, errorUpdatedAt]);

  return (
    <div className="flex flex-col gap-4">
      <Button ref={back} variant="quiet" onClick={onBack} className="-ml-3 self-start">
        <ChevronLeft aria-hidden="true" className="size-4" />
        Back to Search
      </Button>
      <Fetched
        query={query}
        pending={<EpisodeSkeletons />}
        failed={
          <section aria-label="Episodes" className="bg-surface border-line rounded-md border">
            <LoadingFailed query={query} level={2} title={FAILED} className="min-h-52 justify-center" />
          </section>
        }
      >
        {({ pages }) => {
          const last = pages.at(-1)!;
          const episodes = unique(pages.flatMap((page) => page.episodes));

          return (
            <>
              <Header
                series={last.podcastInfo}
                id={last.podcastInfo.id}
                total={last.totalAvailable}
                onAdded={onAdded}
              />
              <section aria-label="Episodes" className="bg-surface border-line overflow-hidden rounded-md border">
                {episodes.length === 0 ? (
                  <Notice level={2} title="No Episodes Available" className="min-h-52 justify-center">
                    The directory lists no episodes of this podcast.
                  </Notice>
                ) : (
                  <>
                    <h2 className="border-line border-b px-4 py-3.5 text-[15px] font-semibold tabular-nums">
                      {counted(last.totalAvailable, 'episode')}
                    </h2>
                    <ul aria-label="Episodes" className="divide-line divide-y">
                      {episodes.map((episode) => (
                        <li key={episode.uuid}>
                          <Row episode={episode} podcastId={last.podcastInfo.id} tools={tools} />
                        </li>
                      ))}
                    </ul>
                    <NextPage query={query} label="Load More Episodes" />
                  </>
                )}
              </section>
            </>
          );
        }}
      </Fetched>
    </div>
  );
}

const NEWEST = 10;

interface HeaderProps extends Pick<DirectoryEpisodesProps, 'onAdded'> {
  series: DirectorySeries;
  /** Our id of the podcast; null before it is added. */
  id: string | null;
  total: number;
}

function Header({ series, id, total, onAdded }: HeaderProps) {
  const { name, imageUrl } = series;
  const start = useStartAddition();
  const running = useQuery(additions).data?.some((one) => isRunning(one) && one.seriesUuid === id) ?? false;
  const isBusy = start.isPending || running;
  const add = (newest: number | null) => () => !isBusy && id !== null && start.mutate({ seriesUuid: id, newest });

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="flex min-w-0 grow basis-80 items-center gap-4">
        <Cover src={imageUrl} name={name} className="size-16 sm:size-20" />
        <div className="min-w-0">
          <h2 className="text-xl leading-7 font-semibold tracking-tight wrap-anywhere">{name}</h2>
          <DirectoryFacts series={series} />
        </div>
      </div>
      {id === null ? (
        <AddSeriesButton series={series} onAdded={onAdded} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Link to={`/podcast/${id}`} className={buttonClasses('outline')}>
            Open podcast
          </Link>
          {total > NEWEST && (
            <Button aria-disabled={isBusy} onClick={add(NEWEST)} className={isBusy ? 'opacity-60' : undefined}>
              Add the newest {NEWEST}
            </Button>
          )}
          {total > 0 && (
            <Button
              variant="solid"
              aria-disabled={isBusy}
              onClick={add(null)}
              className={isBusy ? 'opacity-60' : undefined}
            >
              {running ? 'Adding…' : 'Add all episodes'}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface RowProps {
  episode: DirectoryEpisode;
  podcastId: string | null;
  tools: DirectoryEpisodesProps['tools'];
}

function Row({ episode, podcastId, tools }: RowProps) {
  const { name, datePublished, duration, isAdded, transcriptUrls } = episode;
  const description = textOfHtml(episode.description ?? '');
  const facts = [datePublished === null ? null : formatDayOfSeconds(datePublished), formatDuration(duration)].filter(
    (fact) => fact !== null,
  );

  return (
    <article aria-label={name} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 grow basis-72">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="leading-5 font-medium text-pretty wrap-anywhere">{name}</h3>
          {transcriptUrls.length > 0 && <Badge>Transcript</Badge>}
        </div>
        {facts.length > 0 && <p className="text-ink-soft text-[13px] tabular-nums">{facts.join(' · ')}</p>}
        {description !== '' && (
          <p className="text-ink-soft measure mt-1 line-clamp-2 text-[13px] wrap-anywhere">{description}</p>
        )}
      </div>
      {isAdded ? (
        <span className="flex min-h-8 flex-wrap items-center gap-2">
          <Badge tone="good">Already Added</Badge>
          {podcastId !== null && tools(episode, podcastId)}
        </span>
      ) : (
        podcastId !== null && <AddEpisodeButton episode={episode} podcastId={podcastId} />
      )}
    </article>
  );
}

function AddEpisodeButton({ episode, podcastId }: { episode: DirectoryEpisode; podcastId: string }) {
  const { mutate, isPending } = useAddEpisode(podcastId);

  return (
    <Button
      aria-label={`Add Episode ${episode.name}`}
      aria-disabled={isPending}
      onClick={() => !isPending && mutate(episode)}
    >
      <Plus aria-hidden="true" className="size-4" />
      {isPending ? 'Adding…' : 'Add Episode'}
    </Button>
  );
}

function EpisodeSkeletons() {
  return (
    <>
      <div aria-hidden="true" className="flex items-center gap-4">
        <Skeleton className="size-16 sm:size-20" />
        <div className="flex-1">
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="mt-2.5 h-3.5 w-1/4" />
        </div>
      </div>
      <div className="bg-surface border-line rounded-md border">
        <RowSkeletons label="Loading episodes" rows={5} />
      </div>
    </>
  );
}

// If the feed grows between two page requests, an episode can appear on both pages.
const unique = (episodes: readonly DirectoryEpisode[]): DirectoryEpisode[] => [
  ...new Map(episodes.map((one) => [one.uuid, one])).values(),
];
