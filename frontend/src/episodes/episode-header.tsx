import type { EpisodePage } from '@earmark/contracts/episodes';
import type { ReactNode } from 'react';
import { Cover } from '../ui/cover.tsx';
import { formatDayOfSeconds } from '../kit/date.ts';
import { formatDuration } from '../kit/duration.ts';

interface EpisodeHeaderProps {
  page: EpisodePage;
  /** The podcast's category badges. */
  categories: ReactNode;
}

export function EpisodeHeader({ page: { episode, podcast }, categories }: EpisodeHeaderProps) {
  const duration = formatDuration(episode.duration);

  return (
    <div className="flex items-start gap-4 sm:gap-5">
      <Cover src={episode.imageUrl ?? podcast.imageUrl} name={podcast.name} className="size-16 sm:size-28" />
      <div className="min-w-0 flex-1">
        <p className="text-ink-soft text-[13px] wrap-anywhere">
          <span className="text-ink font-medium">{podcast.name}</span>
          {podcast.host !== null && <> · Hosted by {podcast.host}</>}
        </p>
        <h1 className="mt-0.5 text-[22px] leading-7 font-semibold tracking-tight text-balance wrap-anywhere sm:text-[28px] sm:leading-9">
          {episode.title}
        </h1>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {(episode.datePublished !== null || duration !== null) && (
            <p className="text-ink-soft flex gap-1.5 text-[13px] tabular-nums">
              {episode.datePublished !== null && (
                <time dateTime={new Date(episode.datePublished * 1000).toISOString()}>
                  {formatDayOfSeconds(episode.datePublished)}
                </time>
              )}
              {episode.datePublished !== null && duration !== null && <span aria-hidden="true">·</span>}
              {duration}
            </p>
          )}
          {categories}
        </div>
      </div>
    </div>
  );
}
