import type { PodcastView } from '@earmark/contracts/series';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Cover } from '../ui/cover.tsx';
import { textOfHtml } from '../ui/safe-html.tsx';
import { categoryLabel, truncated } from './podcast.format.ts';

interface PodcastHeaderProps {
  podcast: PodcastView;
  /** Its number of mentions. */
  mentions: ReactNode;
}

export function PodcastHeader({ podcast, mentions }: PodcastHeaderProps) {
  const description = useMemo(() => truncated(textOfHtml(podcast.description ?? '')), [podcast.description]);

  return (
    <div className="grid grid-cols-[80px_minmax(0,1fr)] gap-x-4 sm:grid-cols-[144px_minmax(0,1fr)] sm:grid-rows-[auto_1fr] sm:gap-x-6">
      <Cover src={podcast.imageUrl} name={podcast.name} className="size-20 sm:row-span-2 sm:size-36" />
      <div className="min-w-0">
        <h1 className="text-[22px] leading-7 font-semibold tracking-tight text-balance wrap-anywhere sm:text-[28px] sm:leading-9">
          {podcast.name}
        </h1>
        <p className="text-ink-soft mt-1 wrap-anywhere">
          {podcast.host !== null && <>{podcast.host} </>}
          {/* A dot stays with the text after it, so that no line ends with one. */}
          <span className="whitespace-nowrap tabular-nums">
            {podcast.host !== null && '· '}
            {podcast.totalEpisodes} {podcast.totalEpisodes === 1 ? 'episode' : 'episodes'}
          </span>{' '}
          <span className="whitespace-nowrap">· {mentions}</span>
        </p>
        {podcast.categories.length > 0 && <CategoryBadges categories={podcast.categories} className="mt-2" />}
      </div>
      {description !== '' && (
        <p className="text-ink-soft measure col-span-2 mt-3 text-pretty wrap-anywhere sm:col-span-1">{description}</p>
      )}
    </div>
  );
}

export function CategoryBadges({ categories, className }: { categories: readonly string[]; className?: string }) {
  return (
    <ul aria-label="Categories" className={clsx('flex flex-wrap gap-1.5', className)}>
      {categories.map((category) => (
        <li key={category} className="flex">
          <Badge>{categoryLabel(category)}</Badge>
        </li>
      ))}
    </ul>
  );
}
