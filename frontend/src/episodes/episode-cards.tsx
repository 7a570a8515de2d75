import type { EpisodeView, PodcastPage } from '@earmark/contracts/episodes';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { formatDay } from '../kit/date.ts';
import { formatDuration } from '../kit/duration.ts';
import { Notice } from '../kit/notice.tsx';
import { textOfHtml } from '../kit/safe-html.tsx';
import { SearchField } from '../kit/search-field.tsx';
import { passesFilter } from './episode-filter.ts';

type ListedEpisode = PodcastPage['episodes'][number];

/** The episodes of a podcast, newest first, with a filter by title and description. */
export function EpisodeCards({ podcastSlug, episodes }: { podcastSlug: string; episodes: readonly ListedEpisode[] }) {
  const [text, setText] = useState('');
  const described = useMemo(
    () => episodes.map((episode) => ({ episode, description: textOfHtml(episode.description ?? '') })),
    [episodes],
  );
  const shown = described.filter(({ episode, description }) => passesFilter([episode.title, description], text));

  return (
    <section aria-labelledby="episodes">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="episodes" className="text-[15px] font-semibold">
          Episodes
        </h2>
        <SearchField
          placeholder="Search episodes and entities..."
          value={text}
          onChange={setText}
          className="w-full sm:w-80"
        />
      </div>
      <output className="sr-only">{text.trim() !== '' && `${shown.length} of ${episodes.length} episodes`}</output>
      {shown.length === 0 ? (
        <Notice title="No episodes found" action={<Button onClick={() => setText('')}>Clear search</Button>}>
          Nothing matches “{text.trim()}” in the titles and descriptions of {episodes.length} episodes.
        </Notice>
      ) : (
        <ul
          aria-label="Episodes"
          className="bg-surface border-line divide-line mt-3 divide-y overflow-hidden rounded-md border"
        >
          {shown.map(({ episode, description }) => (
            <li key={episode.uuid} className="[contain-intrinsic-size:auto_96px] [content-visibility:auto]">
              <Card episode={episode} description={description} to={`/podcasts/${podcastSlug}/${episode.slug}`} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Card({ episode, description, to }: { episode: ListedEpisode; description: string; to: string }) {
  const { mentionsCount } = episode;

  return (
    <Link to={to} className="group hover:bg-hover block px-4 py-3.5 focus-visible:-outline-offset-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 sm:flex-nowrap">
        <h3 className="group-hover:text-accent min-w-0 basis-full text-[15px] sm:basis-auto leading-5 font-medium text-pretty">
          {episode.title}
        </h3>
        <div className="flex shrink-0 gap-1.5">
          {mentionsCount > 0 && (
            <Badge>
              {mentionsCount} {mentionsCount === 1 ? 'mention' : 'mentions'}
            </Badge>
          )}
          {episode.hasWhisperTranscript && <Badge>Transcript</Badge>}
        </div>
      </div>
      {description !== '' && <p className="text-ink-soft measure mt-1 line-clamp-2 text-[13px]">{description}</p>}
      <Facts episode={episode} />
    </Link>
  );
}

function Facts({ episode }: { episode: EpisodeView }) {
  const duration = formatDuration(episode.duration);
  if (episode.publishedAt === null && duration === null) return null;

  return (
    <p className="text-ink-faint mt-1 flex gap-1.5 text-[13px] tabular-nums">
      {episode.publishedAt !== null && <time dateTime={episode.publishedAt}>{formatDay(episode.publishedAt)}</time>}
      {episode.publishedAt !== null && duration !== null && <span aria-hidden="true">·</span>}
      {duration !== null && <span>{duration}</span>}
    </p>
  );
}
